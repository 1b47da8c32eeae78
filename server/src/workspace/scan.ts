import type { Language, Settings } from "../service";
import type { Cancellation } from "../text/files";
import { makeSource } from "../text/source";
import type { Analysis, Engine } from "./engine";
import { analyse } from "./engine";
import type { FileSystem } from "./file-system";
import { problemOf } from "./file-system";
import type { Overlay, Round } from "./overlay";
import { readText } from "./read-text";

export type Scanned =
  | { readonly kind: "report"; readonly path: string; readonly analysis: Analysis }
  /** Read, and certain to hold no gate. */
  | { readonly kind: "nothing"; readonly path: string }
  /** Gone since it was listed. */
  | { readonly kind: "vanished"; readonly path: string }
  | { readonly kind: "problem"; readonly path: string; readonly message: string };

export interface ScanContext {
  readonly engine: Engine;
  readonly disk: FileSystem;
  readonly files: Overlay;
  readonly settings: Settings;
  readonly cancellation: Cancellation;
  readonly round: Round;
}

/**
 * Reads one file, an open document's text first, and analyses it. Where `mayPass`, a file that can hold no gate is
 * passed over; a file that was asked for by name is read in any case, for what was read there is part of the answer.
 * Never throws.
 */
export async function scanFile(
  context: ScanContext,
  path: string,
  language: Language,
  mayPass = true,
): Promise<Scanned> {
  try {
    const text = context.files.openText(path) ?? (await readText(context.disk, path)).text;
    if (mayPass && !context.engine.service.mayHoldGates(language, text)) return { kind: "nothing", path };
    const source = makeSource(path, text);
    const { engine, files, settings, cancellation, round } = context;
    const analysis = await analyse(engine, files, source, language, settings, cancellation, round);
    return { kind: "report", path, analysis };
  } catch (thrown) {
    const problem = problemOf(thrown);
    if (problem.kind === "missing") return { kind: "vanished", path };
    return { kind: "problem", path, message: problem.message };
  }
}
