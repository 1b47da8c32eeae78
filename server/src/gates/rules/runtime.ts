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
  return { severity: severityOf(view), message: messageOf(view) };
}

function severityOf(view: RuleView): Severity {
  if (view.reason?.kind !== "not apparent") return "information";
  return view.consequence !== null && WARNS.has(view.consequence) ? "warning" : "information";
}

function messageOf(view: RuleView): string {
  const check =
    view.reason?.kind === "not apparent"
      ? ` What it opens stands elsewhere: check first that it builds and runs for ${view.target}.`
      : "";
  const who = `${maskInWords(view.asked, "devices")} (${view.target})`;
  return `${leftOut(view, who)}${because(view.reason)}.${check}`;
}
