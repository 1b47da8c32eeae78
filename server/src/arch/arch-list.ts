import { DEVICES, type Device } from "./devices";
import { targetIndex, type Suffix } from "./targets";

/**
 * Lists of architectures as builds spell them: `9.0a;10.0f;12.0+PTX` (PyTorch), `90a;120a-real` (CMake),
 * `arch=compute_90,code=[sm_90,compute_90]` (nvcc), `-arch=sm_120f`.
 *
 * Which device runs which code: CUDA C++ Programming Guide, "Binary Compatibility", "PTX Compatibility",
 * "Architecture-Specific Features" and "Family-Specific Features".
 */
export interface Arch {
  /** Ten times the major plus the minor compute capability: 120. */
  readonly capability: number;
  readonly suffix: Suffix;
}

/** Offsets of the file, the end exclusive. */
interface Span {
  readonly start: number;
  readonly end: number;
}

/** How an entry is written, so that another one can be written alike. */
export type ArchStyle = "dotted" | "number" | "named" | "gencode" | "option" | "word";

export interface ArchEntry {
  readonly text: string;
  readonly span: Span;
  readonly style: ArchStyle;
  /** Whether machine code, PTX for later devices, or both are built. */
  readonly kind: "cubin" | "ptx" | "both";
  /** What the code is compiled for (`compute_90a`); null for `native`, `all`, `all-major`. */
  readonly virtual: Arch | null;
  /** The targets that get machine code: `sm_90a`. */
  readonly targets: readonly string[];
  /** The PTX that is kept: `compute_90`. */
  readonly ptx: Arch | null;
  /** False where this toolkit has no such architecture (10.1, 7.0). */
  readonly known: boolean;
  /** `all` and `all-major` build for every device; for which one `native` builds is not in the text. */
  readonly word: "native" | "all" | "all-major" | null;
}

export interface ArchList {
  readonly entries: readonly ArchEntry[];
  /** What is neither an architecture nor a separator: `${MORE}`. */
  readonly foreign: readonly string[];
}

const GENCODE = String.raw`(?:(?:--?gencode|--generate-code)\s*[=;,"'\s]\s*)?(?:"|')?arch=(?<arch>compute_\d+[af]?)\s*,\s*code=(?<code>\[[^\]\n]{0,200}\]|\\?"[^"\n]{0,200}"|(?:sm|compute)_\d+[af]?(?:,(?:sm|compute)_\d+[af]?)*)`;
const OPTION = String.raw`(?:--gpu-architecture|-arch)\s*[= ]\s*(?:(?<option>(?:sm|compute)_\d+[af]?)|(?<optionWord>native|all-major|all))`;
const NAMED = String.raw`(?<named>(?:sm|compute)_?\d{2,3}[af]?)`;
const DOTTED = String.raw`(?<dotted>\d{1,2}\.\d[af]?)(?<dottedPtx>\+PTX)?`;
const NUMBER = String.raw`(?<number>\d{2,3}[af]?)(?<numberKind>-real|-virtual|\+PTX)?`;
const WORD = String.raw`(?<word>native|all-major|all)`;
const ENTRY = `(?<![\\w.$@-])(?:${GENCODE}|${OPTION}|${NAMED}|${DOTTED}|${NUMBER}|${WORD})(?![\\w.+-])`;
const SEPARATORS = /[\s;,|"'()[\]\\]+/;

/** Reads every architecture in `text`; `base` is the offset of `text` in its file. */
export function parseArchList(text: string, base = 0): ArchList {
  const entries: ArchEntry[] = [];
  const between: string[] = [];
  const pattern = new RegExp(ENTRY, "gi");
  let at = 0;
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
    const entry = entryOf(match, base);
    if (entry === null) continue;
    between.push(text.slice(at, match.index));
    entries.push(entry);
    at = pattern.lastIndex;
  }
  between.push(text.slice(at));
  const foreign = between.flatMap((part) => part.split(SEPARATORS)).filter((part) => part !== "");
  return { entries, foreign };
}

function entryOf(match: RegExpExecArray, base: number): ArchEntry | null {
  const groups = match.groups ?? {};
  const place = {
    text: match[0],
    span: { start: base + match.index, end: base + match.index + match[0].length },
  };
  const word = (groups["word"] ?? groups["optionWord"])?.toLowerCase();
  if (word === "native" || word === "all" || word === "all-major") {
    return {
      ...place,
      style: "word",
      kind: "both",
      virtual: null,
      targets: [],
      ptx: null,
      known: true,
      word,
    };
  }
  const { arch, code, option, named, dotted, dottedPtx, number, numberKind } = groups;
  if (arch !== undefined && code !== undefined) return gencodeEntry(place, arch, code);
  if (option !== undefined)
    return simpleEntry(place, "option", option, option.startsWith("sm") ? "both" : "ptx");
  if (named !== undefined) return simpleEntry(place, "named", named, /^sm/i.test(named) ? "cubin" : "ptx");
  if (dotted !== undefined) return simpleEntry(place, "dotted", dotted, dottedPtx ? "both" : "cubin");
  if (number !== undefined)
    return simpleEntry(place, "number", number, NUMBER_KINDS[numberKind ?? ""] ?? "both");
  return null;
}

/** CMake: a bare number asks for machine code and PTX. */
const NUMBER_KINDS: Readonly<Record<string, ArchEntry["kind"]>> = { "-real": "cubin", "-virtual": "ptx" };

interface Place {
  readonly text: string;
  readonly span: Span;
}

