/** `foreach(cc IN LISTS ARCHS)`: what becomes of the entries of a list one by one. */
import type { ArchEntry } from "../arch/arch-list";
import type { CMakeCommand } from "./cmake-lexer";

export interface Loops {
  /** Whether the variable of this `foreach` goes into flags for architectures: `code=sm_${cc}`. */
  makesFlags(loop: CMakeCommand): boolean;
  /** The loop that a `list(…)` stands in; null where it is in none. */
  around(command: CMakeCommand): CMakeCommand | null;
  /** Entries as they are used: where a loop makes machine code alone of a list's, a bare number asks for no PTX. */
  asUsed(list: string, entries: readonly ArchEntry[]): readonly ArchEntry[];
}

interface Loop {
  readonly variable: string;
  /** The lists that it goes through, and its own variable where the entries stand in it. */
  readonly names: readonly string[];
  makesCode: boolean;
  makesPtx: boolean;
}

export function readLoops(commands: readonly CMakeCommand[]): Loops {
  const all = new Map<CMakeCommand, Loop>();
  const around = new Map<CMakeCommand, CMakeCommand>();
  const heads: CMakeCommand[] = [];
  let open: Loop[] = [];
  for (const command of commands) {
    if (command.name === "foreach") {
      const loop = loopOf(command);
      all.set(command, loop);
      open.push(loop);
      heads.push(command);
    } else if (command.name === "endforeach") {
      open = open.slice(0, -1);
      heads.pop();
    } else {
      const head = heads.at(-1);
      if (head !== undefined && command.name === "list") around.set(command, head);
      for (const loop of open.slice(-MOST_NESTED)) for (const { text } of command.arguments) note(loop, text);
    }
  }
  const binaries = new Set(
    [...all.values()]
      .filter(({ makesCode, makesPtx }) => makesCode && !makesPtx)
      .flatMap(({ names }) => names),
  );
  return {
    makesFlags: (loop) => all.get(loop)?.makesCode === true || all.get(loop)?.makesPtx === true,
    around: (command) => around.get(command) ?? null,
    asUsed: (list, entries) => (binaries.has(list) ? entries.map(withoutPtx) : entries),
  };
}

/** Loops inside loops: deeper ones say nothing of who is built for. */
const MOST_NESTED = 4;

function loopOf({ arguments: [variable, ...rest] }: CMakeCommand): Loop {
  const own = variable?.text ?? "";
  const lists = rest.flatMap(({ text }, index) => {
    const reference = /^\$\{([^}]*)\}$/.exec(text)?.[1];
    if (reference !== undefined) return [reference];
    return rest.slice(0, index).some((before) => before.text === "LISTS") ? [text] : [];
  });
  return { variable: own, names: [own, ...lists], makesCode: false, makesPtx: false };
}

function note(loop: Loop, text: string): void {
  const at = text.indexOf(`_\${${loop.variable}}`);
  if (at < 0) return;
  for (const [, kind] of text.matchAll(/(?:code=[\\"'[]{0,3}|,)(sm|compute)_\$\{[^}\n]{1,80}\}/g)) {
    if (kind === "sm") loop.makesCode = true;
    else loop.makesPtx = true;
  }
}

function withoutPtx(entry: ArchEntry): ArchEntry {
  const isBare = entry.style === "number" && entry.kind === "both" && /^\d+[af]?$/.test(entry.text);
  return isBare ? { ...entry, kind: "cubin", ptx: null } : entry;
}
