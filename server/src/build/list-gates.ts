import { admittedDevices, exactTargets, type ArchEntry } from "../arch/arch-list";
import { DEVICES } from "../arch/devices";
import type { Dependent, Evidence, Gate } from "../gates/gate";
import { ALL_DEVICES, deviceNames, maskWhere, type Mask } from "../logic/sets";
import { sliceOf, type SourceText } from "../text/source";
import { branchesBelow, openConditions, tooOldFor, type Branch, type Condition } from "./cmake-blocks";
import type { ArchGroup } from "./groups";
import { devicesNamedBy, isOverallList } from "./names";
import { remarksAbove } from "./remarks";
import type { BuildFile } from "./build-file";
import type { ArchListShape } from "./shape";
import type { Site } from "./sites";
import { isOwn, ownArchitectures, ownSources } from "./exemptions";

/** The gates of one list, `siblings` being all lists of that name: one for each place that spells out a part, and one for the whole where there are several. */
export function listGates(file: BuildFile, group: ArchGroup, siblings: readonly ArchGroup[]): Gate[] {
  const whole = wholeList(file, group);
  const exempt = (excluded: Mask): string | null => exemption(file, group, siblings, whole, excluded);
  const only = group.sites[0];
  if (group.sites.length === 1 && only !== undefined) return [gateOf(file, only, "list", whole, exempt)];
  const parts = group.sites.map((site) =>
    gateOf(
      file,
      site,
      "list",
      siteList(file, site),
      () => `one of the ${group.sites.length} parts of ${group.name}`,
    ),
  );
  return [...parts, gateOf(file, whole.anchor, "ladder", whole, exempt)];
}

interface List {
  /** The place where one more entry belongs. */
  readonly anchor: Site;
  readonly entries: readonly ArchEntry[];
  readonly admits: Mask;
  readonly depends: readonly Dependent[];
}

function wholeList(file: BuildFile, group: ArchGroup): List {
  const common = commonBranches(group.sites);
  const parts = group.sites.map((site) => ({
    site,
    open: openConditions(branchesBelow(site.branches, common)),
  }));
  const met = parts.filter((part) => part.open?.length === 0).map((part) => part.site);
  const admits = admittedDevices(met.flatMap(sureEntries));
  const depends = met.flatMap((site) => leaving(file, site, admits));
  let settled = depends.reduce((mask, part) => mask | part.mask, admits);
  for (const { site, open } of parts) {
    if (open === null || open.length === 0) continue;
    const mask = admittedDevices(site.entries) & ~settled;
    if (mask !== 0)
      depends.push({
        mask,
        when: open.map((condition) => conditionText(file.source, condition)).join(" AND "),
      });
    settled |= mask;
  }
  const foreign = [...new Set(group.sites.flatMap((site) => unknownParts(file, site)))];
  addForeign(depends, foreign, ALL_DEVICES & ~settled);
  const anchor = met.at(-1) ?? group.sites.at(-1);
  if (anchor === undefined) throw new RangeError("a list without a place");
  return { anchor, entries: group.sites.flatMap((site) => site.entries), admits, depends };
}

function siteList(file: BuildFile, site: Site): List {
  const admits = admittedDevices(sureEntries(site));
  const depends = leaving(file, site, admits);
  const settled = depends.reduce((mask, part) => mask | part.mask, admits);
  addForeign(depends, unknownParts(file, site), ALL_DEVICES & ~settled);
  return { anchor: site, entries: site.entries, admits, depends };
}

/** The entries that nothing takes out again under a condition. */
function sureEntries({ entries, mayGo }: Site): readonly ArchEntry[] {
  return mayGo === undefined
    ? entries
    : entries.filter((entry) => !mayGo.some((part) => part.entries.has(entry)));
}

/** Who gets in only as long as an entry stays, for each command that may take entries out. */
function leaving(file: BuildFile, site: Site, admits: Mask): Dependent[] {
  let settled = admits;
  return (site.mayGo ?? []).flatMap(({ entries, conditions }) => {
    const mask = admittedDevices(site.entries.filter((entry) => entries.has(entry))) & ~settled;
    settled |= mask;
    if (mask === 0) return [];
    const [first, ...more] = conditions.map((condition) => conditionText(file.source, condition));
    const [only] = conditions;
    const isOne = more.length === 0 && only !== undefined;
    const when = isOne
      ? conditionText(file.source, { ...only, negated: !only.negated })
      : `NOT (${[first, ...more].join(" AND ")})`;
    return [{ mask, when }];
  });
}

