import type { Fix } from "../../gates/judgement";

/** What `--kind` names one of these fixes by. */
export function nameOfFix(fixes: readonly Fix[], fix: Fix): string {
  const alike = fixes.filter(({ kind }) => kind === fix.kind);
  return alike.length === 1 ? fix.kind : `${fix.kind}:${alike.indexOf(fix) + 1}`;
}
