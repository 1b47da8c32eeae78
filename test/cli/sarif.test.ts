/** SARIF held against its schema, and against what code scanning services ask of it beyond that. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { Ajv } from "ajv";
import { describe, expect, it } from "vitest";
import { run, tree } from "./harness";

interface Located {
  readonly physicalLocation: {
    readonly artifactLocation: { readonly uri: string; readonly uriBaseId?: string };
    readonly region?: { readonly startLine: number; readonly startColumn?: number };
  };
}

interface Log {
  readonly runs: readonly {
    readonly tool: {
      readonly driver: {
        readonly rules: readonly {
          readonly id: string;
          readonly helpUri?: string;
          readonly help: { readonly text: string };
          readonly shortDescription: { readonly text: string };
          readonly defaultConfiguration: { readonly level: string };
        }[];
      };
    };
    readonly originalUriBaseIds: Readonly<Record<string, { readonly uri: string }>>;
    readonly invocations: readonly { readonly executionSuccessful: boolean }[];
    readonly results: readonly {
      readonly ruleId: string;
      readonly ruleIndex: number;
      readonly message: { readonly text: string };
      readonly locations: readonly Located[];
      readonly relatedLocations?: readonly Located[];
      readonly partialFingerprints: Readonly<Record<string, string>>;
    }[];
  }[];
}

const isAbsolute = (text: string): boolean => URL.canParse(text) && /^[\x21-\x7e]+$/.test(text);

function validator(): (value: unknown) => string[] {
  const file = createRequire(import.meta.url).resolve(
    "@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json",
  );
  const schema = JSON.parse(readFileSync(file, "utf8")) as Record<string, unknown>;
  // The checker knows later drafts; the schema uses nothing that they took away but the name of its own address.
  const { $schema, id, ...rest } = schema;
  expect([$schema, id].every((one) => typeof one === "string")).toBe(true);
  const ajv = new Ajv({ strict: false, allErrors: true, unicodeRegExp: false });
  ajv.addFormat("uri", isAbsolute);
  ajv.addFormat(
    "uri-reference",
    (text) => /^[\x21-\x7e]*$/.test(text) && URL.canParse(text, "file:///root/"),
  );
  ajv.addFormat("date-time", (text) => !Number.isNaN(Date.parse(text)));
  const check = ajv.compile(rest);
  return (value) =>
    check(value)
      ? []
      : (check.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message ?? ""}`);
}

const errorsOf = validator();

function scanned(folder: string, ...args: string[]): { log: Log; status: number | null } {
  const { out, status } = run(folder, "scan", "--format", "sarif", ...args);
  const log = JSON.parse(out) as Log;
  expect(errorsOf(log)).toEqual([]);
  return { log, status };
}

const GUARDED = `__global__ void f(float* x) {
#if __CUDA_ARCH__ >= 900 && __CUDA_ARCH__ < 1200
  x[0] = 1;
#endif
}
`;
const LIST = `def build():
    return flags(supported_major_versions=[9, 10])
`;

describe("the schema's check", () => {
  it("can fail", () => {
    expect(errorsOf({ version: "2.1.0", runs: [{ tool: {} }] })).not.toEqual([]);
    expect(errorsOf({ version: "2.0.0", runs: [] })).not.toEqual([]);
  });
});

describe("SARIF of a scan is valid", () => {
  it.each([
    ["of the sample", "test/sample", []],
    ["of the sample, all gates told of", "test/sample", ["--all-gates"]],
    ["of the sample for another target", "test/sample", ["--target", "sm_75"]],
  ])("%s", (_, folder, args) => {
    const { log } = scanned(path.resolve(folder), ".", ...args);
    expect(log.runs[0]?.results.length).toBeGreaterThan(0);
  });

  it("without a finding, without a file", () => {
    for (const folder of [tree({ "a.cu": "int a;\n" }), tree({ "a.txt": "" })]) {
      const { log, status } = scanned(folder, ".");
      expect(status).toBe(0);
      expect(log.runs[0]?.results).toEqual([]);
      expect(log.runs[0]?.invocations[0]?.executionSuccessful).toBe(true);
    }
  });

  it("with a file that cannot be read", () => {
    const { log, status } = scanned(tree({ "a.cu": GUARDED }), "a.cu", "gone.cu");
    expect(status).toBe(2);
    expect(log.runs[0]?.invocations[0]?.executionSuccessful).toBe(false);
    expect(log.runs[0]?.results).toHaveLength(1);
  });

  const ODD = [
    "with space/a b.cu",
    "ünï/日本.cu",
    "percent%20/100%.cu",
    "hash#/q?.cu",
    "a+b&c/[x]{y}.cu",
    "😀.cu",
    "c:.cu",
  ];
  it.each(ODD)("where a path is %s", (name) => {
    const folder = tree({ "setup.py": "", [name]: GUARDED });
    const [first] = scanned(folder, ".").log.runs;
    const { uri, uriBaseId = "" } = first?.results[0]?.locations[0]?.physicalLocation.artifactLocation ?? {
      uri: "",
    };
    const base = first?.originalUriBaseIds[uriBaseId]?.uri ?? "";
    // Whoever reads it comes to the file again.
    expect(fileURLToPath(new URL(uri, base))).toBe(path.join(folder, name));
  });

  it("where a file lies outside the root", () => {
    const folder = tree({ "inside/setup.py": "", "inside/a.cu": GUARDED, "out side/b.cu": GUARDED });
    const [first] = scanned(path.join(folder, "inside"), "a.cu", "../out side/b.cu", "--root", ".").log.runs;
    const uris = first?.results.map(({ locations: [one] }) => one?.physicalLocation.artifactLocation);
    expect(uris).toContainEqual({ uri: "a.cu", uriBaseId: "%SRCROOT%" });
    expect(uris?.find((one) => one?.uriBaseId === undefined)?.uri).toBe(
      new URL(`file://${folder}/out%20side/b.cu`).href,
    );
  });

  it("where texts hold what is odd", () => {
    const folder = tree({
      "a.cu": `\ufeff${GUARDED.replace("1200", "1200 /* \u0001 \ud800 \u2028 */").replaceAll("\n", "\r\n")}`,
      "b.py": LIST.replace("[9, 10]", "[9,  # “only”\n  10]"),
    });
    expect(scanned(folder, ".").log.runs[0]?.results).toHaveLength(2);
  });
});

