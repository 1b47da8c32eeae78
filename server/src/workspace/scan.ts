import type { PackedReport } from "../analysis/packed";
import type { FileLinks } from "../chain/facts";
import { NO_LINKS } from "../chain/facts";
import { packReport } from "../analysis/packed";
import type { JudgedGate } from "../gates/judgement";
import type { Language, Settings } from "../service";
import type { Cancellation } from "../text/files";
import { makeSource } from "../text/source";
import { decode } from "./decode";
import type { Seen } from "./dependencies";
import { hashOf, seenOpen } from "./dependencies";
import type { Engine } from "./engine";
import { analyse } from "./engine";
import type { FileSystem } from "./file-system";
import { problemOf } from "./file-system";
import type { Overlay, Round } from "./overlay";
import { checkReadable } from "./read-text";

/** For which gates verified edits are worked out as well: they cost more than all the rest. */
export type FixLevel = "none" | "findings" | "all";

export interface ScanJob {
  readonly path: string;
  readonly language: Language;
  readonly settings: Settings;
  /** Whether a file that can hold no gate is passed over; one that was asked for by name is read in any case. */
  readonly mayPass: boolean;
  readonly fixes: FixLevel;
}

/** Plain data: it comes from workers, and from an index. */
export type Scanned =
  | {
      readonly kind: "report";
      readonly packed: PackedReport;
      readonly seen: Seen;
      readonly links: FileLinks;
    }
  /** Read, and certain to hold no gate. */
  | { readonly kind: "nothing"; readonly seen: Seen; readonly links: FileLinks }
  /** Gone since it was listed. */
  | { readonly kind: "vanished" }
  | { readonly kind: "problem"; readonly message: string };

export interface ScanContext {
  readonly engine: Engine;
  readonly disk: FileSystem;
  readonly files: Overlay;
  readonly cancellation: Cancellation;
  readonly round: Round;
}

/** Reads one file, an open document's text first, and analyses it. Never throws. */
export async function scanFile(context: ScanContext, job: ScanJob): Promise<Scanned> {
  const { engine, files, cancellation, round } = context;
  const { path, language, settings, mayPass } = job;
  try {
    const { text, version } = await textOf(context, path);
    if (mayPass && !engine.service.mayHoldGates(language, text, settings))
      return {
        kind: "nothing",
        seen: { version, hash: 0 },
        // An extension that nothing decides about leads nowhere; a header may lead to one that is decided about.
        links: language === "cuda" ? engine.service.links(makeSource(path, text), language) : NO_LINKS,
      };
    const source = makeSource(path, text);
    const { report } = await analyse(engine, files, source, language, settings, cancellation, round);
    const packed = packReport(report, (judged) =>
      wantsFixes(judged, job.fixes) ? engine.service.fixes(report, judged, settings, round) : null,
    );
    const links = engine.service.links(source, language);
    return { kind: "report", packed, seen: { version, hash: hashOf(text) }, links };
  } catch (thrown) {
    const problem = problemOf(thrown);
    return problem.kind === "missing" ? { kind: "vanished" } : { kind: "problem", message: problem.message };
  }
}

async function textOf(
  { disk, files }: ScanContext,
  path: string,
): Promise<{ readonly text: string; readonly version: string }> {
  const open = files.openText(path);
  if (open !== undefined) return { text: open, version: seenOpen(open).version };
  const now = disk.immediate?.answersFor?.(path) === false ? undefined : disk.immediate;
  const stat = now === undefined ? await disk.stat(path) : now.stat(path);
  checkReadable(stat);
  const bytes = now === undefined ? await disk.read(path) : now.read(path);
  return { text: decode(bytes).text, version: stat.version };
}

function wantsFixes(judged: JudgedGate, level: FixLevel): boolean {
  if (level === "none") return false;
  // A build list that admits the target by another's code may still be made to name it.
  const mayHaveSome = judged.rule !== null || judged.excludesTarget !== false || judged.gate.exact !== null;
  return judged.rule !== null || (level === "all" && mayHaveSome);
}
