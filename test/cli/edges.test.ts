/** What people get wrong at the edges of the command line, and what they are told. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { json, run, tree } from "./harness";

const GUARDED = `__global__ void f(float* x) {
#if __CUDA_ARCH__ >= 900 && __CUDA_ARCH__ < 1200
  x[0] = 1;
#endif
}
`;

const project = (more: Record<string, string> = {}): string =>
  tree({ "pyproject.toml": "", "a.cu": GUARDED, ...more });

describe("the project's settings", () => {
  it("are said to be unread where a folder has their file's name", () => {
    const folder = project();
    mkdirSync(path.join(folder, ".sm-lens.json"));
    const { status, err } = run(folder, "scan", "a.cu");
    expect(status).toBe(2);
    expect(err).toContain(".sm-lens.json:1: is no file");
  });
});

describe("the store of fixes", () => {
  it("is said to be impossible where a file has its folder's name, before anything is changed", () => {
    const folder = project({ ".sm-lens": "" });
    const words = "sm-lens: .sm-lens: is no folder, so that no fix can be kept in it\n";
    expect(run(folder, "patches", "list")).toMatchObject({ status: 2, err: words });
    expect(run(folder, "fix", "a.cu:2", "--remember")).toMatchObject({ status: 2, err: words });
    expect(readFileSync(path.join(folder, "a.cu"), "utf8")).toBe(GUARDED);
  });

  const patch = {
    file: "a.cu",
    title: "t",
    target: "sm_120",
    rule: null,
    hunks: [{ line: 0, lines: ["-x"] }],
  };
  it.each([
    ["a list", [], "is no store of kept fixes"],
    ["a number", 3, "is no store of kept fixes"],
    ["null", null, "is no store of kept fixes"],
    ["another object", { patches: [] }, "is no store of kept fixes"],
    ["of a later version", { schemaVersion: 2, patches: [] }, "is of another version of SM Lens"],
    ["without patches", { schemaVersion: 1 }, "does not hold patches"],
    ["with something else as patches", { schemaVersion: 1, patches: {} }, "does not hold patches"],
    [
      "with a patch of the wrong shape",
      { schemaVersion: 1, patches: [{ ...patch, title: 1 }] },
      "does not hold patches",
    ],
    [
      "with a line before the first",
      { schemaVersion: 1, patches: [{ ...patch, hunks: [{ line: -5, lines: ["-x"] }] }] },
      "does not hold patches",
    ],
  ])("is said to be none where it is %s", (_, content, words) => {
    const folder = project({ ".sm-lens/patches.json": JSON.stringify(content) });
    for (const action of ["list", "verify", "apply", "export"])
      expect(run(folder, "patches", action)).toMatchObject({
        status: 2,
        out: "",
        err: `sm-lens: .sm-lens/patches.json: ${words}\n`,
      });
  });

  it("has to be there where it is named", () => {
    for (const action of ["list", "verify", "apply", "export"])
      expect(run(project(), "patches", action, "--store", "/nope")).toMatchObject({
        status: 2,
        err: "sm-lens: --store: there is no file '/nope'\n",
      });
  });
});

describe("a place in a file", () => {
  it.each([
    ["explain", "a.cu:2:49", 0],
    ["explain", "a.cu:2:50", 2],
    ["fix", "a.cu:2:50", 2],
    ["explain", "a.cu:7:1", 2],
  ])("has to be there: %s %s", (command, place, expected) => {
    const { status, err } = run(project(), command, place);
    expect(status).toBe(expected);
    if (expected === 2) expect(err).toMatch(/there is no (?:line 7|column 50)\n$/);
  });

  it("in a body is explained by what stands around it, and fixed where that stands", () => {
    const folder = tree({
      "a.cpp": "int run(int sm) {\n  if (sm != 90) {\n    throw 1;\n  }\n  return 0;\n}\n",
    });
    expect(run(folder, "explain", "a.cpp:3").out).toMatch(/^a\.cpp:3\nline 2: if \(sm != 90\) \[host-/);
    expect(run(folder, "fix", "a.cpp:3").err).toContain("no gate stands here; that around it is on line 2");
    expect(run(folder, "explain", "a.cpp:5").out).toContain(
      "no condition on the architecture stands here or around it",
    );
  });

  it("is not all of a file", () => {
    expect(run(project(), "fix", "a.cu:2", "--all")).toMatchObject({
      status: 2,
      err: "sm-lens: fix takes one FILE:LINE, or files and folders with --all: 'a.cu:2' or 'a.cu --all'\n",
    });
    const named = tree({ "pyproject.toml": "", "a.cu:2": "" });
    expect(run(named, "fix", "a.cu:2", "--all").err).toBe("sm-lens: 'a.cu:2': no preferred fix is offered\n");
  });

  it("names the kinds of edits that somebody has to choose", () => {
    const folder = tree({
      "pyproject.toml": "",
      "a.py":
        "import torch\ncap = torch.cuda.get_device_capability()\ndef run():\n    if cap not in [(9, 0), (10, 0)]:\n        raise ValueError(cap)\n",
    });
    const { err, status } = run(folder, "fix", "a.py", "--all");
    expect(status).toBe(1);
    expect(err).toMatch(/no preferred fix is offered; by --kind there (?:is|are) [a-z-]+ \(1\)/);
    const kind = /by --kind there (?:is|are) ([a-z-]+)/.exec(err)?.[1] ?? "";
    expect(run(folder, "fix", "a.py", "--all", "--kind", kind).status).toBe(0);
  });
});

describe("headers that were not found", () => {
  it("are those of the project and its libraries", () => {
    const includes = [
      "<stdio.h>",
      "<vector>",
      "<cstdint>",
      "<sys/stat.h>",
      "<cuda_fp16.h>",
      '"mine.h"',
      "<lib/x>",
    ];
    const folder = project({ "b.cu": includes.map((one) => `#include ${one}\n`).join("") + GUARDED });
    const { missingIncludes } = json(run(folder, "scan", "b.cu", "--format", "json")) as {
      missingIncludes: { header: string }[];
    };
    expect(missingIncludes.map(({ header }) => header)).toEqual(['"mine.h"', "<cuda_fp16.h>", "<lib/x>"]);
  });
});

describe("directives without a partner", () => {
  it("are all told, many of them in a number", () => {
    const folder = project({
      "b.cu": "#endif\n#else\n#if 1\n#elif 1\n#else\n#else\n",
      "c.cu": "#endif\n".repeat(12),
    });
    expect(run(folder, "scan", "b.cu").err).toContain(
      "line 1: #endif without #if; line 2: #else without #if; line 3: #if without #endif; line 6: #else after #else",
    );
    expect(run(folder, "scan", "c.cu").err).toMatch(/line 5: #endif without #if; and 7 more\n/);
  });
});

describe("what is left out", () => {
  it.each([
    ["/", "The name or path of something is needed."],
    ["./", "The name or path of something is needed."],
    ["!a.cu", "A glob says what is left out; it cannot begin with '!'."],
  ])("is not %s", (glob, words) => {
    const { status, err } = run(project(), "scan", ".", "--exclude", glob);
    expect(status).toBe(2);
    expect(err).toContain(words);
  });

  it.each(["a.cu", "./a.cu", "*.cu", "**", "**/a.cu", "[a]*", "{a,b}.cu", "?.cu"])(
    "is a file by %s",
    (glob) => {
      expect(run(project(), "scan", ".", "--exclude", glob)).toMatchObject({
        status: 0,
        out: "no file to read in .\n",
      });
    },
  );

  it.each(["[", "a[", "{", "{a,b", "\\", "(", "A.CU", " a.cu", "../a.cu"])(
    "is nothing by %s, which is none",
    (glob) => {
      expect(run(project(), "scan", ".", "--exclude", glob).status).toBe(1);
    },
  );

  it("is heeded, however much it is", () => {
    const folder = project();
    for (let at = 0; at < 2000; at++) writeFileSync(path.join(folder, `b${at}.cu`), "");
    const excludes = Array.from({ length: 2000 }, (_, at) => `b${at}.cu`);
    writeFileSync(path.join(folder, ".sm-lens.json"), JSON.stringify({ exclude: excludes }));
    expect(run(folder, "scan", ".", "--no-cache").err).toContain("1 finding in 1 of 1 file");
  });
});

describe("the language server", () => {
  it("ends where nobody speaks to it", () => {
    expect(run(project(), "lsp").status).not.toBeNull();
  });
});
