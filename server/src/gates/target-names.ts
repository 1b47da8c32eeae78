/** Whether a text names a target: by its number, or by what people call its hardware. */
import { productsOf } from "../arch/products";
import { variantsOf } from "../arch/targets";

/** `SM120`, `sm_12x`, `12.0`, `compute 120`, or what people call its hardware; no version of a toolkit, no size. */
export function namesTarget(text: string, target: string): boolean {
  const capability = variantsOf(target)[0]?.capability;
  if (capability === undefined) return false;
  const major = Math.floor(capability / 10);
  const minor = capability % 10;
  const names = new RegExp(
    `\\b(?:sm|compute|cc|arch|capability|capabilities)[ _=:-]*(?:\\d{2,3}[af]?(?:/|, ?| and | or )){0,8}(?:${capability}[af]?|${major}x|${capability}0)\\b|` +
      `(?<!\\b(?:cuda|toolkit|ctk|nvcc|driver|version|torch|cudnn|release|v)[ _:=<>]*)(?<![\\d.])${major}\\.[${minor}x]\\+?(?![\\d.])`,
    "i",
  );
  return names.test(text) || (major === 12 && CONSUMER.test(text)) || namesProduct(text, capability);
}

/** What has compute capability 12.x. */
const CONSUMER =
  /\b(?:consumer|workstation|geforce|desktop)[ -](?:class[ -])?(?:blackwell|gpus?|cards?|parts?)\b|\bgeforce\b/i;

function namesProduct(text: string, capability: number): boolean {
  return productsOf(capability).some((name) =>
    new RegExp(`\\b${name.replace(/xx$/, "(?:\\d0|xx)").replace(/ /g, "[ -]?")}`, "i").test(text),
  );
}
