import { createTwoFilesPatch, OMIT_HEADERS } from "diff";

/**
 * A unified diff as `patch -p1` takes it. Bytes are compared one unit each, so that a file in any encoding, valid or
 * not, is patched to the byte.
 */
export function unifiedDiff(path: string, before: Uint8Array, after: Uint8Array): Uint8Array {
  const name = path.replace(/^\/+/, "");
  const options = { context: 3, headerOptions: OMIT_HEADERS };
  const [old, edited] = [bytesAsUnits(before), bytesAsUnits(after)];
  const hunks = createTwoFilesPatch("", "", old, edited, undefined, undefined, options);
  const header = `--- ${headerName(`a/${name}`)}\n+++ ${headerName(`b/${name}`)}\n`;
  return concatenated(
    new TextEncoder().encode(header),
    Uint8Array.from(hunks, (unit) => unit.charCodeAt(0)),
  );
}

/** As git writes names: quoted where a reader of lines would stumble, else ended by a tab where it has blanks. */
function headerName(name: string): string {
  if (!/[\p{Cc}"\\]/u.test(name)) return name.includes(" ") ? `${name}\t` : name;
  const quoted = name.replace(/["\\]/g, "\\$&").replace(/\p{Cc}/gu, (control) => {
    return `\\${control.charCodeAt(0).toString(8).padStart(3, "0")}`;
  });
  return `"${quoted}"`;
}

function bytesAsUnits(bytes: Uint8Array): string {
  let text = "";
  for (let at = 0; at < bytes.length; at += 8192)
    text += String.fromCharCode(...bytes.subarray(at, at + 8192));
  return text;
}

function concatenated(first: Uint8Array, second: Uint8Array): Uint8Array {
  const result = new Uint8Array(first.length + second.length);
  result.set(first);
  result.set(second, first.length);
  return result;
}
