import { execFile } from "node:child_process";
import { homedir } from "node:os";
import { promisify } from "node:util";
import * as vscode from "vscode";
import type { Gpu } from "./detect-target";
import { gpusIn } from "./smi-output";

const TIMEOUT_MS = 10_000;
const QUERY = ["--query-gpu=name,compute_cap", "--format=csv,noheader"];

/** Runs nvidia-smi from the path, never from the workspace: a program of that name there is not the driver's. */
export async function askNvidiaSmi(): Promise<readonly Gpu[]> {
  let output: string;
  try {
    const options = { cwd: homedir(), timeout: TIMEOUT_MS, windowsHide: true };
    ({ stdout: output } = await promisify(execFile)("nvidia-smi", QUERY, options));
  } catch (error) {
    throw new Error(reasonOf(error), { cause: error });
  }
  const gpus = gpusIn(output);
  if (gpus.length === 0) throw new Error(vscode.l10n.t("nvidia-smi names no GPU with a compute capability."));
  return gpus;
}

function reasonOf(error: unknown): string {
  const { code, stdout = "" } = error as { code?: unknown; stdout?: string };
  if (code === "ENOENT")
    return vscode.l10n.t("There is no nvidia-smi on this machine: choose the target from the list.");
  const [first = ""] = stdout.trim().split("\n");
  return vscode.l10n.t("nvidia-smi failed: {0}", first || String(code));
}
