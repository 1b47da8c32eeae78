/** Runs the commands that a page shows, in this process, on the files that the page shows. */
import type { Io } from "../../../server/src/cli/io";
import { runCli } from "../../../server/src/cli/program";
import type { Severity } from "../../../server/src/gates/judgement";
import { createService } from "../../../server/src/service";
import { join } from "../../../server/src/text/paths";
import type { Engine } from "../../../server/src/workspace/engine";
import type { FileSystem } from "../../../server/src/workspace/file-system";
import { memoryFileSystem } from "../../../server/src/workspace/memory-files";
import { scannerHere } from "../../../server/src/workspace/scanner";
import { pythonParser } from "../python/parser";

export interface Terminal {
  /** Answers a transcript in which every `$` line is followed by what the command prints. */
  transcript(script: string): Promise<string>;
  /** The findings of one file as `scan` prints them, with these levels of rules. */
  findings(file: string, levels: Readonly<Record<string, Severity | "off">>): Promise<string>;
}

/** A terminal in a folder that holds these files and nothing else. */
export async function terminalWith(files: Readonly<Record<string, string>>): Promise<Terminal> {
  const cwd = "/project";
  const contents = Object.entries(files).map(([name, text]) => [join(cwd, name), text] as const);
  return terminalIn(cwd, memoryFileSystem({ [`${cwd}/setup.py`]: "", ...Object.fromEntries(contents) }));
}

function refuse(): never {
  throw new Error("commands on a page change no file: they take --dry-run");
}

export async function terminalIn(cwd: string, disk: FileSystem): Promise<Terminal> {
  const service = createService({ python: await pythonParser() });
  const engine: Engine = { service, ready: () => Promise.resolve() };
  const ioTo = (print: (text: string) => void): Io => ({
    cwd,
    disk,
    out: (text) => print(typeof text === "string" ? text : new TextDecoder().decode(text)),
    err: print,
    engine: () => engine,
    scanner: () => scannerHere(engine, disk, () => undefined),
    indexes: null,
    progress: () => undefined,
    create: refuse,
    write: refuse,
    keep: refuse,
    serve: () => Promise.reject(new Error("no page serves an editor")),
  });
  return {
    async transcript(script) {
      let shown = "";
      let status = 0;
      for (const line of script.split("\n").filter((each) => each.startsWith("$ "))) {
        shown += `${line}\n`;
        const [command, ...args] = wordsOf(line.slice(2));
        if (command === "echo" && args[0] === "$?") shown += `${status}\n`;
        else if (command === "sm-lens")
          status = await runCli(
            args,
            ioTo((text) => (shown += text)),
          );
        else throw new Error(`a page can run sm-lens and 'echo $?', not '${line}'`);
      }
      return shown;
    },
    async findings(file, levels) {
      let shown = "";
      const rules = Object.entries(levels).flatMap(([id, level]) => ["--rule", `${id}=${level}`]);
      const io = ioTo((text) => (shown += text));
      await runCli(["scan", ...rules, file], { ...io, err: () => undefined });
      return shown.replace(/^nothing excludes .*\n/m, "");
    },
  };
}

function wordsOf(command: string): string[] {
  return (command.match(/'[^']*'|"[^"]*"|\S+/g) ?? []).map((word) => word.replace(/^(['"])(.*)\1$/, "$2"));
}
