/** Scans the inputs of a command: from the index what still holds, the rest in threads where that is worth it. */
import { fixesWith, unpackReport } from "../../analysis/packed";
import type { Fix, JudgedGate } from "../../gates/judgement";
import { counted } from "../../logic/names";
import type { Settings } from "../../service";
import { neverCancelled } from "../../text/files";
import { makeSource } from "../../text/source";
import type { Analysis, Engine } from "../../workspace/engine";
import { scanIndexed } from "../../workspace/indexed-scan";
import type { Round } from "../../workspace/overlay";
import type { FixLevel, ScanJob, Scanned } from "../../workspace/scan";
import type { ScanRequest } from "../../workspace/scanner";
import { sourceIn } from "../../workspace/source-in";
import type { Input } from "../inputs";
import type { Io } from "../io";

type FileInput = Input & { readonly kind: "file" };

export type ScannedInput =
  | (Input & { readonly kind: "problem" })
  | {
      readonly kind: "scanned";
      readonly input: FileInput;
      readonly scanned: Scanned;
      /** Where the outcome is a report. */
      readonly analysis: Analysis | null;
    };

export interface ScanAllParts {
  readonly io: Io;
  readonly round: Round;
  settingsFor(path: string): Promise<Settings>;
  readonly fixes: FixLevel;
  /** How many threads at most; undefined: as many as there are cores. */
  readonly threads: number | undefined;
  /** Names the index that is used and written; null: start from nothing, and leave nothing. */
  readonly index: string | null;
}

/** In the order of the inputs. */
export async function* scanAll(
  parts: ScanAllParts,
  inputs: AsyncIterable<Input>,
): AsyncGenerator<ScannedInput> {
  const { io, round, fixes } = parts;
  const all: Input[] = [];
  const jobs: ScanJob[] = [];
  for await (const input of inputs) {
    io.progress(`listing files: ${input.path}`);
    all.push(input);
    if (input.kind !== "file") continue;
    // Files of one project share the object: it is compared and handed over many times.
    const settings = await parts.settingsFor(input.path);
    jobs.push({ path: input.path, language: input.language, settings, mayPass: !input.explicit, fixes });
  }
  let finished = 0;
  const outcomes = new Array<Scanned | undefined>(jobs.length);
  const request: ScanRequest = {
    jobs,
    open: new Map(),
    cancellation: neverCancelled,
    done(index, scanned) {
      outcomes[index] = scanned;
      finished++;
      io.progress(`${finished} of ${counted(jobs.length, "file")}: ${jobs[index]?.path ?? ""}`);
    },
    news: () => undefined,
  };
  const scanner = io.scanner(parts.threads);
  const store = parts.index === null ? null : io.indexes;
  if (store === null || parts.index === null) await scanner.scan(request);
  else await scanIndexed({ store, disk: io.disk, name: parts.index }, scanner, request);
  io.progress(null);
  const sourceOf = sourceIn(round);
  let at = 0;
  for (const input of all) {
    if (input.kind !== "file") {
      yield input;
      continue;
    }
    const scanned = outcomes[at++] ?? { kind: "problem", message: "was not read" };
    const analysis: Analysis | null =
      scanned.kind === "report"
        ? {
            report: unpackReport(scanned.packed, () => sourceOf(input.path) ?? makeSource(input.path, "")),
            files: round,
          }
        : null;
    yield { kind: "scanned", input, scanned, analysis };
  }
}

/** A gate's fixes: those that came with its report, else by analysing its file again. */
export function fixesOf(
  engine: Engine,
  analysis: Analysis,
  judged: JudgedGate,
  settings: Settings,
): readonly Fix[] {
  const known = fixesWith(judged);
  if (known !== null) return known;
  const { report, files } = analysis;
  const { service } = engine;
  if (judged.gate.shape !== null) return service.fixes(report, judged, settings, files);
  const again = service.analyse(report.source, report.language, settings, files, neverCancelled);
  const same = again.gates[report.gates.indexOf(judged)];
  return same === undefined ? [] : service.fixes(again, same, settings, files);
}
