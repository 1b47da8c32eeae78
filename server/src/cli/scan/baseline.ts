/** Findings that are known and not to be told again, kept in a file. */
import type { FileSystem } from "../../workspace/file-system";
import { problemOf } from "../../workspace/file-system";
import { readText } from "../../workspace/read-text";
import { VERSION } from "../../display/about";
import { UsageError } from "../io";
import type { GateJson } from "../json";
import { dirname, relativePath } from "../../text/paths";
import { Fingerprints } from "./fingerprint";
import type { FoundGate } from "./scan-report";

const SCHEMA_VERSION = 1;

interface BaselineJson {
  readonly schemaVersion: number;
  readonly target: string;
  readonly findings: readonly { readonly fingerprint: string }[];
}

/** Knows findings by fingerprints relative to the baseline's own folder: however a scan was told where they are. */
export class Baseline {
  private readonly folder: string;
  private readonly known: ReadonlySet<string>;
  private readonly fingerprints = new Fingerprints();

  constructor(path: string, known: ReadonlySet<string>) {
    this.folder = dirname(path);
    this.known = known;
  }

  /** To be asked once about each finding, in the order of its file: among those that are alike their number counts. */
  knows(gate: GateJson, path: string): boolean {
    const fingerprint = this.fingerprints.of(gate, path, this.folder);
    return fingerprint !== null && this.known.has(fingerprint);
  }
}

/** A baseline as it was written; a usage error where the file is none, or one for another target. */
export async function readBaseline(
  disk: FileSystem,
  path: string,
  shown: string,
  target: string,
): Promise<Baseline> {
  const text = await readText(disk, path).catch((thrown: unknown) => {
    throw new UsageError(`--baseline: ${shown}: ${problemOf(thrown).message}`);
  });
  const parsed = jsonIn(text.text);
  if (!isBaseline(parsed))
    throw new UsageError(`--baseline: ${shown} is no baseline; --write-baseline makes one`);
  if (parsed.target !== target)
    throw new UsageError(`--baseline: ${shown} was made for ${parsed.target}, not for ${target}`);
  return new Baseline(path, new Set(parsed.findings.map(({ fingerprint }) => fingerprint)));
}

/** Undefined where the text is none. */
function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isBaseline(value: unknown): value is BaselineJson {
  if (typeof value !== "object" || value === null) return false;
  const { schemaVersion, target, findings } = value as Partial<Record<keyof BaselineJson, unknown>>;
  if (schemaVersion !== SCHEMA_VERSION || typeof target !== "string" || !Array.isArray(findings))
    return false;
  return findings.every(
    (each: unknown) => typeof (each as { fingerprint?: unknown }).fingerprint === "string",
  );
}

/**
 * Sorted, so that two baselines of one tree are the same text. What stands beside a fingerprint is for people.
 *
 * @param path where it will be: files are told, and known again, from there
 */
export function baselineText(path: string, target: string, gates: readonly FoundGate[]): string {
  const folder = dirname(path);
  const fingerprints = new Fingerprints();
  const findings = gates
    .flatMap(({ gate, path: file }) => {
      const fingerprint = fingerprints.of(gate, file, folder);
      if (fingerprint === null) return [];
      return [{ fingerprint, rule: gate.rule, file: relativePath(folder, file), text: gate.text }];
    })
    .sort((a, b) => (a.file + a.fingerprint < b.file + b.fingerprint ? -1 : 1));
  const baseline = {
    schemaVersion: SCHEMA_VERSION,
    tool: { name: "sm-lens", version: VERSION },
    target,
    findings,
  };
  return `${JSON.stringify(baseline, null, 2)}\n`;
}
