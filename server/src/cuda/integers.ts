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

const INTEGER =
  /^(0[xX][0-9a-fA-F]+|0[bB][01]+|0[0-7]*|[1-9][0-9]*)((?:[uU](?:ll|LL|[lLzZ])?|(?:ll|LL|[lLzZ])[uU]?)?)$/;

/** The value of a preprocessing number, or the error a preprocessor reports for it. */
export function parseInteger(spelling: string): Int | string {
  const plain = spelling.replaceAll("'", "");
  const match = INTEGER.exec(plain);
  if (match === null) {
    if (/^(?:0[xX][0-9a-fA-F.]*[.pP]|[0-9]*\.|[0-9]+[eE])/.test(plain))
      return "floating constant in preprocessor expression";
    return `invalid number "${spelling}" in preprocessor expression`;
  }
  const digits = match[1] ?? "0";
  const octal = /^0[0-7]+$/.test(digits);
  const value = BigInt.asUintN(64, BigInt(octal ? `0o${digits.slice(1)}` : digits));
  const unsigned = /[uU]/.test(match[2] ?? "") || value > 0x7fffffffffffffffn;
  return makeInt(value, unsigned);
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

/** The value of a character constant as g++ on x86-64 has it: plain char is signed, several characters pack up. */
export function parseCharacter(spelling: string): Int | string {
  const match = /^(u8|u|U|L)?'([^]*)'$/.exec(spelling);
  if (match === null) return "missing terminating ' character";
  const prefix = match[1] ?? "";
  const codes = characterCodes(match[2] ?? "", prefix === "" || prefix === "u8");
  const last = codes[codes.length - 1];
  if (last === undefined) return "empty character constant";
  if (prefix === "") {
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
  const bits = prefix === "u8" ? 8 : prefix === "u" ? 16 : 32;
  return { value: BigInt.asUintN(bits, BigInt(last)), unsigned: true };
}

function characterCodes(body: string, bytes: boolean): number[] {
  const codes: number[] = [];
  const pattern = /\\(?:x([0-9a-fA-F]+)|([0-7]{1,3})|[uU]([0-9a-fA-F]{4,8})|([^]))|([^\\])/gu;
  for (const match of body.matchAll(pattern)) {
    const [, hexadecimal, octal, universal, escaped, plain] = match;
    if (hexadecimal !== undefined) codes.push(Number(BigInt(`0x${hexadecimal}`) & 0xffffffffn));
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
