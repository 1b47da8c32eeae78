/** Runs of g++'s preprocessor, a few at a time. */
import { spawn, spawnSync } from "node:child_process";

const FLAGS = ["-x", "c++", "-E", "-std=gnu++17", "-D_GNU_SOURCE"];
const QUIET = ["-w", "-fno-diagnostics-show-caret", "-o", "/dev/null"];
const PARALLEL = Number(process.env["SM_LENS_ORACLE_JOBS"] ?? "2");
const TIMEOUT_MS = 600_000;

let running = 0;
const waiting: (() => void)[] = [];

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= PARALLEL) await new Promise<void>((resolve) => waiting.push(resolve));
  else running++;
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next === undefined) running--;
    else next();
  }
}

/** `directives` leaves the text between directives as it is (`-fdirectives-only`), `whole` expands it. */
export type Mode = "directives" | "whole";

export interface Macros {
  /** A text, or null for `-U`. */
  readonly [name: string]: string | null;
}

export function macroFlags(macros: Macros): string[] {
  return Object.entries(macros).map(([name, value]) => (value === null ? `-U${name}` : `-D${name}=${value}`));
}

/** Where g++ is run and what it is told besides: search folders, files to write. */
export interface Surroundings {
  readonly folder?: string;
  readonly flags?: readonly string[];
}

/** What g++ says on its error stream about `text`; g++ goes on after errors, so they are all there. */
export async function diagnose(
  text: string,
  macros: Macros,
  mode: Mode = "directives",
  around: Surroundings = {},
): Promise<string> {
  const said = await run(["-"], text, macros, mode, around);
  const broken = /^.*(?:fatal error|internal compiler error|unrecognized command).*$/m.exec(said);
  if (broken !== null) throw new Error(`g++ gave up: ${broken[0]}`);
  return said;
}

/** What g++ says about a file where it lies, a fatal error included. */
export function diagnoseFile(
  file: string,
  macros: Macros,
  mode: Mode,
  around: Surroundings,
): Promise<string> {
  return run([file], "", macros, mode, around);
}

function run(
  input: readonly string[],
  text: string,
  macros: Macros,
  mode: Mode,
  { folder, flags = [] }: Surroundings,
): Promise<string> {
  const reading = mode === "directives" ? [...FLAGS, "-fdirectives-only"] : FLAGS;
  return inTurn(
    () =>
      new Promise((resolve, reject) => {
        const child = spawn("g++", [...reading, ...flags, ...macroFlags(macros), ...QUIET, ...input], {
          env: { ...process.env, LC_ALL: "C" },
          stdio: ["pipe", "ignore", "pipe"],
          timeout: TIMEOUT_MS,
          ...(folder === undefined ? {} : { cwd: folder }),
        });
        const said: Buffer[] = [];
        child.stderr.on("data", (chunk: Buffer) => said.push(chunk));
        child.stdin.on("error", () => undefined);
        child.on("error", reject);
        child.on("close", (code, signal) => {
          const all = Buffer.concat(said).toString("utf8");
          if (signal !== null || code === null) reject(new Error(`g++ ended by ${signal ?? "nothing"}`));
          else resolve(all);
        });
        child.stdin.end(text);
      }),
  );
}

/** The version of g++, or null where there is none. */
export function gppVersion(): string | null {
  const asked = spawnSync("g++", ["-dumpfullversion"], { encoding: "utf8" });
  return asked.status === 0 ? asked.stdout.trim() : null;
}
