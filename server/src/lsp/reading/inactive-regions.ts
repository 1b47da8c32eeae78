import { dimmingOf } from "../../display/dimming";
import type { InactiveRegions, LensSettings } from "../protocol";
import type { DocumentReport } from "../findings/reports";

/** What the target and the targets also shown do not compile of a document. */
export function inactiveRegions(document: DocumentReport, lens: LensSettings): InactiveRegions {
  const { excluded, partly } = dimmingOf(document.report, [lens.target, ...lens.alsoShow]);
  return { version: document.version, excluded, partly };
}
