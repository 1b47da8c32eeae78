/** Reads the parts of a Markdown page that tests look at: its headings, fenced blocks, tables and links. */

export interface Fence {
  /** The first word after the opening fence: "cpp", "console". */
  readonly language: string;
  /** The rest of that line: a file's name, or settings. */
  readonly note: string;
  readonly text: string;
  /** Line numbers, from 0, of the block's text: its first line, and the one after its last. */
  readonly from: number;
  readonly to: number;
}

export interface Section {
  /** "" before the first heading of the second level. */
  readonly heading: string;
  readonly fences: readonly Fence[];
}

export interface Page {
  readonly title: string;
  readonly sections: readonly Section[];
  /** The page without its fenced blocks. */
  readonly prose: string;
}

export function readPage(text: string): Page {
  const lines = text.split("\n");
  const sections: { heading: string; fences: Fence[] }[] = [{ heading: "", fences: [] }];
  const prose: string[] = [];
  let title = "";
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? "";
    const opening = /^(`{3,}) *(\S*) *(.*)$/.exec(line);
    if (opening !== null) {
      const from = at + 1;
      while (++at < lines.length && lines[at] !== opening[1]);
      const [, , language = "", note = ""] = opening;
      sections.at(-1)?.fences.push({ language, note, text: textOf(lines.slice(from, at)), from, to: at });
      continue;
    }
    if (line.startsWith("# ")) title = line.slice(2);
    if (line.startsWith("## ")) sections.push({ heading: line.slice(3), fences: [] });
    prose.push(line);
  }
  return { title, sections, prose: prose.join("\n") };
}

function textOf(lines: readonly string[]): string {
  return lines.map((line) => `${line}\n`).join("");
}

/** The targets of inline links and pictures. */
export function linksOf(prose: string): string[] {
  return [...prose.matchAll(/\]\(([^)\s]+)\)/g)].map((match) => match[1] ?? "");
}

/** The names that GitHub gives the headings of a page. */
export function anchorsOf(prose: string): string[] {
  return [...prose.matchAll(/^#{1,6} (.+)$/gm)].map((match) =>
    (match[1] ?? "")
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, "")
      .replace(/ /g, "-"),
  );
}

/** Replaces the text of fenced blocks; those of one page, in order. */
export function withFences(text: string, changes: readonly { fence: Fence; text: string }[]): string {
  const lines = text.split("\n");
  for (const change of [...changes].reverse()) {
    const { from, to } = change.fence;
    lines.splice(from, to - from, ...change.text.replace(/\n$/, "").split("\n"));
  }
  return lines.join("\n");
}

/** Replaces what stands between `<!-- name -->` and `<!-- /name -->`. */
export function withPart(text: string, name: string, part: string): string {
  const [open, close] = [`<!-- ${name} -->`, `<!-- /${name} -->`];
  const start = text.indexOf(open);
  const end = text.indexOf(close);
  if (start < 0 || end < start) throw new Error(`the page has no part '${name}'`);
  return `${text.slice(0, start + open.length)}\n\n${part}\n\n${text.slice(end)}`;
}

export function table(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;
  return [line(header), line(header.map(() => "---")), ...rows.map(line)].join("\n");
}
