import { DEVICES } from "../../arch/devices";
import { firstToolkitFor } from "../../arch/toolkits";
import { maskWhere } from "../../logic/sets";
import { isPythonShape } from "../../python/shape";
import type { FixKind } from "./fix-kind";
import { goalsFor } from "./python-members";

/** `(11, 8)`, `11.8`, `Version("11.8")`: a version with two parts. */
const VERSION = /(\d+)(\s*,\s*|\.)(\d+)/;

/**
 * Where the newest architecture is told by the version of a toolkit, a step for each toolkit that brought one of the
 * family: `elif cuda < (12, 8): return 90`, `else: return 120`.
 */
export const pythonNewerToolkits: FixKind = {
  kind: "newer-toolkits",
  layers: ["python"],
  propose({ gate, source, target }) {
    const { shape } = gate;
    if (!isPythonShape(shape) || shape.kind !== "versions") return [];
    const { test, otherwise, last } = shape;
    const { text } = source;
    const before = text.slice(test.end, otherwise.start);
    const place = /\n([ \t]*)else[ \t]*:[^\n]*\n([ \t]*)$/.exec(before);
    const known = versionIn(text.slice(test.start, test.end));
    const steps = goalsFor(target).family.flatMap(({ capability, name }) => {
      const toolkit = firstToolkitFor(capability);
      return toolkit === undefined || capability <= last ? [] : [{ capability, name, toolkit }];
    });
    const isInOrder = steps.every(({ toolkit }, i) => toolkit > (steps[i - 1]?.toolkit ?? known ?? Infinity));
    if (place === null || known === null || steps.length === 0 || !isInOrder) return [];
    const [, outer = "", inner = ""] = place;
    const keyword = text.indexOf("else", test.end + place.index);
    const head = (toolkit: number): string => {
      const [major = "", minor = ""] = toolkit.toFixed(1).split(".");
      const bound = text
        .slice(test.start, test.end)
        .replace(VERSION, (_, __, between: string) => `${major}${between}${minor}`);
      return `elif ${bound}`;
    };
    const [first, ...later] = steps;
    if (first === undefined) return [];
    const added = steps.map(({ capability }, i) => {
      const next = later[i];
      const line = next === undefined ? "else" : head(next.toolkit);
      return `\n${outer}${line}:\n${inner}return ${String(capability)}`;
    });
    const newText = added.join("");
    const opening = head(first.toolkit);
    const words = steps.map(({ name, toolkit }) => `${name} from CUDA ${toolkit.toFixed(1)} on`);
    return [
      {
        kind: "newer-toolkits",
        title: `Know ${words.join(", ")}`,
        edits: [
          { span: { start: keyword, end: keyword + "else".length }, newText: opening },
          { span: { start: otherwise.end, end: otherwise.end }, newText },
        ],
        movesTo: otherwise.end + opening.length - "else".length + newText.lastIndexOf("return"),
        mayChange: maskWhere(DEVICES, ({ capability }) => capability <= (steps.at(-1)?.capability ?? 0)),
      },
    ];
  },
};

/** 11.8 of `cuda < (11, 8)`; null where there is no such number. */
function versionIn(text: string): number | null {
  const [, major = "", , minor = ""] = VERSION.exec(text) ?? [];
  return major === "" || minor.length !== 1 ? null : Number(`${major}.${minor}`);
}
