/** The escapes of Python string literals. */
const SIMPLE: Readonly<Record<string, string>> = {
  n: "\n",
  t: "\t",
  r: "\r",
  "0": "\0",
  a: "\x07",
  b: "\b",
  f: "\f",
  v: "\v",
  "\\": "\\",
  "'": "'",
  '"': '"',
  "\n": "",
};

export function unescape(text: string, raw: boolean, format: boolean): string {
  const braces = format ? text.replace(/\{\{/g, "{").replace(/\}\}/g, "}") : text;
  if (raw || !braces.includes("\\")) return braces;
  return braces.replace(/\\(x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|\r\n|[\s\S])/g, (whole, code: string) => {
    if (code.length > 2) return String.fromCharCode(Number.parseInt(code.slice(1), 16));
    return code === "\r\n" ? "" : (SIMPLE[code] ?? whole);
  });
}
