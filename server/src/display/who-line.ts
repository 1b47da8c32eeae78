/** Who gets in, as short as fits at the end of a line: `sm_90–sm_110 · not sm_120`. */
import type { Admission, Domain } from "../gates/gate";
import { maskInWords } from "../logic/names";
import type { Mask } from "../logic/sets";
import { deviceMaskOf, variantMask } from "../logic/sets";

/** A condition longer than this says no more at a glance than that there is one. */
const LONGEST_CONDITION = 48;

/** `targets` are those asked about, by name; what is said of each of them follows who gets in. */
export function whoLine(admission: Admission, domain: Domain, targets: readonly string[]): string {
  const told = targets.map((target) => aboutTarget(admission, domain, target));
  const left = told.filter((one) => one.state === "out").map((one) => one.name);
  const others = told.flatMap((one) => (one.state === "other" ? [one.text] : []));
  const parts = [admitted(admission, domain)];
  if (left.length > 0) parts.push(`not ${[...new Set(left)].join(", ")}`);
  return [...parts, ...others].join(" · ");
}

function admitted({ admits, depends }: Admission, domain: Domain): string {
  const [first] = depends;
  if (admits !== 0 || first === undefined) return brief(admits, domain);
  return `${brief(first.mask, domain)} if ${shortened(first.when)}${depends.length > 1 ? " …" : ""}`;
}

type About =
  | { readonly state: "in" | "out"; readonly name: string }
  | { readonly state: "other"; readonly name: string; readonly text: string };

function aboutTarget(admission: Admission, domain: Domain, target: string): About {
  const asked = domain === "targets" ? variantMask(target) : deviceMaskOf(target);
  const name = domain === "targets" ? target : maskInWords(asked, domain);
  const inside = admission.admits & asked;
  if (inside === asked) return { state: "in", name };
  if (inside !== 0) return { state: "other", name, text: `${name} only as ${brief(inside, domain)}` };
  const undecided = admission.depends.find((dependent) => (dependent.mask & asked) !== 0);
  if (undecided === undefined) return { state: "out", name };
  // Where nobody gets in for certain the condition has been told already.
  if (admission.admits === 0 && undecided === admission.depends[0]) return { state: "in", name };
  return { state: "other", name, text: `${name} if ${shortened(undecided.when)}` };
}

/** Exactness about variants is for the hover. */
function brief(mask: Mask, domain: Domain): string {
  return maskInWords(mask, domain).replaceAll(" (all variants)", "").replaceAll(" only", "");
}

function shortened(condition: string): string {
  const text = condition.replace(/\s+/g, " ").trim();
  return text.length <= LONGEST_CONDITION ? text : `${text.slice(0, LONGEST_CONDITION - 1)}…`;
}
