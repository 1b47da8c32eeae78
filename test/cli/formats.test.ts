/** What is printed for other programs and for people elsewhere, and what is known and not to be told again. */
import { spawnSync } from "node:child_process";
import { cpSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { CLEAN, HEADER, JIT_LIST, OPENED } from "../lsp/inputs";
import { json, run, tree } from "./harness";

interface Sarif {
  readonly version: string;
  readonly runs: readonly {
    readonly tool: { readonly driver: { readonly rules: readonly { readonly id: string }[] } };
    readonly originalUriBaseIds: Readonly<Record<string, { readonly uri: string }>>;
    readonly results: readonly {
      readonly ruleId: string;
      readonly ruleIndex: number;
      readonly level: string;
      readonly partialFingerprints: Readonly<Record<string, string>>;
      readonly locations: readonly {
        readonly physicalLocation: {
          readonly artifactLocation: { readonly uri: string; readonly uriBaseId?: string };
          readonly region: { readonly startLine: number };
        };
      }[];
      readonly fixes?: readonly object[];
    }[];
  }[];
}

const project = { "setup.py": "", "in c/wait.cuh": HEADER, "jit.py": JIT_LIST, "clean.cuh": CLEAN };

describe("a scan", () => {
  it("as SARIF names rules by index and places relative to the project", () => {
    const folder = tree(project);
    const sarif = JSON.parse(run(path.join(folder, "in c"), "scan", "--format", "sarif", "..").out) as Sarif;
    expect(sarif.version).toBe("2.1.0");
    const [first] = sarif.runs;
    expect(first?.originalUriBaseIds["%SRCROOT%"]?.uri).toBe(`file://${folder}/`);
    expect(first?.results).toHaveLength(3);
    for (const { ruleId, ruleIndex, level, locations, fixes } of first?.results ?? []) {
      expect(first?.tool.driver.rules[ruleIndex]?.id).toBe(ruleId);
      expect(["error", "warning", "note"]).toContain(level);
      const { artifactLocation, region } = locations[0]?.physicalLocation ?? {};
      expect(["in%20c/wait.cuh", "jit.py"]).toContain(artifactLocation?.uri);
      expect(artifactLocation?.uriBaseId).toBe("%SRCROOT%");
      expect(region?.startLine).toBeGreaterThan(0);
      expect(fixes?.length).toBeGreaterThan(0);
    }
    const marks = first?.results.map(({ partialFingerprints }) => Object.values(partialFingerprints)[0]);
    expect(new Set(marks).size).toBe(3);
  });

  it("as Markdown and as a page says the same, by file, with nothing to run or to fetch", () => {
    const folder = tree({ ...project, "odd.cuh": HEADER.replace("1200)", "1200) /* <script>`|*/") });
    const markdown = run(folder, "scan", "--format", "markdown").out;
    expect(markdown).toMatch(/^# SM Lens: sm_120\n\n5 findings in 3 of \d files/);
    expect(markdown).toContain("## `in c/wait.cuh`\n\n- **line 3** · warning");
    const page = run(folder, "scan", "--format", "html").out;
    expect(page).toMatch(/^<!doctype html>/);
    expect(page).toContain("default-src 'none'");
    expect(page).not.toMatch(/<script|<link|<img|@import|url\(|\son\w+=/i);
    expect(page.match(/<article /g)).toHaveLength(5);
    expect(run(folder, "scan", "--format", "html", "clean.cuh").out).toContain("nothing excludes sm_120");
  });

  it("lists included files that are not there, on demand", () => {
    const folder = tree({ "a.cuh": `#include <gone/x.h>\n${HEADER}`, "inc/gone/x.h": "" });
    expect(run(folder, "scan", "--show-missing", "a.cuh").out).toContain(
      "not found: <gone/x.h>, included for a.cuh\n",
    );
    expect(run(folder, "regions", "--show-missing", "-I", "inc", "a.cuh").out).toContain(
      "every included file was found\n",
    );
    const parsed = json(run(folder, "regions", "--format", "json", "a.cuh"));
    expect(parsed).toMatchObject({ missingIncludes: [{ header: "<gone/x.h>", file: "a.cuh" }] });
  });
});

describe("a baseline", () => {
  it("leaves out what it knows, wherever that has moved, and nothing else", () => {
    const folder = tree(project);
    expect(run(folder, "scan", "--write-baseline", "known.json")).toMatchObject({
      status: 0,
      out: "",
      err: "sm-lens: 3 findings written to known.json\n",
    });
    const again = () => run(folder, "scan", "--baseline", "known.json");
    expect(again()).toMatchObject({ status: 0, err: "" });
    expect(again().out).toMatch(/^nothing new excludes sm_120 .*; 3 findings of the baseline left out\n$/);
    writeFileSync(path.join(folder, "in c/wait.cuh"), `// moved\n\n\n${HEADER}`);
    expect(again().status).toBe(0);
    writeFileSync(path.join(folder, "new.cuh"), HEADER);
    expect(again().out.match(/^\S+?:\d+/gm)).toEqual(["new.cuh:3", "new.cuh:7"]);
    expect(again().status).toBe(1);
  });

  it.each([
    ["in c", ["..", "--baseline", "../ci/known.json"]],
    ["in c", [".", "--baseline", "../ci/known.json"]],
    ["ci", ["../in c", "--baseline", "known.json"]],
    [".", ["./in c/", "--root", "in c", "--baseline", "./ci/../ci/known.json"]],
  ])("knows its findings however they are come upon: from '%s', %j", (from, args) => {
    const folder = tree({ "in c/wait.cuh": HEADER, "ci/x.txt": "" });
    expect(run(folder, "scan", "in c", "--write-baseline", "ci/known.json").status).toBe(0);
    expect(readFileSync(path.join(folder, "ci/known.json"), "utf8")).toContain('"file": "../in c/wait.cuh"');
    const spellings = [
      args,
      args.map((each) =>
        each.startsWith("-") || ["in c", "."].includes(each) ? each : path.resolve(folder, from, each),
      ),
    ];
    for (const each of spellings) {
      const ran = run(path.join(folder, from), "scan", ...each);
      expect(ran).toMatchObject({ status: 0, err: "" });
      expect(ran.out).toMatch(/^nothing new excludes/);
    }
  });

  it("holds for headers that a file includes too", () => {
    const folder = tree({ "a.cu": '#include "a.cuh"\n', "a.cuh": HEADER });
    run(folder, "scan", "--write-baseline", "known.json");
    expect(run(folder, "scan", "a.cu").out).toContain("headers that it includes have 2 findings: a.cuh (2)");
    expect(run(folder, "scan", "a.cu", "--baseline", "known.json").out).not.toContain("headers");
  });

  it("is refused where it is none or for another target", () => {
    const folder = tree({ "a.cuh": HEADER, "no.json": "{}" });
    run(folder, "scan", "--write-baseline", "known.json");
    for (const args of [
      ["--baseline", "no.json"],
      ["--baseline", "gone.json"],
      ["--baseline", "known.json", "--target", "sm_121"],
      ["--write-baseline", "gone/known.json"],
    ])
      expect(run(folder, "scan", ...args)).toMatchObject({ status: 2, out: "" });
  });
});

describe("a project's own file", () => {
  it("holds on the command line, options going before it, mistakes told with their line", () => {
    const folder = tree({ "setup.py": "", "a.cuh": HEADER, ".sm-lens.json": '{"target": "sm_90"}' });
    expect(run(folder, "scan").out).toMatch(/^nothing excludes sm_90 /);
    expect(run(folder, "scan", "--target", "sm_120").status).toBe(1);
    writeFileSync(path.join(folder, "other.json"), '{\n"rules": {"guard-excludes-target": "off"},\n"x": 1}');
    const other = run(folder, "scan", "--config", "other.json");
    expect(other.out).toMatch(/^nothing excludes sm_120 /);
    expect(other.err).toContain("other.json:3: x: is no setting");
    expect(other.status).toBe(2);
    writeFileSync(path.join(folder, ".sm-lens.json"), '{"target": "sm_999"}');
    for (const args of [["scan"], ["regions", "a.cuh"], ["explain", "a.cuh:1"]])
      expect(run(folder, ...args).status, args[0]).toBe(2);
  });

  it("and every other place that is named has to be there", () => {
    const folder = tree({ "a.cuh": HEADER });
    for (const args of [
      ["--root", "gone"],
      ["-I", "a.cuh"],
      ["--compile-commands", "gone.json"],
      ["--config", "gone.json"],
      ["--rule", "guard-traps"],
      ["--rule", "nonsense=off"],
      ["--rule", "guard-traps=loud"],
      [""],
    ]) {
      const { status, out, err } = run(folder, "scan", ...args);
      expect([status, out, /at \w+ \(/.test(err)]).toEqual([2, "", false]);
    }
    expect(run(folder, "fix", "a.cuh:99999999999")).toMatchObject({ status: 2 });
    expect(run(folder, "fix", "a.cuh", "--all", "--kind", "bogus").err).toContain(
      "there is no kind of fix 'bogus'",
    );
  });
});

describe("fixing a whole folder", () => {
  it("prints one diff that patch takes, and writes the same", () => {
    const folder = tree({ "a/one.cuh": HEADER, "b/two.cuh": HEADER, "c.cuh": CLEAN });
    const copy = tree({});
    cpSync(folder, copy, { recursive: true });
    const { bytes, status } = run(folder, "fix", ".", "--all", "--dry-run");
    expect(status).toBe(0);
    const patched = spawnSync("patch", ["-p1", "--binary"], { cwd: copy, input: bytes });
    expect(patched.status).toBe(0);
    expect(run(folder, "fix", ".", "--all").err).toMatch(/4 edits in 2 files; compiling is not the same/);
    for (const name of ["a/one.cuh", "b/two.cuh"])
      for (const root of [folder, copy]) expect(readFileSync(path.join(root, name), "utf8")).toBe(OPENED);
    expect(run(folder, "scan").status).toBe(0);
  });
});
