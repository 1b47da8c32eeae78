/** What the rules for gates over devices share: host checks, Python, build lists. */
import { maskInWords } from "../../logic/names";
import type { Severity } from "../judgement";
import type { Finding, RuleView } from "./rule";
import { because, leftOut } from "./words";

/** Refusing a device is loud or costly; choosing another way for it is somebody's decision. */
const WARNS = new Set(["raises", "rejects", "returns false", "unbuilt", "empty", "traps"]);

export function exclusionOf(view: RuleView): Finding | null {
  if (view.excludesTarget !== true || view.excluded === 0) return null;
  const { admits, depends } = view.gate.admission;
  // What lets nobody in (another vendor's list, say) does not shut this one out.
  if (admits === 0 && depends.length === 0) return null;
  const who = `${maskInWords(view.asked, "devices")} (${view.target})`;
  return {
    severity: severityOf(view),
    message: `${leftOut(view, who)}${because(view.reason)}.${openedByName(view)}`,
    related: [...view.madeForOthers, ...(view.gate.listedAt === undefined ? [] : [view.gate.listedAt])],
    ...(view.reason?.kind === "not apparent" ? { checkFirst: checkOf(view) } : {}),
  };
}

function severityOf(view: RuleView): Severity {
  if (view.reason?.kind !== "not apparent" || view.madeForOthers.length > 0) return "information";
  // A flag that is false chooses another way; what refuses is a gate of its own.
  if (view.gate.form === "flag" && view.consequence === "returns false") return "information";
  return view.consequence !== null && WARNS.has(view.consequence) ? "warning" : "information";
}

function checkOf({ target }: RuleView): string {
  return `Check first that what this opens builds and runs for ${target}: not all of its code was read.`;
}

function openedByName({ madeForOthers: [first, ...more] }: RuleView): string {
  if (first === undefined) return "";
  return ` What it opens: ${first.text}${more.length === 0 ? "" : ` (and ${more.length} more)`}.`;
}