function simpleEntry(
  place: Place,
  style: ArchStyle,
  name: string,
  kind: ArchEntry["kind"],
): ArchEntry | null {
  const arch = parseArch(name);
  if (arch === null) return null;
  const targets = kind === "ptx" ? [] : [targetName(arch)];
  return {
    ...place,
    style,
    kind,
    virtual: arch,
    targets,
    ptx: kind === "cubin" ? null : arch,
    known: isKnown(arch),
    word: null,
  };
}

function gencodeEntry(place: Place, archName: string, code: string): ArchEntry | null {
  const virtual = parseArch(archName);
  if (virtual === null) return null;
  const named = (code.match(/(?:sm|compute)_\d+[af]?/g) ?? []).map((name) => ({
    name,
    arch: parseArch(name),
  }));
  const targets = named.filter(({ name }) => name.startsWith("sm")).map(({ name }) => name);
  const ptx = named.find(({ name }) => name.startsWith("compute"))?.arch ?? null;
  if (targets.length === 0 && ptx === null) return null;
  const kind = ptx === null ? "cubin" : targets.length === 0 ? "ptx" : "both";
  const known = isKnown(virtual) && named.every(({ arch }) => arch !== null && isKnown(arch));
  return { ...place, style: "gencode", kind, virtual, targets, ptx, known, word: null };
}

/** Reads one architecture: `12.0a`, `120a`, `sm_120a`, `compute_120a`; null when the number can be none. */
export function parseArch(name: string): Arch | null {
  const match = /^(?:(?:sm|compute)_?)?(?:(\d{1,2})\.(\d)|(\d{2,3}))([af]?)$/i.exec(name.trim());
  if (match === null) return null;
  const [, major, minor, number, letter = ""] = match;
  const capability = number === undefined ? Number(major) * 10 + Number(minor) : Number(number);
  const suffix = letter.toLowerCase();
  if (capability < OLDEST || capability > NEWEST || (suffix !== "" && suffix !== "a" && suffix !== "f"))
    return null;
  return { capability, suffix };
}

/** Numbers outside of these are no compute capability: 2.0 was the first that is still met in build files. */
const OLDEST = 20;
const NEWEST = 139;

export function targetName(arch: Arch): string {
  return `sm_${arch.capability}${arch.suffix}`;
}

function isKnown(arch: Arch): boolean {
  return targetIndex(targetName(arch)) !== undefined;
}

/** A set of devices as bits: bit i is `DEVICES[i]`. */
type DeviceBits = number;

function devicesWhere(test: (device: Device) => boolean): DeviceBits {
  return DEVICES.reduce((bits, device, index) => (test(device) ? bits | (1 << index) : bits), 0);
}

/** The devices that run code of these entries, as bits of `DEVICES`; `native` adds none. */
export function admittedDevices(entries: readonly ArchEntry[]): DeviceBits {
  return entries.reduce((mask, entry) => mask | devicesOfEntry(entry), 0);
}

function devicesOfEntry(entry: ArchEntry): DeviceBits {
  if (entry.word !== null) return entry.word === "native" ? 0 : devicesWhere(() => true);
  const fromPtx = entry.ptx === null ? 0 : devicesOfPtx(entry.ptx);
  return entry.targets.reduce((mask, name) => {
    const arch = parseArch(name);
    if (arch === null) return mask;
    // code=sm_120 made of compute_120a still holds instructions of that one device
    const narrowest =
      entry.virtual !== null && arch.suffix === "" ? { ...arch, suffix: entry.virtual.suffix } : arch;
    return mask | devicesOfBinary(narrowest);
  }, fromPtx);
}

/** Machine code: plain and f serve the same major from its minor on, a serves its own device alone. */
export function devicesOfBinary(arch: Arch): DeviceBits {
  const major = Math.floor(arch.capability / 10);
  return devicesWhere((device) =>
    arch.suffix === "a"
      ? device.capability === arch.capability
      : device.major === major && device.capability >= arch.capability,
  );
}

/** PTX: plain is compiled on by the driver for every later device; a and f reach no further than their binaries. */
export function devicesOfPtx(arch: Arch): DeviceBits {
  if (arch.suffix !== "") return devicesOfBinary(arch);
  return devicesWhere((device) => device.capability >= arch.capability);
}

/** The devices for which machine code is built, so that no PTX has to be compiled when the program starts. */
export function nativeDevices(entries: readonly ArchEntry[]): DeviceBits {
  return admittedDevices(entries.map((entry) => ({ ...entry, ptx: null })));
}

/** The targets that the list names, once each, in the list's order. */
export function exactTargets(entries: readonly ArchEntry[]): string[] {
  return [...new Set(entries.flatMap((entry) => entry.targets))];
}

/** Writes `arch` as `model` is written: `12.0f` beside `9.0a`, `120f-real` beside `90a-real`, a gencode pair beside one. */
export function spellLike(model: ArchEntry, arch: Arch): string {
  const number = `${arch.capability}${arch.suffix}`;
  const dots = `${Math.floor(arch.capability / 10)}.${arch.capability % 10}${arch.suffix}`;
  if (model.style === "dotted")
    return dots + (/\+PTX$/i.test(model.text) && arch.suffix === "" ? "+PTX" : "");
  if (model.style === "number") return number + (/-real$/i.exec(model.text)?.[0] ?? "");
  if (model.style === "gencode" || model.style === "option" || model.style === "named") {
    return model.text.replace(/((?:sm|compute)_?)\d+[af]?/gi, `$1${number}`);
  }
  return number;
}
