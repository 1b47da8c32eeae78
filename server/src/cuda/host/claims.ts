/** What names and messages promise about devices. */
import { DEVICES } from "../../arch/devices";
import type { Claim } from "../../gates/gate";
import { ALL_DEVICES, maskWhere, type Mask } from "../../logic/sets";
import type { Token } from "../lexer";
import { wordsOf } from "./names";

const GENERATIONS: Readonly<Record<string, readonly number[]>> = {
  turing: [75],
  ampere: [80, 86, 87, 88],
  ada: [89],
  hopper: [90],
  blackwell: [100, 103, 110, 120, 121],
};

/** Instructions and units that only some devices have: a function named for one says why it tells devices apart. */
const FEATURES =
  /^(?:tcgen05|wgmma|umma|gmma|tmem|tma|clusters?|pdl|fp4|fp8|nvfp4|mxfp4|mxfp8|dsmem|multicast|multimem|setmaxnreg|cpasync|wmma|mma|dp4a|bf16|tensorcores?|ldmatrix|elect)$/;

/** Whether a function or a variable is named for exactly what it tests: `is_sm90`, `isHopper`, `has_tcgen05`. */
export function isPredicateName(name: string): boolean {
  const words = wordsOf(name);
  return (
    words.some(
      (word) =>
        /^sm\d{1,3}[afx]?(?:plus)?$/.test(word) || Object.hasOwn(GENERATIONS, word) || FEATURES.test(word),
    ) || /sm_?\d{1,3}x?/i.test(name)
  );
}

/** `is_sm100` claims 10.0, `is_sm10x` 10.x, `is_sm90_or_later` everything from 9.0 on; null where nothing is claimed. */
export function claimOfName(token: Token): Claim | null {
  const words = wordsOf(token.text.replace(/sm_(?=\d)/gi, "sm"));
  const named = words.filter((word) => Object.hasOwn(GENERATIONS, word) || /^sm\d+[afx]?$/.test(word));
  const isPlain = words.every((word) => named.includes(word) || PLAIN.test(word));
  const mask = isPlain && named.length === 1 ? maskOf(words.join(" ")) : null;
  return mask === null || !isPredicateName(token.text)
    ? null
    : { text: token.text, span: { start: token.start, end: token.end }, mask };
}

/** What may stand around an architecture in a name that claims nothing but it: `is_spark_blackwell` says more. */
const PLAIN =
  /^(?:k|is|has|on|check|supports?|supported|device|gpu|cuda|arch|cc|sm|compute|capability|current|the|a|or|and|newer|later|above|higher|greater|plus|at|least)$/;

/** A message that promises "Ampere or newer", "SM90 and above", "compute capability 8.0 or higher". */
export function claimOfMessage(token: Token): Claim | null {
  if (!OPEN_ENDED.test(token.text)) return null;
  const mask = maskOf(token.text);
  return mask === null ? null : { text: token.text, span: { start: token.start, end: token.end }, mask };
}

const OPEN_ENDED =
  /(?:\bor|\band)\s+(?:newer|later|above|higher|up\b|greater|beyond)|\bat least\b|>=|\d\+|\bplus\b/i;

function maskOf(text: string): Mask | null {
  const starts: number[] = [];
  for (const [word, capabilities] of Object.entries(GENERATIONS)) {
    if (new RegExp(`(?:^|[^a-z])${word}(?:$|[^a-z])`, "i").test(text)) starts.push(...capabilities);
  }
  for (const [, digits = ""] of text.matchAll(/sm[ _]?(\d{2,3})(?![0-9x])/gi)) starts.push(Number(digits));
  for (const [, major, minor] of text.matchAll(/(?:capability|cc)\D{0,16}(\d{1,2})\.(\d)/gi))
    starts.push(Number(major) * 10 + Number(minor));
  const families = [...text.matchAll(/sm[ _]?(\d{1,2})x/gi)].map(([, major]) => Number(major));
  const family = maskWhere(DEVICES, (device) => families.includes(device.major));
  if (starts.length === 0) return family === 0 ? null : family;
  if (OPEN_ENDED.test(text)) return maskWhere(DEVICES, (device) => device.capability >= Math.min(...starts));
  const exact = maskWhere(DEVICES, (device) => starts.includes(device.capability)) | family;
  return exact === ALL_DEVICES || exact === 0 ? null : exact;
}

/** Generations that stand for one kind of device; Blackwell stands for two. */
const NAMED: readonly (readonly [RegExp, number])[] = [
  [/turing/i, 75],
  [/ampere/i, 80],
  [/hopper/i, 90],
];

/** The architectures that a name carries, ten times: `sm90_gemm`, `MlaSm100`, `hopper`. */
export function architecturesIn(name: string): number[] {
  const found = [...name.matchAll(/sm_?(\d{2,3})(?![0-9])/gi)].map(([, digits]) => Number(digits));
  for (const [word, arch] of NAMED) if (word.test(name)) found.push(arch);
  return [...new Set(found.filter((arch) => arch >= 50 && arch < 140))];
}

/** The devices of the families that a file's or a function's name carries; 0 where it carries none. */
export function devicesNamedBy(name: string): Mask {
  const majors = architecturesIn(name).map((arch) => Math.floor(arch / 10));
  return maskWhere(DEVICES, (device) => majors.includes(device.major));
}

/** Of `sm_100/fallback/sm_90/` the nearest folder counts, and `sm_90/common/` is still theirs; further out it may be anybody's. */
export const MOST_FOLDERS = 2;

/** The first of the names, from the inside out, that carries an architecture; "" where none does. */
export function nearestNaming(names: readonly string[]): string {
  return names.find((name) => devicesNamedBy(name) !== 0) ?? "";
}
