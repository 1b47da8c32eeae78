/**
 * Names that say for which architectures the code around or behind a gate is made: those of the file, the class and the
 * function around it, of the sources that it compiles, of what it calls. They prove nothing, but are to be looked at
 * before anybody else is let in.
 */
import { DEVICES } from "../../arch/devices";
import type { Evidence } from "../../gates/gate";
import { listed } from "../../logic/names";
import type { Mask } from "../../logic/sets";
import { basename, dirname } from "../../text/paths";
import type { Span } from "../../text/source";
import type { Site } from "./site";
import type { Expr, Stmt } from "../syntax/syntax";

export interface Surroundings {
  /** Code that devices get to who get in, values that a table holds for them, the names of lists. */
  readonly code: readonly Span[];
  /** Who gets in; of an upper bound the newest alone, as there are others for the lower one. */
  readonly admitted: Mask;
  /** Where a name is shown that stands in no text: that of a folder. */
  readonly place: Span;
}

interface Name {
  readonly text: string;
  readonly span: Span;
  /** Ten times the capability: 90, 100; of a family its first. */
  readonly archs: readonly number[];
}

/** Code named for what came before Hopper mostly runs on what came after it. */
const HOPPER = 90;
const MOST_NAMES = 4;
/** What stands further down is more and more about something else. */
const LONGEST_CODE = 2000;

export function madeForOthers(
  site: Site,
  { code, admitted, place }: Surroundings,
  excluded: Mask,
): readonly Evidence[] {
  const around = namesAround(site, place);
  const names = around.length > 0 ? around : code.flatMap((span) => namesIn(site, span));
  const archs = names.flatMap((name) => name.archs);
  if (archs.length === 0) return [];
  const majors = new Set(archs.map((arch) => Math.floor(arch / 10)));
  // 10.x and 11.x have the same tensor cores, so one kernel serves both
  if (majors.has(10)) majors.add(11);
  const devicesOf = (mask: Mask) => DEVICES.filter((_, index) => (mask >> index) & 1);
  if (admitted === 0 || !devicesOf(admitted).every(({ major }) => majors.has(major))) return [];
  // Code of an older member serves the newer ones of its family, that of a newer one no older one.
  const isNamed = ({ major, capability }: (typeof DEVICES)[number]): boolean =>
    majors.has(major) && !archs.every((arch) => Math.floor(arch / 10) === major && arch > capability);
  if (devicesOf(excluded).some(isNamed)) return [];
  const newest = 31 - Math.clz32(admitted);
  if ((DEVICES[newest]?.capability ?? 0) >= HOPPER && archs.some((arch) => arch < HOPPER)) return [];
  const seen = new Set<string>();
  return names
    .filter(({ text }) => !seen.has(text) && seen.add(text))
    .slice(0, MOST_NAMES)
    .map(({ text, span, archs: own }) => ({
      span,
      text: `${text}, named for ${listed([...new Set(own)].map((arch) => `sm_${arch}`))}`,
    }));
}

function namesAround(site: Site, place: Span): Name[] {
  const { definition, owner, module } = site;
  const { path } = module.source;
  const folders = [basename(path), basename(dirname(path))].map((text) => ({ text, span: place }));
  const named = [
    ...(definition === null ? [] : [{ text: definition.name, span: definition.nameSpan }]),
    ...(owner === null ? [] : [{ text: owner.name, span: place }]),
    ...folders,
  ];
  return named.flatMap(({ text, span }) => {
    const archs = archsOf(text);
    return archs.length === 0 ? [] : [{ text, span, archs }];
  });
}

/**
 * Names in the code that carry an architecture and more: `gemm_sm90`, `"fmha_sm100.cu"`, but not `"sm_100"`, unless that
 * is the answer: who gets in is told to be that one. No question either.
 */
function namesIn({ module }: Site, { start, end }: Span): Name[] {
  const text = module.source.text.slice(start, Math.min(end, start + LONGEST_CODE));
  const code = text.replace(/#.*/g, (comment) => " ".repeat(comment.length));
  return [...code.matchAll(/[A-Za-z_][\w-]*(?:\.(?:cuh?|cpp|inc|jinja)\b)?/g)].flatMap(
    ({ 0: word, index }) => {
      const archs = QUESTION.test(word) ? [] : archsOf(word);
      const isMore = word.replace(ARCH, "").replace(/[^a-z]/gi, "").length >= 3;
      if (archs.length === 0 || !(isMore || ANSWER.test(code.slice(0, index)))) return [];
      return [{ text: word, span: { start: start + index, end: start + index + word.length }, archs }];
    },
  );
}

const QUESTION = /^_*(?:is|has|supports?|requires?|check)_|support(?:ed|s)?$|^(?:CUTLASS|CUTE|TORCH)_/i;
/** `return "` right before the name. */
const ANSWER = /\breturn\s*\(?\s*["']$/;
const ARCH = /sm_?(\d{1,2}x|\d{2,3})[af]?(?![0-9])/gi;

function archsOf(name: string): number[] {
  const found = [...name.matchAll(ARCH)].map(([, digits = ""]) => Number(digits.replace(/x$/i, "0")));
  if (/hopper/i.test(name)) found.push(90);
  return found.filter((arch) => arch >= 70 && arch < 140);
}

/** Where the statements stand. */
export function spanOfCode(statements: readonly Stmt[]): readonly Span[] {
  const [first, last] = [statements[0], statements.at(-1)];
  return first === undefined || last === undefined ? [] : [{ start: first.start, end: last.end }];
}

/** The names of sources that the function around a list hands to its compiler. */
export function sourcesAround({ definition, module }: Site): readonly Span[] {
  if (definition === null) return [];
  const text = module.source.text.slice(
    definition.start,
    Math.min(definition.end, definition.start + LONGEST_FUNCTION),
  );
  return [...text.matchAll(/(["'])([\w./{}-]+\.(?:cuh?|cpp|inc|jinja))\1/g)].map(({ 0: quoted, index }) => ({
    start: definition.start + index + 1,
    end: definition.start + index + quoted.length - 1,
  }));
}

const LONGEST_FUNCTION = 8000;

/** What a table holds for those who have an entry. */
export function valuesOf(node: Expr): readonly Span[] {
  return node.kind === "dict"
    ? node.entries.map(({ value }) => ({ start: value.start, end: value.end }))
    : [];
}
