/** The words of a command line as a shell of Unix reads them, as far as build tools write them. */
export function shellWords(command: string): string[] {
  const words: string[] = [];
  let word: string | null = null;
  let quote = "";
  for (let at = 0; at < command.length; at++) {
    const character = command[at] ?? "";
    const next = command[at + 1] ?? "";
    if (quote === "'") {
      if (character === "'") quote = "";
      else word = (word ?? "") + character;
    } else if (character === "\\" && (quote === "" || '"\\$`\n'.includes(next))) {
      word = (word ?? "") + next;
      at++;
    } else if (character === quote) quote = "";
    else if (quote === "" && (character === "'" || character === '"')) {
      quote = character;
      word ??= "";
    } else if (quote === "" && /\s/.test(character)) {
      if (word !== null) words.push(word);
      word = null;
    } else word = (word ?? "") + character;
  }
  return word === null ? words : [...words, word];
}