/** What a list takes over from elsewhere, unless that was seen to be spelled out in this file. */
function unknownParts(file: BuildFile, site: Site): string[] {
  const words = site.entries.filter((entry) => entry.word === "native").map((entry) => entry.text);
  return [...site.foreign.filter((part) => !file.isEmpty(part)), ...words];
}

function addForeign(depends: Dependent[], foreign: readonly string[], mask: Mask): void {
  if (foreign.length > 0 && mask !== 0) depends.push({ mask, when: `${foreign.join(" or ")} names it` });
}

function commonBranches(sites: readonly Site[]): Branch[] {
  const first = sites[0]?.branches ?? [];
  return first.filter((branch) => sites.every((site) => branchesBelow([branch], site.branches).length === 0));
}

function conditionText(source: SourceText, condition: Condition): string {
  const text = sliceOf(source, condition.span).replace(/\s+/g, " ");
  return condition.negated ? `NOT (${text})` : text;
}

function gateOf(
  file: BuildFile,
  site: Site,
  form: string,
  list: List,
  exemptFor: (excluded: Mask) => string | null,
): Gate {
  const depending = list.depends.reduce((mask, { mask: more }) => mask | more, 0);
  const shape: ArchListShape = {
    kind: "architectures",
    entries: list.anchor.written ?? list.anchor.entries,
  };
  return {
    layer: "build",
    form,
    span: site.span,
    text: sliceOf(file.source, site.span),
    domain: "devices",
    admission: {
      admits: list.admits,
      excludes: ALL_DEVICES & ~list.admits & ~depending,
      depends: list.depends,
    },
    exact: exactTargets(list.entries),
    host: null,
    operandFor: () => spanOfEntries(site.entries),
    consequence: "unbuilt",
    instructions: [],
    remarks: [...remarksAbove(file, site.command.span.start), ...unknownNames(list.entries)],
    definedAt: null,
    exemptFor,
    claim: null,
    shape,
  };
}

function spanOfEntries(entries: readonly ArchEntry[]): { start: number; end: number } | null {
  const first = entries[0];
  const last = entries.at(-1);
  return first && last ? { start: first.span.start, end: last.span.end } : null;
}

function unknownNames(entries: readonly ArchEntry[]): Evidence[] {
  return entries
    .filter((entry) => !entry.known)
    .map((entry) => ({
      span: entry.span,
      text: `'${entry.text}' is no target of the toolkit that the facts are about`,
    }));
}

function exemption(
  file: BuildFile,
  group: ArchGroup,
  siblings: readonly ArchGroup[],
  whole: List,
  excluded: Mask,
): string | null {
  const { anchor } = whole;
  const tooOld = maskWhere(DEVICES, (device) => tooOldFor(anchor.branches, device.capability) !== null);
  if ((excluded & ~tooOld) === 0)
    return `this list is for toolkits that do not know ${deviceNames(excluded).join(", ")} yet`;
  // a function changes a copy, which is gone when it ends
  const isCopy = ({ scope }: ArchGroup): boolean => scope !== group.scope && file.isIdle(scope);
  if (file.isIdle(group.scope))
    return `${group.name} is the function's own here, and nothing in it uses that`;
  const again = siblings.some(
    (other) =>
      other !== group &&
      !isCopy(other) &&
      !shareChain(group, other) &&
      (excluded & ~devicesOfGroup(other)) === 0,
  );
  if (again) return `${group.name} is set again for it in this file`;
  if (isOverallList(group.name, whole.entries.length)) return null;
  if (isOwn(devicesNamedBy(group.name), whole.admits, excluded))
    return `${group.name} is named for other devices: it lists their own kernels`;
  const archs = whole.entries.map((entry) => entry.virtual).filter((arch) => arch !== null);
  return ownSources(file, anchor.command, whole.admits, excluded) ?? ownArchitectures(archs, excluded);
}

function devicesOfGroup(group: ArchGroup): Mask {
  return admittedDevices(group.sites.flatMap((site) => site.entries));
}

/** Branches for other toolkits set the same list in other words: they stand in for nothing. */
function shareChain(group: ArchGroup, other: ArchGroup): boolean {
  const chains = new Set(group.sites.flatMap((site) => site.branches.map((branch) => branch.chain)));
  return other.sites.some((site) => site.branches.some((branch) => chains.has(branch.chain)));
}
