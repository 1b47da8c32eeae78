import type { ScanFormat } from "./format";
import { htmlFormat } from "./html";
import { jsonFormat } from "./json";
import { markdownFormat } from "./markdown";
import { sarifFormat } from "./sarif";
import { textFormat } from "./text";

/** How a scan can be printed; the first one is the usual one. */
export const SCAN_FORMATS: readonly ScanFormat[] = [
  textFormat,
  jsonFormat,
  sarifFormat,
  markdownFormat,
  htmlFormat,
];
