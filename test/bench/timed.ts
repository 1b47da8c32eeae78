/** Runs a command and says what it took. */
import { spawnSync } from "node:child_process";

export interface Taken {
  /** In milliseconds. */
  readonly wall: number;
  /** Of all threads, in milliseconds; null for what is not node. */
  readonly cpu: number | null;
  /** The most memory at once, in megabytes; null for what is not node. */
  readonly peak: number | null;
}

/** Tells at its end, on a pipe of its own, what the process took. */
const TELL = `import { writeSync } from "node:fs";
process.on("exit", () => {
  const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage();
  writeSync(3, JSON.stringify({ maxRSS, cpu: userCPUTime + systemCPUTime }));
});`;

/** Statuses 0 and 1 with something said are answers; anything else is a failure and no time at all. */
function run(
  command: string,
  given: readonly string[],
  env: NodeJS.ProcessEnv = {},
): { readonly wall: number; readonly told: string } {
  const start = performance.now();
  const done = spawnSync(command, given, {
    stdio: ["ignore", "pipe", "pipe", "pipe"],
    maxBuffer: 1 << 30,
    env: { ...process.env, ...env },
  });
  const wall = performance.now() - start;
  if (done.error !== undefined) throw done.error;
  const answered = (done.status === 0 || done.status === 1) && done.stdout.length > 0;
  if (!answered) throw new Error(`${command} failed: ${done.stderr.toString("utf8")}`);
  return { wall, told: done.output[3]?.toString("utf8") ?? "" };
}

export function timed(command: string, given: readonly string[]): Taken {
  return { wall: run(command, given).wall, cpu: null, peak: null };
}

export function timedNode(script: string, given: readonly string[], env: NodeJS.ProcessEnv = {}): Taken {
  const preload = `data:text/javascript,${encodeURIComponent(TELL)}`;
  const { wall, told } = run(process.execPath, ["--import", preload, script, ...given], env);
  const { maxRSS, cpu } = JSON.parse(told) as { maxRSS: number; cpu: number };
  return { wall, cpu: cpu / 1000, peak: maxRSS / 1024 };
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[sorted.length >> 1] ?? 0;
}

export const milliseconds = (value: number): string =>
  `${value < 10 ? value.toFixed(2) : value.toFixed(0)} ms`;
