import { allProducts } from "../arch/products";
import { targetMeant } from "../arch/target-spelling";
import { TARGETS } from "../arch/targets";
import { editDistance } from "../text/spelling";
import { UsageError } from "./io";

/** The target that is meant, however it is spelt; else a usage error that lists what is spelt alike. */
export function checkedTarget(name: string): string {
  const meant = targetMeant(name);
  if (meant !== null) return meant;
  const near = [...nearMisses(name), ...nearProducts(name)];
  const hint =
    near.length > 0
      ? `did you mean ${near.join(", ")}?`
      : `known: ${TARGETS.map((target) => target.name).join(", ")}`;
  throw new UsageError(`unknown target '${name}'; ${hint}`);
}

/** Targets spelt alike, nearest first: for `sm_122` and `12.2` those of the same family. */
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

/** Products spelt alike, each with its target. */
function nearProducts(name: string): string[] {
  const asked = name.toLowerCase().slice(0, LONGEST_PRODUCT);
  if (!/[a-z]/.test(asked) || /^(?:sm|compute)/.test(asked)) return [];
  const words = wordsOf(asked);
  return allProducts()
    .map((each) => ({ ...each, distance: distanceOf(each.name, asked, words) }))
    .filter(({ distance, name: known }) => distance <= Math.max(1, known.length / 3))
    .sort((a, b) => a.distance - b.distance)
    .slice(0, MOST_PRODUCTS)
    .map((each) => `${each.name} (${plainTarget(each.capability)})`);
}

/** Nothing where the name has every word that was asked for: "RTX 6000" and "pro 6000" are short for longer names. */
function distanceOf(name: string, asked: string, words: readonly string[]): number {
  const known = wordsOf(name);
  const isShort = words.length > 1 && words.every((word) => known.includes(word));
  if (isShort) return 0;
  const shorter = name.toLowerCase().replace(MAKE, "");
  return Math.min(...[name, shorter].map((each) => editDistance(asked, spelledOut(each, asked))));
}

function wordsOf(name: string): string[] {
  return name.toLowerCase().match(/[a-z0-9]+/g) ?? [];
}

/** What people leave out behind a model's number. */
const MAKE = / (?:ada|blackwell)$/;

/** A series with the digits that were asked for: "rtx 50xx" is as near to "RTX 5095" as "rtx 5095" is. */
function spelledOut(name: string, asked: string): string {
  const digits = /\d\d(?=\D*$)/.exec(asked)?.[0] ?? "xx";
  return name.toLowerCase().replace("xx", digits);
}

const LONGEST_PRODUCT = 40;
const MOST_PRODUCTS = 4;

function plainTarget(capability: number): string {
  return `sm_${capability}`;
}

function coreOf(name: string): string {
  return name
    .toLowerCase()
    .replace(/^(sm|compute|lto)/, "")
    .replace(/[^a-z0-9]/g, "")
    .slice(0, 12);
}
