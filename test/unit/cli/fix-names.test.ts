/** Every edit that is offered can be named on the command line, and files that nobody reads are told of. */
import { describe, expect, it } from "vitest";
import { nameOfFix } from "../../../server/src/cli/fix/fix-name";
import { kindAndNumber } from "../../../server/src/cli/fix/fix-plan";
import { terminalWith } from "../docs/terminal";

const LIST = 'set(CMAKE_CUDA_ARCHITECTURES "80-real;90a-real")\n';

describe("the names of fixes", () => {
  it("have a number where several are of one kind", () => {
    const fix = (kind: string, title: string): Parameters<typeof nameOfFix>[1] => ({
      kind,
      title,
      preferred: false,
      edits: [],
      admitsAfter: [],
    });
    const fixes = [fix("a", "1"), fix("b", "2"), fix("a", "3")];
    const names = fixes.map((each) => nameOfFix(fixes, each));
    expect(names).toEqual(["a:1", "b", "a:2"]);
    expect(names.map(kindAndNumber)).toEqual([
      ["a", 1],
      ["b", 1],
      ["a", 2],
    ]);
  });

  it("each lead to an edit of its own", async () => {
    const terminal = await terminalWith({ "CMakeLists.txt": LIST });
    const offered = await terminal.transcript("$ sm-lens fix CMakeLists.txt:1 --dry-run");
    const names = [...offered.matchAll(/--kind (\S+): (.+)/g)].map(([, name = "", title = ""]) => [
      name,
      title,
    ]);
    expect(names.length).toBeGreaterThan(1);
    for (const [name = "", title = ""] of names) {
      const one = await terminal.transcript(`$ sm-lens fix CMakeLists.txt:1 --dry-run --kind ${name}`);
      expect(one).toContain(`would apply: ${title}`);
    }
    expect(
      await terminal.transcript("$ sm-lens fix CMakeLists.txt:1 --dry-run --kind build-add-arch:9"),
    ).toContain("no fix of the kind 'build-add-arch:9'; there are:");
  });
});

describe("a file of a kind that is not read", () => {
  it.each(["Makefile", "rules.mk", "README.md", "setup.sh"])("%s gives no answer but that", async (name) => {
    const terminal = await terminalWith({ [name]: "all: x\n" });
    const said = await terminal.transcript(`$ sm-lens scan ${name}\n$ echo $?`);
    expect(said).toContain(`${name}: is of no kind that is read`);
    expect(said).not.toContain("nothing excludes");
    expect(said).toMatch(/\n2\n$/);
  });
});
