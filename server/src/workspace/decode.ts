/**
 * Bytes to text with the offsets an editor would have, and offsets back to bytes. Any bytes decode: what is not valid
 * becomes U+FFFD, one for each maximal ill-formed part, as the WHATWG decoders and VS Code do it.
 */
export type Encoding = "utf-8" | "utf-16le" | "utf-16be";

export interface Decoded {
  /** Without its byte order mark, as editors hold it. */
  readonly text: string;
  readonly encoding: Encoding;
  /** Length of the byte order mark in bytes: 0, 2 or 3. */
  readonly bomLength: number;
  /** NUL bytes near the start that no UTF-16 explains: most likely not a text. */
  readonly binary: boolean;
}

/** How far from the start NUL bytes are looked for; VS Code's own figure. */
const SNIFFED_BYTES = 512;

const decoders = {
  "utf-8": new TextDecoder("utf-8", { ignoreBOM: true }),
  "utf-16le": new TextDecoder("utf-16le", { ignoreBOM: true }),
  "utf-16be": new TextDecoder("utf-16be", { ignoreBOM: true }),
};

export function decode(bytes: Uint8Array): Decoded {
  const { encoding, bomLength, binary } = sniff(bytes);
  const body = bomLength === 0 ? bytes : bytes.subarray(bomLength);
  return { text: decoders[encoding].decode(body), encoding, bomLength, binary };
}

function sniff(bytes: Uint8Array): Omit<Decoded, "text"> {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf)
    return { encoding: "utf-8", bomLength: 3, binary: false };
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return { encoding: "utf-16le", bomLength: 2, binary: false };
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return { encoding: "utf-16be", bomLength: 2, binary: false };
  return sniffNuls(bytes);
}

/** Source code in UTF-16 without a mark has a NUL in every other byte, always on the same side. */
function sniffNuls(bytes: Uint8Array): Omit<Decoded, "text"> {
  const end = Math.min(bytes.length, SNIFFED_BYTES);
  let nuls = 0;
  let everyOddIsNul = true;
  let everyEvenIsNul = true;
  for (let at = 0; at < end; at++) {
    const isNul = bytes[at] === 0;
    if (isNul) nuls++;
    if (at % 2 === 1 && !isNul) everyOddIsNul = false;
    if (at % 2 === 0 && !isNul) everyEvenIsNul = false;
  }
  if (nuls === 0) return { encoding: "utf-8", bomLength: 0, binary: false };
  const half = Math.floor(end / 2);
  if (everyOddIsNul && nuls === half) return { encoding: "utf-16le", bomLength: 0, binary: false };
  if (everyEvenIsNul && nuls === end - half) return { encoding: "utf-16be", bomLength: 0, binary: false };
  return { encoding: "utf-8", bomLength: 0, binary: true };
}

/** The byte at which each of the ascending UTF-16 `offsets` of the decoded text starts. */
export function byteOffsets(bytes: Uint8Array, decoded: Decoded, offsets: readonly number[]): number[] {
  if (decoded.encoding !== "utf-8") {
    return offsets.map((offset) => Math.min(bytes.length, decoded.bomLength + 2 * offset));
  }
  const result: number[] = [];
  let at = decoded.bomLength;
  let units = 0;
  for (const offset of offsets) {
    while (units < offset && at < bytes.length) {
      const part = utf8Part(bytes, at);
      at += part.length;
      units += part.units;
    }
    result.push(at);
  }
  return result;
}

/** The bytes of one code point, or of one maximal ill-formed part, and the UTF-16 units it decodes to. */
function utf8Part(bytes: Uint8Array, at: number): { length: number; units: number } {
  const first = bytes[at] ?? 0;
  const needed = first < 0xc2 || first > 0xf4 ? 0 : first < 0xe0 ? 1 : first < 0xf0 ? 2 : 3;
  let low = first === 0xe0 ? 0xa0 : first === 0xf0 ? 0x90 : 0x80;
  let high = first === 0xed ? 0x9f : first === 0xf4 ? 0x8f : 0xbf;
  for (let index = 1; index <= needed; index++) {
    const next = bytes[at + index];
    if (next === undefined || next < low || next > high) return { length: index, units: 1 };
    low = 0x80;
    high = 0xbf;
  }
  return { length: needed + 1, units: needed === 3 ? 2 : 1 };
}

/** Text to bytes, without a byte order mark. */
export function encode(text: string, encoding: Encoding): Uint8Array {
  if (encoding === "utf-8") return new TextEncoder().encode(text);
  const bytes = new Uint8Array(2 * text.length);
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    bytes[2 * index] = encoding === "utf-16le" ? unit & 0xff : unit >> 8;
    bytes[2 * index + 1] = encoding === "utf-16le" ? unit >> 8 : unit & 0xff;
  }
  return bytes;
}
