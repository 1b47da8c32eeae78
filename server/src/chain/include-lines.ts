/** The includes of a text, read off its lines: the facts of a file that nothing else is asked of would cost much more. */

export interface IncludeLine {
  readonly spelling: string;
  readonly quoted: boolean;
}

const INCLUDE_LINE = /^[ \t]*#[ \t]*include(?:_next)?[ \t]*(?:"([^"\n]+)"|<([^>\n]+)>)/gm;

export function includeLines(text: string): IncludeLine[] {
  return [...text.matchAll(INCLUDE_LINE)].map(([, quoted, bracketed]) => ({
    spelling: quoted ?? bracketed ?? "",
    quoted: quoted !== undefined,
  }));
}

export function shownInclude({ spelling, quoted }: IncludeLine): string {
  return quoted ? `"${spelling}"` : `<${spelling}>`;
}
