import { DEVICES } from "../../arch/devices";
import { deviceMaskOf, maskWhere, type Mask } from "../../logic/sets";
import type { ListShape, Member, MemberStyle } from "../../python/shape";
import type { SourceText, Span } from "../../text/source";
import type { TextEdit } from "../edits";

/** Writing devices the way a list, or a comparison, writes them. */
export type Device = (typeof DEVICES)[number];

/** The target's device, and all devices of its major. */
export function goalsFor(target: string): { one: readonly Device[]; family: readonly Device[] } {
  const mask = deviceMaskOf(target);
  const one = DEVICES.filter((_, index) => (mask >> index) & 1);
  const family = DEVICES.filter(({ major }) => one.some((device) => device.major === major));
  return { one, family };
}

export function maskOf(devices: readonly Device[]): Mask {
  return maskWhere(DEVICES, (device) => devices.includes(device));
}

/** "12.x", or the devices' names. */
export function inWords(devices: readonly Device[]): string {
  const major = devices[0]?.major;
  const all = DEVICES.filter((device) => device.major === major);
  if (devices.length > 1 && all.every((device) => devices.includes(device)))
    return `the family ${String(major)}.x`;
  return devices.map(({ name }) => name).join(" and ");
}

/** The texts that stand for these devices in a list whose members look like `model`. */
export function spelled(style: MemberStyle, model: string, devices: readonly Device[]): string[] {
  const texts = devices.map((device) => spelledOne(style, model, device));
  // Plain machine code of the first runs on the rest of its major, and so does that for its family.
  if (style === "gencode" && !/\da\b/.test(model)) return texts.slice(0, 1);
  return [...new Set(texts)];
}

function spelledOne(style: MemberStyle, model: string, { major, minor, capability }: Device): string {
  switch (style) {
    case "major":
      return String(major);
    case "minor":
      return String(minor);
    case "tens":
      return String(capability);
    case "hundreds":
      return String(capability * 10);
    case "tuple":
      return model.replace(/\d+(\s*,\s*)\d+/, `${major}$1${minor}`);
    case "text":
      return model.replace(
        /(\D)\d{1,3}(\.\d)?(?=[a-z]?\W*$)/i,
        (_, before: string, dot: string | undefined) =>
          before + (dot === undefined ? digits(model, major, capability) : `${major}.${minor}`),
      );
    case "gencode":
      return model.replace(/(compute_|sm_)\d+/g, `$1${capability}`);
  }
}

/** A lone two-digit major such as "9" is told from "90" by its size. */
function digits(model: string, major: number, capability: number): string {
  const number = Number(/\d+/.exec(model)?.[0] ?? "0");
  return number < 20 ? String(major) : String(capability);
}

