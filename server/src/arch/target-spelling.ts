/** A target as people write it: as nvcc spells it, by its compute capability, or by the name of a product. */
import { capabilityOfProduct } from "./products";
import { targetIndex } from "./targets";

/** What stands before the number names nothing but the kind of code: `sm120a`, `compute_120f`, `12.0`, `120`. */
const SPELLED = /^(?:(?:sm|compute|lto)[_ -]?)?(?:(\d{1,2})\.(\d)|(\d{2,3}))([af]?)$/i;

/** The one target that is meant; null where none is, or where several may be. */
export function targetMeant(text: string): string | null {
  const [whole, major = "", minor = "", number = major + minor, suffix = ""] =
    SPELLED.exec(text.trim()) ?? [];
  if (whole !== undefined) {
    const name = `sm_${number}${suffix.toLowerCase()}`;
    return targetIndex(name) === undefined ? null : name;
  }
  const capability = capabilityOfProduct(text);
  return capability === null ? null : `sm_${capability}`;
}
