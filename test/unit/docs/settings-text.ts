/** The manifest's text of a setting for a page: the settings editor alone makes a link of `#other.setting#`. */
export function withoutLinks(text: string): string {
  return text.replace(/`#([\w.]+)#`/g, "`$1`");
}
