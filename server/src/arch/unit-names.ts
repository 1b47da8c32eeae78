import { formsOf } from "./instructions";

/**
 * Words by which code speaks of a unit of the hardware without naming the instruction, with that instruction's opcode:
 * PTX ISA 8.6, "TensorCore 5th Generation" (tensor memory, UMMA) and "Asynchronous Warpgroup Level Matrix" (GMMA).
 */
const OPCODES: Readonly<Record<string, string>> = {
  tmem: "tcgen05",
  umma: "tcgen05",
  tcgen05: "tcgen05",
  gmma: "wgmma",
  wgmma: "wgmma",
};

const WORD =
  /(?<![A-Za-z])(?:tmem|umma|tcgen05|w?gmma)(?![a-z])|(?:Tmem|Umma|Tcgen05|Wgmma|TMEM|UMMA|TCGEN05|W?GMMA)(?![a-z])/g;

export interface UnitName {
  readonly offset: number;
  readonly word: string;
  readonly opcode: string;
  /** Targets that have any form of the instruction. */
  readonly targets: number;
}

/** The words of this kind in a text: `TmemMmaOp`, `use_wgmma`, "tmem kernel". */
export function unitNamesIn(text: string): UnitName[] {
  return [...text.matchAll(WORD)].flatMap((match) => {
    const [word] = match;
    const opcode = OPCODES[word.toLowerCase()] ?? "";
    const targets = formsOf(opcode).reduce((mask, form) => mask | form.targets, 0);
    return targets === 0 ? [] : [{ offset: match.index, word, opcode, targets }];
  });
}
