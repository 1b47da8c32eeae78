import { createTwoFilesPatch, FILE_HEADERS_ONLY } from "diff";

/**
 * A unified diff as `patch -p1` takes it. Bytes are compared one unit each, so that a file in any encoding, valid or
 * not, is patched to the byte.
 */
export function unifiedDiff(path: string, before: Uint8Array, after: Uint8Array): Uint8Array {
  const name = path.replace(/^\/+/, "");
  const [from, to] = [headerName(`a/${name}`), headerName(`b/${name}`)];
  const patch = createTwoFilesPatch(
    from,
    to,
    bytesAsUnits(before),
    bytesAsUnits(after),
    undefined,
    undefined,
    {
      context: 3,
      headerOptions: FILE_HEADERS_ONLY,
    },
  );
  // The name is text, the rest are bytes: only the header lines are encoded.
  const body = patch.indexOf("@@");
  const header = new TextEncoder().encode(patch.slice(0, body < 0 ? patch.length : body));
  const hunks =
    body < 0 ? new Uint8Array() : Uint8Array.from(patch.slice(body), (unit) => unit.charCodeAt(0));
  return concatenated(header, hunks);
}

/** As git writes names: quoted where a reader of lines would stumble, else ended by a tab where it has blanks. */
function headerName(name: string): string {
  // eslint-disable-next-line no-control-regex -- control characters are what is looked for
  if (/[\u0000-\u001f"\\]/.test(name)) return JSON.stringify(name);
  return name.includes(" ") ? `${name}\t` : name;
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
