/** Shared memory that code asks for in so many words: arrays of a literal size, and opt-in sizes above 48 KiB. */
import { entryOf } from "../../text/lookup";
import { TARGETS } from "../../arch/targets";
import type { Mask } from "../../logic/sets";
import type { Token } from "../lexer";
import type { Span } from "../../text/source";
import { firstTokenAt } from "./code";
import type { Code } from "./code";

export interface SharedDemand {
  readonly span: Span;
  readonly bytes: number;
  /** "static": an array of the kernel; "opt-in": a size as it is handed to the runtime. */
  readonly kind: "static" | "opt-in";
}

const KIBIBYTE = 1024;
/** Above this a kernel has to opt in (CUDA C++ Programming Guide); no target allows more than `LARGEST`. */
const OPT_IN_ABOVE = 48 * KIBIBYTE;
const LARGEST = 228 * KIBIBYTE;
const SPEAKS_OF_IT = /smem|shared|carve_?out/i;

const BYTES: Readonly<Record<string, number>> = {
  bool: 1, char: 1, int8_t: 1, uint8_t: 1, __nv_fp8_e4m3: 1, __nv_fp8_e5m2: 1,
  short: 2, int16_t: 2, uint16_t: 2, half: 2, __half: 2, nv_bfloat16: 2, __nv_bfloat16: 2, bfloat16: 2,
  int: 4, unsigned: 4, float: 4, int32_t: 4, uint32_t: 4, half2: 4, __half2: 4, __nv_bfloat162: 4, uint: 4,
  long: 8, double: 8, int64_t: 8, uint64_t: 8, float2: 8, int2: 8, uint2: 8, size_t: 8,
  float4: 16, int4: 16, uint4: 16, double2: 16, ulonglong2: 16, longlong2: 16,
}; // prettier-ignore

export function sharedDemands(code: Code, span: Span): SharedDemand[] {
  const from = firstTokenAt(code.tokens, span.start);
  const to = firstTokenAt(code.tokens, span.end);
  const demands: SharedDemand[] = [];
  for (let index = from; index < to; index++) {
    const token = code.tokens[index];
    if (token?.text === "__shared__") {
      const demand = staticDemand(code, index, to);
      if (demand === null) continue;
      demands.push(demand);
      index = firstTokenAt(code.tokens, demand.span.end) - 1;
    } else if (token?.kind === "number") {
      const product = productAt(code, index, to);
      if (product.bytes > OPT_IN_ABOVE && product.bytes <= LARGEST && isAboutShared(code, index, from, to))
        demands.push({ span: product.span, bytes: product.bytes, kind: "opt-in" });
      index = product.last;
    }
  }
  return demands;
}

/** `__shared__ float x[128][33]`; null where an extent is no literal or the type is not known. */
function staticDemand(code: Code, at: number, to: number): SharedDemand | null {
  const { tokens } = code;
  let size: number | undefined;
  let bytes = 1;
  let extents = 0;
  let index = at + 1;
  for (; index < to; index++) {
    const token = tokens[index];
    if (token === undefined || token.text === ";" || token.text === "=" || token.text === ",") break;
    if (token.text === "(") index = Math.max(index, code.partners[index] ?? index);
    else if (token.text === "[") {
      const product = productAt(code, index + 1, to);
      if (Number.isNaN(product.bytes) || tokens[product.last + 1]?.text !== "]") return null;
      bytes *= product.bytes;
      extents++;
      index = product.last + 1;
    } else size = entryOf(BYTES, token.text) ?? size;
  }
  const first = tokens[at];
  const last = tokens[index - 1];
  if (size === undefined || extents === 0 || first === undefined || last === undefined) return null;
  return { span: { start: first.start, end: last.end }, bytes: bytes * size, kind: "static" };
}

/** The demands that none of the asked targets can meet. */
export function tooMuchFor(demands: readonly SharedDemand[], asked: Mask): SharedDemand[] {
  const targets = TARGETS.filter((_, index) => (asked >> index) & 1);
  return demands.filter(({ bytes, kind }) =>
    targets.every(
      (target) => bytes > (kind === "static" ? target.staticSharedMaxBytes : target.optInSharedMaxBytes),
    ),
  );
}

interface Product {
  readonly bytes: number;
  readonly span: Span;
  /** Index of its last token. */
  readonly last: number;
}

/** `227 * 1024`; macros of the file that are one number count as one. NaN where it is anything else. */
function productAt(code: Code, at: number, to: number): Product {
  const first = code.tokens[at];
  let bytes = valueOf(code, first);
  let last = at;
  while (last + 2 < to && code.tokens[last + 1]?.text === "*") {
    const factor = valueOf(code, code.tokens[last + 2]);
    if (Number.isNaN(factor)) break;
    bytes *= factor;
    last += 2;
  }
  return { bytes, span: { start: first?.start ?? 0, end: code.tokens[last]?.end ?? 0 }, last };
}

function valueOf(code: Code, token: Token | undefined): number {
  if (token?.kind === "number") return numberOf(token.text);
  const macro = token?.kind === "name" ? code.macros.get(token.text) : undefined;
  const body = macro?.parameters === null && macro.body.length === 1 ? macro.body[0] : undefined;
  return body?.kind === "number" ? numberOf(body.text) : NaN;
}

function numberOf(text: string): number {
  const digits = text.replaceAll("'", "").replace(/[uUlLzZ]+$/, "");
  return /^(?:0[xX][\da-fA-F]+|0[bB][01]+|\d+)$/.test(digits) ? Number(digits) : NaN;
}

/** The two largest sizes speak for themselves; another needs a word about shared memory in its statement. */
function isAboutShared(code: Code, at: number, from: number, to: number): boolean {
  const { tokens } = code;
  const text = tokens[at]?.text.replace(/[uUlL]+$/, "");
  if (text === "232448" || text === "233472") return true;
  const ends = (index: number): boolean => /^[;{}]$/.test(tokens[index]?.text ?? ";");
  for (let index = at; index >= from && at - index < 40 && !ends(index); index--)
    if (SPEAKS_OF_IT.test(tokens[index]?.text ?? "")) return true;
  for (let index = at; index < to && index - at < 40 && !ends(index); index++)
    if (SPEAKS_OF_IT.test(tokens[index]?.text ?? "")) return true;
  return false;
}
