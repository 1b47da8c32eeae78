import { spellLike, type Arch, type ArchEntry } from "../../arch/arch-list";
import { buildShape } from "../../build/shape";
import type { SourceText } from "../../text/source";
import { archsOf, namesDevice, servedBy, wantedFor, type Wanted } from "./build-wanted";
import type { FixKind, Proposal } from "./fix-kind";

/** One more entry in a list of architectures: `;12.0f`, ` 120a`, a gencode pair, each as its neighbours are written. */
export const buildAddArch: FixKind = {
  kind: "build-add-arch",
  layers: ["build", "python"],
  propose: (request) => {
    const shape = buildShape(request.gate.shape);
    if (shape?.kind !== "architectures" || namesDevice(request.gate.exact, request.target)) return [];
    const { entries } = shape;
    return wantedFor(request, archsOf(entries)).flatMap((wanted) =>
      proposalFor(request.source, entries, wanted),
    );
  },
};

function proposalFor(source: SourceText, entries: readonly ArchEntry[], wanted: Wanted): Proposal[] {
  const model = modelFor(entries, wanted.archs[0]);
  if (model === null) return [];
  if (model.style === "option") return asPairs(source, entries, model, wanted);
  const added = wanted.archs.map((arch) => spellLike(model, arch));
  const separator = separatorAt(source.text, entries, model);
  const newText = added.map((text) => separator + text).join("");
  const names = added.map((text) => `'${text}'`).join(" and ");
  return [
    {
      kind: "build-add-arch",
      title: `Add ${names} to the list`,
      edits: [{ span: { start: model.span.end, end: model.span.end }, newText }],
      mayChange: servedBy(wanted.archs, model.kind !== "cubin"),
    },
  ];
}

/** nvcc goes by the last `-arch=` alone: with more than one architecture each needs a `-gencode` of its own. */
function asPairs(
  source: SourceText,
  entries: readonly ArchEntry[],
  model: ArchEntry,
  wanted: Wanted,
): Proposal[] {
  const own = model.virtual;
  if (own === null || entries.length > 1) return [];
  const pairs = [own, ...wanted.archs].map((arch) => {
    const number = `${arch.capability}${arch.suffix}`;
    return `-gencode=arch=compute_${number},code=sm_${number}`;
  });
  const names = wanted.archs.map(({ capability, suffix }) => `sm_${capability}${suffix}`);
  const separator = loneSeparator(source.text, { ...model, style: "gencode" });
  return [
    {
      kind: "build-add-arch",
      title: `Build for ${names.join(" and ")} too, each by a -gencode of its own`,
      edits: [{ span: model.span, newText: pairs.join(separator) }],
      mayChange: servedBy(wanted.archs, model.kind !== "cubin") | servedBy([own], true),
    },
  ];
}

/** The entry to stand behind: the newest that is older than what is added, written without `+PTX` if one is. */
function modelFor(entries: readonly ArchEntry[], arch: Arch | undefined): ArchEntry | null {
  const written = entries.filter((entry) => entry.virtual !== null);
  const plain = written.filter((entry) => !/\+PTX$/i.test(entry.text));
  const candidates = plain.length > 0 ? plain : written;
  const older = candidates.filter((entry) => (entry.virtual?.capability ?? 0) <= (arch?.capability ?? 0));
  const pool = older.length > 0 ? older : candidates;
  return pool.reduce<ArchEntry | null>(
    (best, entry) =>
      best === null || (entry.virtual?.capability ?? 0) >= (best.virtual?.capability ?? 0) ? entry : best,
    null,
  );
}

/** What stands between two entries here; for a lone entry, what its place calls for. */
function separatorAt(text: string, entries: readonly ArchEntry[], model: ArchEntry): string {
  const index = entries.indexOf(model);
  const pairs = [
    [entries[index - 1], model],
    [model, entries[index + 1]],
  ] as const;
  for (const [left, right] of pairs) {
    const between = left && right ? text.slice(left.span.end, right.span.start) : "";
    if (/^["'\s;,|]+$/.test(between)) return between;
  }
  return loneSeparator(text, model);
}

function loneSeparator(text: string, model: ArchEntry): string {
  const quote = text[model.span.start - 1];
  const quoted = (quote === '"' || quote === "'") && text[model.span.end] === quote;
  if (model.style !== "gencode" && model.style !== "option") return quoted ? ";" : " ";
  if (!quoted) return " ";
  const lineStart = text.lastIndexOf("\n", model.span.start) + 1;
  const indent = text.slice(lineStart, model.span.start - 1);
  return /^[ \t]*$/.test(indent) ? `${quote}\n${indent}${quote}` : `${quote} ${quote}`;
}
