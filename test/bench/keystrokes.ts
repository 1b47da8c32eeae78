/**
 * What a keystroke costs: `npm run bench:keystrokes -- [--root FOLDER] FILE…`. Letters are typed into each file, at
 * places spread over it, and each time the text is analysed anew as the language server does it, imports and includes
 * looked up on the disk again. Prints medians and 95th percentiles of the time until the findings are there, of wall
 * and of processor time; never judges.
 */
import { readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { makeSource } from "../../server/src/text/source";
import { neverCancelled } from "../../server/src/text/files";
import type { Settings } from "../../server/src/service";
import { analyse, type Engine } from "../../server/src/workspace/engine";
import { nodeEngine } from "../../server/src/workspace/node-engine";
import { nodeFiles } from "../../server/src/workspace/node-files";
import { Overlay } from "../../server/src/workspace/overlay";

const PLACES = 25;
/** Typed at every place: a word, an open bracket, a quote, and what closes them. */
const TYPED = ["a", "b", " ", "(", '"', "sm_120", '"', ")", "\n"];

function quantile(values: readonly number[], part: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;
}

/** Of the last line before the offset that holds something. */
function indentationAbove(text: string, before: number): string {
  return /(?:^|\n)([ \t]*)\S[^\n]*\n\s*$/.exec(text.slice(Math.max(0, before - 2000), before))?.[1] ?? "";
}

async function measure(engine: Engine, root: string, file: string): Promise<void> {
  const language = engine.service.languageOf(file);
  if (language === null) throw new Error(`${file} is in no language that is read`);
  const settings: Settings = {
    target: "sm_120",
    macros: new Map(),
    assumeUndefined: false,
    followIncludes: true,
    root,
    severities: new Map(),
  };
  const overlay = new Overlay(nodeFiles);
  const text = readFileSync(file, "utf8");
  const run = async (edited: string): Promise<{ wall: number; cpu: number }> => {
    overlay.setOpen(file, edited);
    const cpu = process.cpuUsage();
    const wall = performance.now();
    await analyse(engine, overlay, makeSource(file, edited), language, settings, neverCancelled);
    const used = process.cpuUsage(cpu);
    return { wall: performance.now() - wall, cpu: (used.user + used.system) / 1000 };
  };
  const first = await run(text);
  await run(`${text}\n`);
  const walls: number[] = [];
  const cpus: number[] = [];
  for (let place = 0; place < PLACES; place++) {
    const line = text.indexOf("\n", Math.floor((text.length * (place + 0.5)) / PLACES)) + 1;
    // Where people type: behind the indentation, which an editor gives to an empty line as well.
    const own = /^[ \t]*/.exec(text.slice(line))?.[0] ?? "";
    const at = line + own.length;
    const isEmpty = text[at] === "\n";
    let typed = isEmpty && own === "" ? indentationAbove(text, line) : "";
    // What was typed at the place before is taken back first: nobody changes two places with one keystroke.
    await run(text);
    for (const more of TYPED) {
      typed += more;
      const { wall, cpu } = await run(text.slice(0, at) + typed + text.slice(at));
      walls.push(wall);
      cpus.push(cpu);
    }
  }
  const both = (part: number): string =>
    `${quantile(walls, part).toFixed(1)} ms (${quantile(cpus, part).toFixed(1)} ms of processor time)`;
  console.log(
    `${path.relative(root, file)}, ${Math.round(text.length / 1000)} KB: ` +
      `at first ${first.wall.toFixed(0)} ms, then median ${both(0.5)}, 95th percentile ${both(0.95)}, ` +
      `worst ${both(1)}`,
  );
}

const given = process.argv.slice(2);
const at = given.indexOf("--root");
const rootGiven = at < 0 ? null : path.resolve(given[at + 1] ?? ".");
const files = (at < 0 ? given : [...given.slice(0, at), ...given.slice(at + 2)]).map((file) =>
  path.resolve(file),
);
if (files.length === 0) {
  console.error("usage: npm run bench:keystrokes -- [--root FOLDER] FILE…");
  process.exitCode = 2;
} else {
  const dist = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "../../dist");
  const engine = nodeEngine(pathToFileURL(`${dist}/`));
  for (const file of files) await measure(engine, rootGiven ?? path.dirname(file), file);
}