describe("SARIF for code scanning", () => {
  const folder = (): string =>
    tree({ "setup.py": "", "a.cu": GUARDED + GUARDED.replace("f(", "g("), "jit.py": LIST });

  it("describes each rule, with a page where there is one", () => {
    const rules = scanned(folder(), ".").log.runs[0]?.tool.driver.rules ?? [];
    expect(new Set(rules.map(({ id }) => id)).size).toBe(rules.length);
    for (const { id, help, helpUri, shortDescription, defaultConfiguration } of rules) {
      expect(shortDescription.text.length, id).toBeGreaterThan(10);
      expect(shortDescription.text.length, id).toBeLessThanOrEqual(1024);
      expect(help.text, id).not.toBe("");
      if (helpUri !== undefined) expect(helpUri, id).toMatch(new RegExp(`^https://.*/${id}\\.md$`));
      expect(["none", "note", "warning", "error"]).toContain(defaultConfiguration.level);
    }
  });

  it("points each result at its rule, at one place, with text", () => {
    const { results = [], tool } = scanned(folder(), ".").log.runs[0] ?? {};
    expect(results).toHaveLength(3);
    for (const { ruleId, ruleIndex, locations, message } of results) {
      expect(tool?.driver.rules[ruleIndex]?.id).toBe(ruleId);
      expect(locations).toHaveLength(1);
      expect(locations[0]?.physicalLocation.region?.startLine).toBeGreaterThan(0);
      expect(message.text).not.toBe("");
    }
  });

  it("has marks that tell findings apart and stay when lines move", () => {
    const marksOf = (where: string): string[] =>
      (scanned(where, ".").log.runs[0]?.results ?? []).map((one) => JSON.stringify(one.partialFingerprints));
    const before = marksOf(folder());
    const moved = tree({
      "setup.py": "",
      "a.cu": `// a line\n\n${GUARDED}\n${GUARDED.replace("f(", "g(")}`,
      "jit.py": `# a line\n${LIST}`,
    });
    expect(new Set(before).size).toBe(3);
    expect(before.every((mark) => /^\{"[^"]+":"[^"]+"\}$/.test(mark))).toBe(true);
    expect(new Set(marksOf(moved))).toEqual(new Set(before));
  });
});
