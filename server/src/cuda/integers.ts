/** The integers of preprocessor expressions: 64 bits, signed unless a suffix or the value says otherwise. */

export interface Int {
  readonly value: bigint;
  readonly unsigned: boolean;
}

export const ZERO: Int = { value: 0n, unsigned: false };
export const ONE: Int = { value: 1n, unsigned: false };

export function makeInt(value: bigint, unsigned: boolean): Int {
  return { value: unsigned ? BigInt.asUintN(64, value) : BigInt.asIntN(64, value), unsigned };
}

export function fromBoolean(value: boolean): Int {
  return value ? ONE : ZERO;
}

/** With an exponent, be it one without digits, too. */
const FLOATING = /^(?:0[xX](?:[0-9a-fA-F]+[pP]|[0-9a-fA-F]*\.)|(?:0[bB])?[0-9]*\.|(?:0[bB])?[0-9]+[eE])/;
const INTEGER = /^(0[xX][0-9a-fA-F]+|0[bB][01][0-9]*|[0-9]+)(.*)$/;
/** The suffixes of a signed integer; any other, one that means nothing too, makes it unsigned. */
const SIGNED_SUFFIX = /^(?:ll|LL|[lLzZ])?$/;
/** GNU's fixed-point numbers, no hexadecimal ones. */
const FIXED_POINT_SUFFIX = /^[uU]?(?:ll|LL|[hHlL])?[kKrR]$/;
/** GNU's imaginary numbers, with any other suffix of an integer; `i` and `il` belong to a standard library's literals. */
const IMAGINARY_SUFFIX =
  /^(?!il?$)(?=[^iIjJ]*[iIjJ][^iIjJ]*$)(?=[^uU]*[uU]?[^uU]*$)(?=[^lL]*(?:ll|LL|[lL])?[^lL]*$)[iIjJuUlL]+$/;

const LARGEST = 0xffffffffffffffffn;

/**
 * The value of a preprocessing number. One that is no integer (`1.5`, `09`, `3K`, `12ab`) is an error that g++ reports
 * and passes over: what is floating, fixed-point or imaginary and a wrong digit count as 0, a suffix that means nothing
 * is left off. One that is too large is cut off.
 */
export function parseInteger(spelling: string): Int {
  const plain = spelling.replaceAll("'", "");
  const [, digits, suffix] = INTEGER.exec(plain) ?? [];
  if (digits === undefined || FLOATING.test(plain)) return ZERO;
  const octal = /^0[0-9]/.test(digits);
  if (octal ? /[89]/.test(digits) : /^0[bB].*[2-9]/.test(digits)) return ZERO;
  const isHexadecimal = /^0[xX]/.test(digits);
  if (IMAGINARY_SUFFIX.test(suffix ?? "") || (!isHexadecimal && FIXED_POINT_SUFFIX.test(suffix ?? "")))
    return ZERO;
  const value = BigInt(octal ? `0o${digits.slice(1)}` : digits);
  const isUnsigned = value <= LARGEST && value > 0x7fffffffffffffffn;
  return makeInt(value, isUnsigned || !SIGNED_SUFFIX.test(suffix ?? ""));
}

const ESCAPES: Readonly<Record<string, number>> = {
  n: 10,
  t: 9,
  r: 13,
  a: 7,
  b: 8,
  f: 12,
  v: 11,
  e: 27,
  E: 27,
};

/**
 * The value of a character constant as g++ on x86-64 has it: plain char is signed, several characters pack up, none
 * at all are 0. A constant that nothing closes has no value but an error.
 */
export function parseCharacter(spelling: string): Int | string {
  const match = /^(u8|u|U|L)?'([^]*)'$/.exec(spelling);
  if (match === null) return "missing terminating ' character";
  const prefix = match[1] ?? "";
  const codes = characterCodes(match[2] ?? "", prefix === "" || prefix === "u8");
  const last = codes[codes.length - 1];
  if (last === undefined) return ZERO;
  // In C++17 a u8 character is a plain char.
  if (prefix === "" || prefix === "u8") {
    if (codes.length === 1) return makeInt(BigInt.asIntN(8, BigInt(last)), false);
    return makeInt(
      BigInt.asIntN(
        32,
        codes.reduce((sum, code) => (sum << 8n) | BigInt(code & 0xff), 0n),
      ),
      false,
    );
  }
  if (prefix === "L") return makeInt(BigInt.asIntN(32, BigInt(last)), false);
  return { value: BigInt.asUintN(prefix === "u" ? 16 : 32, BigInt(last)), unsigned: true };
}

function characterCodes(body: string, bytes: boolean): number[] {
  const codes: number[] = [];
  const pattern = /\\(?:x([0-9a-fA-F]+)|([0-7]{1,3})|[uU]([0-9a-fA-F]{4,8})|([^]))|([^\\])/gu;
  for (const match of body.matchAll(pattern)) {
    const [whole, hexadecimal, octal, universal, escaped, plain] = match;
    if (hexadecimal !== undefined) codes.push(Number(BigInt(`0x${hexadecimal}`) & 0xffffffffn));
    else if (whole === "\\x") codes.push(0);
    else if (octal !== undefined) codes.push(parseInt(octal, 8));
    else if (escaped !== undefined) codes.push(ESCAPES[escaped] ?? escaped.codePointAt(0) ?? 0);
    else {
      const code = universal === undefined ? (plain?.codePointAt(0) ?? 0) : parseInt(universal, 16);
      if (bytes) codes.push(...new TextEncoder().encode(String.fromCodePoint(Math.min(code, 0x10ffff))));
      else codes.push(code);
    }
  }
  return codes;
}
