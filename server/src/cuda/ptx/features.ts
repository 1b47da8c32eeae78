/** What of an instruction may decide which targets have it: its words, the shape of its operands. */
import type { PtxInstruction } from "./parse";

/**
 * Opcodes whose second word names the operation rather than modifies it: `tcgen05.alloc` and `tcgen05.mma` have
 * no more in common than two opcodes.
 */
const FAMILIES = new Set(
  "tcgen05 wgmma wmma mbarrier multimem clusterlaunchcontrol griddepcontrol tensormap setmaxnreg cp fence bar barrier".split(
    " ",
  ),
);

/** Words further on that name another operation: `cp.async.bulk.tensor` is not `cp.async` with two modifiers. */
const OPERATIONS = new Set(
  "async bulk tensor reduce prefetch mbarrier commit_group wait_group wait_all ws query_cancel try_cancel red".split(
    " ",
  ),
);

/** The names of data types. b32, s32 and u32 are one type here: which of them it is never decides by itself. */
const TYPE =
  /^(?:pred|[bsufi]\d+(?:x\d+)?|bf16(?:x2)?|tf32|u?e\dm\d(?:x[24])?|ue8m0(?:x2)?|b\d+x\d+(?:_p\d+)?)$/;

export interface Features {
  /** The words that name the operation; two instructions with other ones are not to be compared. */
  readonly operation: string;
  /** Modifiers as written, types made alike. */
  readonly words: readonly string[];
  /** `#3` operands, `sreg:clusterid.x`, … */
  readonly operands: readonly string[];
  /** `replace.elemtype:1=13`: operand 1 is the constant 13. What a constant means depends on all the words. */
  readonly constants: readonly string[];
}

export function isType(word: string): boolean {
  return TYPE.test(word);
}

export function isFamily(opcode: string): boolean {
  return FAMILIES.has(opcode);
}

export function featuresOf(instruction: PtxInstruction): Features {
  const { opcode, modifiers, operands } = instruction;
  const operation = modifiers.filter(
    (word, index) => (index === 0 && FAMILIES.has(opcode)) || OPERATIONS.has(word),
  );
  const words = modifiers.map((word) => word.replace(/^[bsu](\d+)$/, "i$1"));
  return {
    operation: operation.join("."),
    words,
    operands: [`#${operands.length}`, ...operands.flatMap(specialRegister), ...shapeOf(operands)],
    constants: operands.flatMap((operand, index) =>
      /^(?:0x[\da-f]+|\d+)$/i.test(operand) ? [`${words.join(".")}:${index}=${Number(operand)}`] : [],
    ),
  };
}

const ORDINARY_REGISTER = /^%(?:\d+$|\[|[a-z]{1,2}\d*$)/;

function specialRegister(operand: string): string[] {
  return /^%[a-z]/.test(operand) && !ORDINARY_REGISTER.test(operand) ? [`sreg:${operand.slice(1)}`] : [];
}

/** Which operands are vectors or addresses. */
function shapeOf(operands: readonly string[]): string[] {
  return operands.flatMap((operand, index) =>
    operand.startsWith("[") ? [`${index}:address`] : operand.startsWith("{") ? [`${index}:vector`] : [],
  );
}
