/**
 * Assembles probes for every target and writes what ptxas accepts.
 *
 *   node scripts/measure-instructions.mjs [--all] [--add FILE]
 *
 * FILE holds new probes, one a line: `name | group | ptx` (lines with # are comments). Without --all only probes that
 * carry no answer yet are assembled. The answers go to data/ptx-support.json; run generate-instructions.mjs next.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { assemble, ptxasVersion, withScratch } from "./ptx-module.mjs";

const DATA = new URL("../data/ptx-support.json", import.meta.url);
const options = process.argv.slice(2);
const data = JSON.parse(readFileSync(DATA, "utf8"));

function addProbes(file) {
  const known = new Set(data.probes.map((probe) => probe.ptx));
  for (const line of readFileSync(file, "utf8").split("\n")) {
    if (line.trim() === "" || line.startsWith("#")) continue;
    const [name, group, ...ptx] = line.split(" | ").map((part) => part.trim());
    const text = ptx.join(" | ");
    if (!known.has(text)) data.probes.push({ name, group, ptx: text });
    known.add(text);
  }
}

/** Which of the probes the target accepts: whole groups first, halves of those that fail. */
function acceptedOf(folder, target, probes) {
  if (
    probes.length === 0 ||
    assemble(
      folder,
      target,
      probes.map((probe) => probe.ptx),
    ) === ""
  )
    return probes;
  if (probes.length === 1) return [];
  const middle = probes.length >> 1;
  return [
    ...acceptedOf(folder, target, probes.slice(0, middle)),
    ...acceptedOf(folder, target, probes.slice(middle)),
  ];
}

function statusOf(probe) {
  if (probe.accepted.length === data.targets.length) return "all";
  return probe.accepted.length === 0 ? "rejected-everywhere" : "arch-limited";
}

function measure(probes) {
  for (const probe of probes) probe.accepted = [];
  withScratch((folder) => {
    for (const target of data.targets) {
      for (const probe of acceptedOf(folder, target, probes)) probe.accepted.push(target);
      console.error(
        `${target}: ${probes.filter((probe) => probe.accepted.at(-1) === target).length} accepted`,
      );
    }
  });
  for (const probe of probes) probe.status = statusOf(probe);
}

function write() {
  const line = (probe) => `  ${JSON.stringify(probe)}`;
  writeFileSync(
    DATA,
    `{\n"source": ${JSON.stringify(data.source)},\n"targets": ${JSON.stringify(data.targets)},\n"probes": [\n` +
      `${data.probes.map(line).join(",\n")}\n]\n}\n`,
  );
}

if (ptxasVersion() === null) throw new Error("no ptxas on the path");
const added = options.indexOf("--add");
if (added >= 0) addProbes(options[added + 1]);
measure(data.probes.filter((probe) => probe.ptx !== "" && (options.includes("--all") || !probe.accepted)));
write();
console.error(`${data.probes.length} probes, ptxas ${ptxasVersion()}`);
