/**
 * A core that finds a gate in every word `GATE`, follows `#include NAME`, and throws at `CRASH`: enough to see what
 * the edges do with a core, whatever the real one finds.
 */
import { NO_LINKS } from "../../../server/src/chain/facts";
import type { Gate } from "../../../server/src/gates/gate";
import type { JudgedGate } from "../../../server/src/gates/judgement";
import { ALL_TARGETS, variantMask } from "../../../server/src/logic/sets";
import type { FileReport, Service, Settings } from "../../../server/src/service";
import type { Files } from "../../../server/src/text/files";
import { extension, dirname, join } from "../../../server/src/text/paths";
import type { SourceText } from "../../../server/src/text/source";
import type { Engine } from "../../../server/src/workspace/engine";

export interface FakeEngine extends Engine {
  /** Paths analysed, in order. */
  readonly analysed: string[];
}

export function fakeEngine(): FakeEngine {
  const analysed: string[] = [];
  const service: Service = {
    languageOf: (path, languageId) => (extension(path) === "cu" || languageId === "cuda-cpp" ? "cuda" : null),
    mayHoldGates: (_, text) => /GATE|include|CRASH/.test(text),
    analyse(source, _, settings, files) {
      analysed.push(source.path);
      return analyse(source, settings, files);
    },
    read(source, _, settings, files) {
      analysed.push(source.path);
      return (target) => analyse(source, { ...settings, target }, files);
    },
    valueAt: () => null,
    silence: () => null,
    facts: () => null,
    links: () => NO_LINKS,
    chains: () => {
      throw new Error("this core knows no chains");
    },
    fixes: (_, { gate }) => [
      {
        kind: "open",
        title: "Open it (adds all)",
        preferred: true,
        edits: [{ span: gate.span, newText: "OPEN" }],
        admitsAfter: [],
      },
    ],
  };
  return { service, analysed, ready: () => Promise.resolve() };
}

function analyse(source: SourceText, settings: Settings, files: Files): FileReport {
  if (source.text.includes("CRASH")) throw new Error("the core crashed");
  const wanted: string[] = [];
  let included = "";
  for (const [, name = ""] of source.text.matchAll(/#include (\S+)/g)) {
    const path = join(dirname(source.path), name);
    const text = files.read(path);
    if (text === undefined) wanted.push(path);
    else included += text ?? "";
  }
  // What is included decides whether the gates of this file are open.
  const open = included.includes("ALLOW");
  const gates = open
    ? []
    : [...source.text.matchAll(/GATE/g)].map((match) => judged(match.index, settings.target));
  return {
    source,
    language: "cuda",
    gates,
    regions: [],
    branches: [],
    instructions: [],
    outline: { functions: [], blocks: [], comments: [], includes: [] },
    read: { conditions: gates.length, dependsOn: [] },
    missing: [],
    wanted,
    fault: null,
  };
}

function judged(start: number, target: string): JudgedGate {
  const asked = variantMask(target);
  const gate: Gate = {
    layer: "cuda-preprocessor",
    form: "guard",
    span: { start, end: start + 4 },
    text: "GATE",
    domain: "targets",
    admission: { admits: ALL_TARGETS & ~asked, excludes: asked, depends: [] },
    exact: null,
    host: false,
    operandFor: () => null,
    consequence: "skipped",
    instructions: [],
    remarks: [],
    definedAt: null,
    exemptFor: () => null,
    claim: null,
    shape: null,
  };
  return {
    gate,
    asked,
    excludesTarget: true,
    consequence: "skipped",
    reason: null,
    operand: null,
    rule: "fake-rule",
    severity: "warning",
    message: `${target} is left out`,
    toldWith: null,
    fixFor: target,
    checkFirst: null,
    related: [],
  };
}
