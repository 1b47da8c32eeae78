/** The settings of a file: what is given, the project's own file, how its build compiles it. */
import { describe, expect, it } from "vitest";
import { compileFlags } from "../../../../server/src/workspace/config/compile-flags";
import { openProject } from "../../../../server/src/workspace/config/project";
import type { Given } from "../../../../server/src/workspace/config/project";
import { shellWords } from "../../../../server/src/workspace/config/shell-words";
import { memoryFileSystem } from "../../../../server/src/workspace/memory-files";

const open = (files: Record<string, string>, given: Given = {}, root = "/p") =>
  openProject(memoryFileSystem(files), root, given);

describe("the words of a command", () => {
  it.each([
    ["nvcc -c a.cu", ["nvcc", "-c", "a.cu"]],
    [`g++ "-DA=\\"x y\\"" '-DB=$x' -I a\\ b ''`, ["g++", '-DA="x y"', "-DB=$x", "-I", "a b", ""]],
    ["  a\tb\n", ["a", "b"]],
    ["", []],
    ["'open", ["open"]],
  ])("of %j", (command, words) => {
    expect(shellWords(command)).toEqual(words);
  });
});

describe("the flags of a command", () => {
  it("are its include folders in order and its macros", () => {
    const command =
      "nvcc -isystem /sys -I inc -Iother -I=eq --include-path=a,b -idirafter late -isystem=/sys2 " +
      "-DA -D B=2 -UC --define-macro=D=4 -D'F(x)=x' -D__CUDA_ARCH__=900 " +
      "-gencode arch=compute_90a,code=sm_90a -Xcompiler -DNOT_FOR_US -o -Iout.o -x cu -c k.cu";
    const { includeFolders, macros } = compileFlags(shellWords(command), "/b");
    expect(includeFolders).toEqual([
      "/b/inc",
      "/b/other",
      "/b/eq",
      "/b/a",
      "/b/b",
      "/sys",
      "/sys2",
      "/b/late",
    ]);
    expect([...macros]).toEqual([
      ["A", "1"],
      ["B", "2"],
      ["C", null],
      ["D", "4"],
    ]);
  });
});

const COMMANDS = JSON.stringify([
  { directory: "/p/build", file: "../csrc/a.cu", command: "nvcc -I../inc -DX=1 -DY=1 -c ../csrc/a.cu" },
  { directory: "/p/build", file: "/p/csrc/b.cu", arguments: ["nvcc", "-I/p/more", "-DX=1", "-DY=2"] },
  { directory: "/p/build", file: "../tools/t.cu", command: "nvcc --options-file inc.rsp -DZ" },
  { nonsense: true },
  null,
]);

describe("a project", () => {
  it("compiles each file as its build does, and its neighbours by what they have in common", async () => {
    const files = { "/p/build/compile_commands.json": COMMANDS, "/p/build/inc.rsp": '-I"../spaced inc"' };
    const project = await open(files);
    const settingsFor = (path: string) => project.settingsFor(path);
    expect(project.problems).toEqual([]);
    const of = (path: string) => {
      const { includeFolders, macros } = settingsFor(path);
      return [includeFolders, Object.fromEntries(macros)];
    };
    expect(of("/p/csrc/a.cu")).toEqual([["/p/inc"], { X: "1", Y: "1" }]);
    expect(of("/p/csrc/b.cu")).toEqual([["/p/more"], { X: "1", Y: "2" }]);
    expect(of("/p/csrc/sub/h.cuh")).toEqual([["/p/inc", "/p/more"], { X: "1" }]);
    expect(of("/p/tools/t.cu")).toEqual([["/p/spaced inc"], { Z: "1" }]);
    expect(settingsFor("/p/csrc/a.cu")).toBe(settingsFor("/p/csrc/a.cu"));
  });

  it("takes what is given before its own file, and that before the build", async () => {
    const files = {
      "/p/compile_commands.json": COMMANDS.replaceAll("/p/build", "/p/build"),
      "/p/.sm-lens.json":
        '{"target": "sm_121", "includePath": ["own"], "defines": {"X": "7", "Y": "8"}, "rules": {"guard-traps": "off"}, "exclude": ["gen/**"], "capabilityNames": {"gen": "major", "cc": "pair"}}',
    };
    const project = await open(files, {
      defines: { Y: "9" },
      undefines: ["W"],
      includePath: ["/given"],
      rules: { "guard-traps": "hint" },
      capabilityNames: { cc: "number" },
    });
    const { target, macros, includeFolders, severities, capabilityNames } =
      project.settingsFor("/p/csrc/a.cu");
    expect(target).toBe("sm_121");
    expect(Object.fromEntries(macros)).toEqual({ X: "7", Y: "9", W: null });
    expect(includeFolders).toEqual(["/given", "/p/own", "/p/inc"]);
    expect([...severities]).toEqual([["guard-traps", "hint"]]);
    expect(Object.fromEntries(capabilityNames ?? [])).toEqual({ gen: "major", cc: "number" });
    expect(project.exclude).toEqual(["gen/**"]);
    expect((await open(files, { target: "sm_90" })).target).toBe("sm_90");
  });

  it("finds its file above its root, with paths relative to the file", async () => {
    const files = { "/.sm-lens.json": '{"includePath": ["x"]}', "/p/q/setup.py": "" };
    expect((await open(files, {}, "/p/q")).settingsFor("/p/q/a.cu").includeFolders).toEqual(["/x"]);
  });

  it("says what is wrong with its files, and goes on", async () => {
    const files = { "/p/.sm-lens.json": '{\n"x": 1}', "/p/compile_commands.json": "{" };
    const { problems, target } = await open(files);
    expect(problems[0]).toMatch(/^\/p\/\.sm-lens\.json:2: x: is no setting/);
    expect(problems[1]).toMatch(/^\/p\/compile_commands\.json: is no JSON/);
    expect(target).toBe("sm_120");
    const gone = await open({}, { compileCommands: "/p/gone.json", configFile: "/p/gone" });
    expect(gone.problems).toEqual([
      "/p/gone:1: no such file or folder",
      "/p/gone.json: no such file or folder",
    ]);
  });
});
