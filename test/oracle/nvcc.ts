/** Runs of nvcc's own preprocessing, for the device pass of one target. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

/** What nvcc calls its release, or null where there is none. */
export function nvccVersion(): string | null {
  const asked = spawnSync("nvcc", ["--version"], { encoding: "utf8" });
  return asked.status === 0 ? (/release ([\d.]+)/.exec(asked.stdout)?.[1] ?? "unknown") : null;
}

/** What nvcc says on its error stream about `text`. */
export function nvccDiagnose(text: string, target: string): string {
  return preprocessed(text, target).stderr;
}

/** What nvcc makes of `text`, in the device pass of a target. */
export function nvccPreprocess(text: string, target: string): string {
  return preprocessed(text, target).stdout;
}

/** `-arch=sm_120a -E` would preprocess for plain compute_120. */
function preprocessed(text: string, target: string): { readonly stdout: string; readonly stderr: string } {
  const folder = mkdtempSync(path.join(tmpdir(), "sm-lens-"));
  try {
    const file = path.join(folder, "input.cu");
    writeFileSync(file, text);
    const architecture = `arch=${target.replace("sm_", "compute_")},code=${target}`;
    return spawnSync("nvcc", ["-gencode", architecture, "-E", file], {
      encoding: "utf8",
      env: { ...process.env, LC_ALL: "C" },
      maxBuffer: 1 << 28,
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
