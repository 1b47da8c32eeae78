import { literalOf } from "../values/literal";
import { speaksForItself } from "./members";
import { namesOf, type Module } from "../modules/module";
import type { Expr } from "../syntax/syntax";
import type { Origin } from "../values/values";

/** Constants and class attributes named for architectures. */
export const NAMED_LIST =
  /(?:^|_)(?:archs?|architectures?|capabilit(?:y|ies)|compute_caps?|ccs?|sms?|sm_versions?|sm_list|sm_archs?|majors?|major_versions)(?:_list|_set|_map|_table|_supported)?$/i;

/**
 * Whether who reads the file of a list or table sees what it is for, because it decides there or says so itself; else
 * the place that uses it tells it.
 */
export function isGateThere({ module, node }: Origin, here: Module): boolean {
  if (module === here) return true;
  const keys = keysOf(node).map(literalOf);
  if (!keys.includes(null) && speaksForItself(keys.flatMap((key) => key ?? []))) return true;
  const chunk = module.chunks.find(({ start, end }) => start <= node.start && node.end <= end);
  if (chunk === undefined) return false;
  return [...namesOf(chunk, module.source.text)].some((name) => NAMED_LIST.test(name));
}

/** Whether the text only goes through the list, entry by entry: it says what there is, and turns nobody away. */
export function isOnlyGoneThrough(name: string, text: string): boolean {
  if (!/^\w+$/.test(name)) return false;
  const uses = [...text.matchAll(new RegExp(`(?<!\\w)${name}\\b(?!\\s*(?::[^\\n=]*)?=(?!=))`, "g"))];
  return (
    uses.length > 0 &&
    uses.every(({ index }) => GOES_THROUGH.test(text.slice(Math.max(0, index - 200), index)))
  );
}

/** `for sm in`, `for size, sm in itertools.product(SIZES, `. */
const GOES_THROUGH =
  /\bfor\b[^\n]*\bin\s+(?:[\w.]*(?:product|zip|chain|enumerate|sorted|reversed)\([^\n]*?)?(?:\w+\.)*$/;

function keysOf(node: Expr): readonly Expr[] {
  if (node.kind === "dict") return node.entries.flatMap(({ key }) => key ?? []);
  return node.kind === "list" || node.kind === "tuple" || node.kind === "set" ? node.items : [];
}
