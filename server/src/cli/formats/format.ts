import type { ScanReport } from "../scan/scan-report";

/** One way to print what a scan found. */
export interface ScanFormat {
  readonly name: string;
  /** Finding fixes costs more than finding gates. */
  readonly wantsFixes: boolean;
  /** Paths as a person gave them, or absolute for whoever makes them into addresses. */
  readonly paths: "shown" | "absolute";
  render(report: ScanReport): string;
}
