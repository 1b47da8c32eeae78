/** What the support matrix's page and the extension say to each other: plain data, for both sides use it. */
import type {
  CellKind,
  ExportParams,
  MatrixParams,
  MatrixResult,
  MatrixRow,
} from "../../server/src/lsp/protocol";

export type MatrixBy = MatrixParams["by"];

export type ExportFormat = ExportParams["format"];

export type ToPage =
  | {
      readonly type: "matrix";
      readonly result: MatrixResult;
      readonly by: MatrixBy;
      /** The target asked about: its column stands out. */
      readonly target: string;
    }
  /** Something is being worked out; `message` says how far it is. */
  | { readonly type: "busy"; readonly message: string }
  | { readonly type: "failed"; readonly message: string }
  /** The matrix was true before the last changes of files or settings. */
  | { readonly type: "outdated" };

export type FromPage =
  | { readonly type: "ready" }
  /** Go to a row's place; `row` counts in the result as it was sent. */
  | { readonly type: "open"; readonly row: number }
  | { readonly type: "refresh"; readonly by: MatrixBy }
  /** The rows in the order in which they are shown. */
  | { readonly type: "export"; readonly format: ExportFormat; readonly rows: readonly number[] };

/** The page's own texts, in the editor's language; {0} and {1} are filled in by the page. */
export interface PageTexts {
  readonly title: string;
  readonly heading: string;
  readonly toolbar: string;
  readonly rows: string;
  readonly features: string;
  readonly files: string;
  readonly filter: string;
  readonly onlyShut: string;
  readonly onlyShutFor: string;
  readonly refresh: string;
  readonly export: string;
  readonly choose: string;
  readonly signs: string;
  readonly keys: string;
  readonly name: string;
  readonly shown: string;
  readonly outdated: string;
  readonly more: string;
  readonly kinds: Readonly<Record<MatrixRow["kind"], string>>;
  readonly legend: Readonly<Record<CellKind, string>>;
}

export function filled(text: string, ...values: readonly (string | number)[]): string {
  return text.replace(/\{(\d)\}/g, (all, index: string) => String(values[Number(index)] ?? all));
}
