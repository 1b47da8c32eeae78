/** Code for old versions of a toolkit or a package: what it says of devices holds until somebody updates. */
import { sliceOf, type Span } from "../../text/source";
import type { Site } from "./site";
import type { Expr, Stmt } from "../syntax/syntax";
import { blocksOf } from "../syntax/walk";
import { differs } from "../values/logic";

/** A version by its name: `torch_version`, `_cudnn_version()`, `triton.__version__`, `Version(…)`. */
const VERSION =
  /__version__|version_info|\b[vV]ersion\(|(?:^|\W|_)(?:cuda|toolkit|nvcc|driver|runtime|torch|triton|cu(?:blas|dnn|sparse|splt|tlass)\w*|nccl|flash_?attn?|package|lib\w*)_?(?:\w*_)?v(?:er(?:sion)?)?\b/;

/** A longer comparison is none of versions. */
const LONGEST = 200;

/** The condition that only an old version meets and that the place stands under; null where there is none. */
export function oldVersionAround(site: Site, place: Span): string | null {
  let block: readonly Stmt[] = site.definition?.body ?? [];
  for (;;) {
    const around: Stmt | undefined = block.find(({ start, end }) => start <= place.start && place.end <= end);
    if (around === undefined) return null;
    if (around.kind === "if") {
      const at = around.arms.findIndex(({ body }) => holds(body, place));
      const passed = around.arms.slice(0, at < 0 ? undefined : at);
      const own = at < 0 ? undefined : around.arms[at];
      const inside = own !== undefined || holds(around.otherwise ?? [], place);
      const test = own !== undefined && isBound(site, own.test, /^<=?$/) ? own.test : undefined;
      const before = inside ? passed.find((arm) => isBound(site, arm.test, /^>=?$/)) : undefined;
      if (test !== undefined) return sliceOf(site.module.source, test);
      if (before !== undefined) return `not (${sliceOf(site.module.source, before.test)})`;
    }
    const inner: readonly Stmt[] | undefined = blocksOf(around).find((one) => holds(one, place));
    if (inner === undefined) return null;
    block = inner;
  }
}

function holds(block: readonly Stmt[], place: Span): boolean {
  const [first, last] = [block[0], block.at(-1)];
  return first !== undefined && last !== undefined && first.start <= place.start && place.end <= last.end;
}

/** `version < (6, 0)`: one comparison of a version with something that stands there. */
function isBound(site: Site, test: Expr, op: RegExp): boolean {
  if (test.kind !== "compare" || test.operands.length !== 2 || !op.test(test.ops[0]?.op ?? "")) return false;
  const [version, bound] = test.operands;
  if (version === undefined || bound === undefined || test.end - test.start > LONGEST) return false;
  if (!VERSION.test(sliceOf(site.module.source, version))) return false;
  const value = site.recorder.values.get(test);
  return (value === undefined || !differs(value)) && /\d/.test(sliceOf(site.module.source, bound));
}
