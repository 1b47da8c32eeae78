/** Which sources a CMake file compiles, as far as they are spelled out. */
import type { BuildFacts, SourceName } from "../chain/facts";
import type { SourceText } from "../text/source";
import { lexCMake } from "./cmake-lexer";

const SOURCE = /\.(?:cu|cuh|cc|cpp|cxx)$/;

export function buildLinks(source: SourceText): BuildFacts {
  const lists: BuildFacts["lists"][number][] = [];
  let since = 0;
  for (const command of lexCMake(source.text).commands) {
    const sources = command.arguments.flatMap(({ text, span }): SourceName[] =>
      text.split(/[;\s]+/).flatMap((path) => {
        const plain = path.replace(/\$\{[^}]*\}\/?/g, "").replace(/^\/+/, "");
        return SOURCE.test(plain) ? [{ path: plain, span }] : [];
      }),
    );
    if (sources.length === 0) continue;
    lists.push({ command: command.name, since, span: command.span, sources });
    since = command.span.end;
  }
  return { language: "build", lists };
}
