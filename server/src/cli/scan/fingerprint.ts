import { createHash } from "node:crypto";
import { relativePath } from "../../text/paths";
import type { GateJson } from "../json";

/**
 * Tells findings apart without their lines, so that a finding keeps its mark while text above it comes and goes: by
 * rule, file and condition, and among those that are alike by their order.
 */
export class Fingerprints {
  private readonly met = new Map<string, number>();

  /** @param base the folder that the file's path is taken relative to */
  of(gate: GateJson, path: string, base: string): string | null {
    if (gate.rule === null) return null;
    const file = relativePath(base, path);
    const key = [gate.rule, file, gate.layer, gate.text.replace(/\s+/g, " ").trim()].join("\0");
    const before = this.met.get(key) ?? 0;
    this.met.set(key, before + 1);
    return createHash("sha256").update(`${key}\0${before}`).digest("hex").slice(0, 20);
  }
}