/** Puts new members behind the last one, on lines of their own where the list is written so. */
export function insertMembers(source: SourceText, list: ListShape, added: readonly string[]): TextEdit[] {
  const last = list.members.at(-1);
  if (last === undefined || added.length === 0) return [];
  if (list.repeats !== undefined) return repeated(source, list.repeats, last.text, added);
  const entry = list.entries?.at(-1)?.span ?? last.span;
  const previous = (list.entries?.at(-2)?.span ?? list.members.at(-2)?.span)?.end ?? list.span.start;
  const between = source.text.slice(previous, entry.start);
  // `"-gencode", "arch=…"`: the flag belongs to each value.
  const flag = /(["'])--?(?:gencode|generate-code)\1\s*,\s*$/.exec(between)?.[0] ?? "";
  const ownLine = /\r?\n[ \t]*$/.exec(between.slice(0, between.length - flag.length))?.[0];
  const separator = ownLine === undefined ? ", " : `,${ownLine}`;
  const newText = added.map((text) => separator + flag + text).join("");
  return [{ span: { start: entry.end, end: entry.end }, newText }];
}

/** The statements once more for each member, in lines of their own below. */
function repeated(
  source: SourceText,
  { start, end }: Span,
  model: string,
  added: readonly string[],
): TextEdit[] {
  const { text } = source;
  const lineStart = text.lastIndexOf("\n", start - 1) + 1;
  const indent = /^[ \t]*/.exec(text.slice(lineStart, start))?.[0] ?? "";
  const below = /\r?\n|$/.exec(text.slice(end));
  const at = end + (below?.index ?? 0);
  const newline = below?.[0] === "\r\n" ? "\r\n" : "\n";
  const once = text.slice(start, end);
  const newText = added.map((one) => newline + indent + once.replace(model, () => one)).join("");
  return [{ span: { start: at, end: at }, newText }];
}

/** The members of the list that stand for any of the devices, taken out with their commas. */
export function removeMembers(members: readonly Member[], gone: Mask): TextEdit[] {
  const edits: TextEdit[] = [];
  for (const [index, member] of members.entries()) {
    if ((member.mask & gone) === 0) continue;
    const previous = members[index - 1];
    const next = members[index + 1];
    if (previous === undefined && next === undefined) return [];
    const span: Span =
      next !== undefined
        ? { start: member.span.start, end: next.span.start }
        : { start: previous?.span.end ?? member.span.start, end: member.span.end };
    edits.push({ span, newText: "" });
  }
  return edits.every((edit, i) => i === 0 || edit.span.start >= (edits[i - 1]?.span.end ?? 0)) ? edits : [];
}

/** An entry of a table for each device, after the entry of a sibling, or after one whose value tells its number. */
export function tableEntries(
  source: SourceText,
  list: ListShape,
  devices: readonly Device[],
): string[] | null {
  const { entries, members } = list;
  if (entries === null || devices.length === 0) return null;
  const family = maskWhere(DEVICES, ({ major }) => devices.some((device) => device.major === major));
  const sibling = members.findIndex((member) => (member.mask & family) !== 0);
  const texts = entries.map(({ value }) => source.text.slice(value.start, value.end));
  const yes = texts.lastIndexOf("True");
  const isAnswers = yes >= 0 && texts.every((text) => text === "True" || text === "False");
  const model = sibling >= 0 ? sibling : isAnswers ? yes : members.length - 1;
  const key = members[model]?.text;
  const value = texts[model];
  if (key === undefined || value === undefined) return null;
  const uniform = new Set(texts).size === 1;
  const tells = (index: number): string | null => numberIn(texts[index], members[index]?.mask ?? 0);
  const number = tells(model);
  // A number that the other values do not tell of themselves is not the architecture's.
  const told = number !== null && members.every(({ mask }, index) => mask === 0 || tells(index) !== null);
  if (sibling < 0 && !uniform && !told && !isAnswers) return null;
  if (sibling < 0 && !told && namesArchitecture(value)) return null;
  const written = devices.map((device) =>
    told && sibling < 0 ? value.replace(alone(number), String(device.capability)) : value,
  );
  // `run_sm103` has been seen, `run_sm120` may not be there.
  if (written.some((text) => namesUnseen(text, value, source))) return null;
  // A key that is a major stands for both of its devices.
  return [
    ...new Set(devices.map((device, i) => `${spelledOne(list.style, key, device)}: ${written[i] ?? value}`)),
  ];
}

/** The number of the architectures of `mask` that the value holds, as in `"sm_100a"`. */
function numberIn(value: string | undefined, mask: Mask): string | null {
  const number = DEVICES.find((_, i) => (mask >> i) & 1)?.capability;
  const text = String(number);
  return number !== undefined && value !== undefined && alone(text).test(value) ? text : null;
}

function alone(number: string): RegExp {
  return new RegExp(`(?<!\\d)${number}(?!\\d)`, "g");
}

function namesArchitecture(value: string): boolean {
  return /[a-z]_?sm_?\d|sm_?\d{1,3}[afx]?_[a-z]/i.test(value);
}

function namesUnseen(text: string, model: string, source: SourceText): boolean {
  const words = text.replace(/(["']).*?\1/g, "").match(/[A-Za-z_]\w*/g) ?? [];
  return words.some((word) => !hasWord(model, word) && !hasWord(source.text, word));
}

function hasWord(text: string, word: string): boolean {
  return new RegExp(`\\b${word}\\b`).test(text);
}
