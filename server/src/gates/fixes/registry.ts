import { buildAddArch } from "./build-add-arch";
import { buildEqualName, buildMatchName } from "./build-match-name";
import { buildRaiseBound } from "./build-raise-bound";
import { buildWidenSuffix } from "./build-widen-suffix";
import type { FixKind } from "./fix-kind";
import { guardAddFamily, guardAddTarget } from "./guard-add";
import { guardDefinition } from "./guard-definition";
import { guardDropExclusion } from "./guard-drop-exclusion";
import { guardDropUpperBound } from "./guard-drop-upper-bound";
import { guardIncludeBound } from "./guard-include-bound";
import { guardNarrow } from "./guard-narrow";
import { guardRaiseUpperBound } from "./guard-raise-upper-bound";
import { guardSpareFamily, guardSpareTarget } from "./guard-spare";
import { hostAddDevice } from "./host-add-device";
import { hostCaseLabel } from "./host-case-label";
import { alsoCompiled } from "./host-compiled";
import { hostCompareMacro } from "./host-compare-macro";
import { hostDropExclusion } from "./host-drop-exclusion";
import { hostListAdd } from "./host-list-add";
import { hostNarrow } from "./host-narrow";
import { hostNewer } from "./host-newer";
import { hostTemplateArgument } from "./host-template-argument";
import { hostUpperBound } from "./host-upper-bound";
import { hostWidenFamily } from "./host-widen-family";
import { pythonAddFamily, pythonAddSibling, pythonAddTarget } from "./python-add";
import { pythonDropUpperBound, pythonRaiseUpperBound } from "./python-bound";
import { pythonAddComma } from "./python-comma";
import { pythonDropRefusal } from "./python-drop-refusal";
import { pythonLeaveOut, pythonNarrow, pythonRefuseSibling } from "./python-narrow";
import { pythonSplitName } from "./python-split";
import { pythonCompareNumbers } from "./python-text";
import { pythonNewerToolkits } from "./python-versions";
import { pythonWidenSuffix } from "./python-widen-suffix";
import { targetSelector } from "./target-selector";

/** In the order in which alternatives are offered. */
export const FIX_KINDS: readonly FixKind[] = [
  guardDefinition,
  guardIncludeBound,
  guardDropUpperBound,
  guardDropExclusion,
  guardRaiseUpperBound,
  guardAddFamily,
  guardAddTarget,
  guardSpareFamily,
  guardSpareTarget,
  guardNarrow,
  targetSelector,
  pythonCompareNumbers,
  pythonDropUpperBound,
  pythonRaiseUpperBound,
  pythonAddSibling,
  pythonAddFamily,
  pythonAddTarget,
  pythonDropRefusal,
  pythonWidenSuffix,
  pythonAddComma,
  pythonNewerToolkits,
  pythonSplitName,
  pythonNarrow,
  pythonLeaveOut,
  pythonRefuseSibling,
  ...[
    hostUpperBound,
    hostDropExclusion,
    hostListAdd,
    hostAddDevice,
    hostTemplateArgument,
    hostWidenFamily,
    hostNewer,
    hostCaseLabel,
    hostCompareMacro,
    hostNarrow,
  ].map(alsoCompiled),
  buildAddArch,
  buildMatchName,
  buildEqualName,
  buildRaiseBound,
  buildWidenSuffix,
];
