import { TARGETS, targetIndex } from "../arch/targets";
import { editDistance } from "../text/spelling";
import { UsageError } from "./io";

/** The target's name as given, or a usage error that lists what is spelt alike. */
export function checkedTarget(name: string): string {
  if (targetIndex(name) !== undefined) return name;
  const near = nearMisses(name);
  const hint =
    near.length > 0
      ? `did you mean ${near.join(", ")}?`
      : `known: ${TARGETS.map((target) => target.name).join(", ")}`;
  throw new UsageError(`unknown target '${name}'; ${hint}`);
}

/** Targets spelt alike, nearest first: `sm120`, `compute_120`, `12.0` and `sm_210` all mean some target. */
function nearMisses(name: string): string[] {
  const core = coreOf(name);
  if (core === "") return [];
  const ranked = TARGETS.map((target) => ({
    name: target.name,
    distance: editDistance(core, coreOf(target.name)),
  }))
    .filter(({ distance }) => distance <= 1)
    .sort((a, b) => a.distance - b.distance);
  const exact = ranked.filter(({ distance }) => distance === 0);
  return (exact.length > 0 ? exact : ranked).map((target) => target.name).slice(0, 5);
}

function coreOf(name: string): string {
  return name
    .toLowerCase()
    .replace(/^(sm|compute|lto)/, "")
    .replace(/[^a-z0-9]/g, "")
    .slice(0, 12);
}
