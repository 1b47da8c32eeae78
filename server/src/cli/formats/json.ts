/** The stable JSON of a scan, described in docs/json.md. */
import { VERSION } from "../../display/about";
import { namesDependedOn } from "../../display/summary";
import { SCHEMA_VERSION } from "../json";
import type { ScanFormat } from "./format";

export const jsonFormat: ScanFormat = {
  name: "json",
  wantsFixes: true,
  paths: "shown",
  render({ target, filesScanned, counts, missing, gates }) {
    const { conditions, undecided, exempt } = counts;
    const report = {
      schemaVersion: SCHEMA_VERSION,
      target,
      tool: { name: "sm-lens", version: VERSION },
      filesScanned,
      read: { conditions, undecided, exempt, dependsOn: namesDependedOn(counts) },
      missingIncludes: missing,
      gates: gates.map(({ gate, fingerprint }) => ({ ...gate, fingerprint })),
    };
    return `${JSON.stringify(report, null, 2)}\n`;
  },
};
