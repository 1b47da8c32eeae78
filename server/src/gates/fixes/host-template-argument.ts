import { DEVICES, type Device } from "../../arch/devices";
import { bare, numberOf, type Expression } from "../../cuda/host/expression";
import { archInName } from "../../cuda/host/names";
import { hostShape, type HostConditionShape } from "../../cuda/host/shape";
import { maskWhere } from "../../logic/sets";
import type { FixKind, Proposal } from "./fix-kind";
import { deviceOf } from "./host-tests";

/** `is_one_of<90, 100>()` made `is_one_of<90, 100, 120>()`: one more of what a template is given. */
export const hostTemplateArgument: FixKind = {
  kind: "host-template-argument",
  layers: ["cuda-host"],
  propose: ({ gate, target }) => {
    const shape = hostShape(gate.shape);
    const device = deviceOf(target);
    if (shape?.kind !== "host condition" || device === null || shape.inLadder) return [];
    const family = DEVICES.filter(({ major }) => major === device.major);
    return listsIn(shape.expression)
      .filter((list) => shape.decides(list))
      .flatMap((list) => [
        ...proposal(shape, list, family, "family"),
        ...proposal(shape, list, [device], "device"),
      ]);
  },
};

type List = Expression & { kind: "call" };

/** Calls of templates that are given numbers. */
function listsIn(expression: Expression): List[] {
  const inner = bare(expression);
  if (inner.kind === "unary") return listsIn(inner.operand);
  if (inner.kind === "binary") return [...listsIn(inner.left), ...listsIn(inner.right)];
  return inner.kind === "call" && itemsOf(inner).length > 0 ? [inner] : [];
}

/** The architectures among what the template is given, as written; none where the last is none. */
function itemsOf({ callee }: List): string[] {
  const generic = callee.kind === "path" ? callee.generic : "";
  const items = generic === "" || /[<>()]/.test(generic) ? [] : generic.split(",");
  return valueOf(items.at(-1) ?? "") === null ? [] : items;
}

/** Ten times the capability, or a hundred times, as the item has it. */
function valueOf(item: string): number | null {
  const value = numberOf(item) ?? archInName(item.split("::").at(-1) ?? "");
  return value !== null && value >= 50 ? value : null;
}

function proposal(
  shape: HostConditionShape,
  list: List,
  devices: readonly Device[],
  what: string,
): Proposal[] {
  const items = itemsOf(list);
  const model = items.at(-1) ?? "";
  const scale = (valueOf(model) ?? 0) >= 500 ? 10 : 1;
  const held = new Set(items.map(valueOf));
  const missing = devices.filter(({ capability }) => !held.has(capability * scale));
  if (missing.length === 0) return [];
  const written = missing.map(({ capability }) => {
    const named = numberOf(model) === null ? shape.constantFor(model, capability) : null;
    return named ?? String(capability * scale);
  });
  const added = written.join(", ");
  const end = list.callee.end - 1;
  return [
    {
      kind: "host-template-argument",
      title: `Ask for '${added}' too`,
      edits: [{ span: { start: end, end }, newText: `, ${added}` }],
      mayChange: maskWhere(DEVICES, (device) => missing.includes(device)),
      oneOf: `host-template-argument ${what}`,
    },
  ];
}
