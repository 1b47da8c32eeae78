/** Lists of architectures inside one string: what the environment, or an option of a build, is given. */
import { onDevices } from "../values/logic";
import { admittedDevices, exactTargets, parseArchList } from "../../arch/arch-list";
import { certain } from "./draft";
import { literalOf } from "../values/literal";
import { emit, remarks } from "./finders";
import type { Site } from "./site";
import { isForPeople, isWhole } from "./texts-for-people";
import type { Assign, Expr, Stmt, Str } from "../syntax/syntax";
import { at, show, truth, type Vec } from "../values/values";
import { lastName } from "../syntax/walk";

/** Variables that builds read: PyTorch's, CMake's, and projects' own. */
const VARIABLE = /^(?:\w+_)?CUDA_?ARCH(?:S|_LIST|ITECTURES)$|^NVCC_ARCHS?$/;
const OPTION = /(?<=^|[\s"'])-D(?:\w+_)?CUDA_?ARCH(?:S|_LIST|ITECTURES)(?::\w+)?=/;

/** What is said to people before an option is named. */
const PROSE = /\b(?:pass|use|try|set|add|with|give|rebuild|example|instead)\b/i;

/** `os.environ["TORCH_CUDA_ARCH_LIST"] = "8.0;9.0"` */
export function assignedArchs({ targets, value }: Assign, when: Vec, site: Site): void {
  const isVariable = targets.some((target) => target.kind === "subscript" && names(target.index));
  if (isVariable && value?.kind === "string") archText(value, value, 0, when, site);
}

/** `os.environ.setdefault(…)`, `os.getenv(…, "8.0;9.0")`, `{"TORCH_CUDA_ARCH_LIST": "8.0"}`, `"-DCMAKE_CUDA_ARCHITECTURES=80"` */
export function archTexts(node: Expr, when: Vec, statement: Stmt, site: Site): void {
  if (node.kind === "call") {
    const [name, value] = node.args;
    const gives = /^(?:setdefault|putenv|get|getenv)$/.test(lastName(node.callee));
    if (gives && name !== undefined && names(name) && value?.kind === "string" && isWhole(node, statement))
      archText(value, node, 0, when, site);
  } else if (node.kind === "dict") {
    for (const { key, value } of node.entries) {
      if (key !== null && names(key) && value.kind === "string") archText(value, value, 0, when, site);
    }
  } else if (node.kind === "string") {
    const text = plainText(node) ?? "";
    const option = OPTION.exec(text);
    if (option === null || PROSE.test(text.slice(0, option.index))) return;
    if (isWhole(node, statement) && !isForPeople(node, statement))
      archText(node, node, option.index + option[0].length, when, site);
  }
}

function names(node: Expr): boolean {
  const value = literalOf(node);
  return value?.t === "str" && VARIABLE.test(value.v);
}

function plainText(node: Str): string | null {
  const value = literalOf(node);
  return value?.t === "str" ? value.v : null;
}

/** The list that starts so many characters into the text of `node`. */
function archText(node: Str, place: Expr, from: number, when: Vec, site: Site): void {
  const text = plainText(node);
  const written = site.module.source.text.slice(node.start, node.end);
  // An escape, or several pieces, would move the places of what is in it.
  const quote = /^[rRuU]?(?:"""|'''|"|')/.exec(written)?.[0].length ?? 0;
  if (text === null || node.pieces.length > 1 || written.slice(quote, quote + text.length) !== text) return;
  const { entries } = parseArchList(text.slice(from).split(/\s-/)[0] ?? "", node.start + quote + from);
  if (entries.length === 0) return;
  const span = { start: place.start, end: place.end };
  emit(site, {
    form: "arch-list",
    span,
    admission: onDevices(admittedDevices(entries)),
    consequence: "unbuilt",
    remarks: remarks(site, span, []),
    operand: () => ({ start: node.start, end: node.end }),
    exact: exactTargets(entries),
    exempt: (excluded) =>
      (excluded & ~certain(when)) === 0 || isDefault(when) ? null : "only under a condition",
    shape: { kind: "architectures", entries },
  });
}

/** `if "TORCH_CUDA_ARCH_LIST" not in os.environ:` */
function isDefault(when: Vec): boolean {
  const condition = at(when, 0);
  return when.length === 1 && truth(condition) === undefined && /environ|getenv|ARCH/.test(show(condition));
}
