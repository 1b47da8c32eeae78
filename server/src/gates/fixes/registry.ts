import { buildAddArch } from "./build-add-arch";
import { buildMatchName } from "./build-match-name";
import { buildWidenSuffix } from "./build-widen-suffix";
import type { FixKind } from "./fix-kind";
import { guardAddFamily, guardAddTarget } from "./guard-add";
import { guardDropUpperBound } from "./guard-drop-upper-bound";
import { guardNarrow } from "./guard-narrow";
import { guardRaiseUpperBound } from "./guard-raise-upper-bound";

/** In the order in which alternatives are offered. */
export const FIX_KINDS: readonly FixKind[] = [
  guardDropUpperBound,
  guardRaiseUpperBound,
  guardAddFamily,
  guardAddTarget,
  guardNarrow,
  buildAddArch,
  buildMatchName,
  buildWidenSuffix,
];
