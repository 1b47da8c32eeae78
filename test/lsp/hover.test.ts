import { describe, expect, it } from "vitest";
import { start } from "./harness";
import { CLEAN, HEADER, JIT_LIST, PREDICATE } from "./inputs";

const uri = "file:///somewhere/wait.cuh";
const OURS = { experimental: { smLens: {} } };

describe("hover", () => {
  it("answers for the target first, on any line of a branch and on its condition", async () => {
    const client = await start();
    await client.open(uri, HEADER);
    for (const [line, character] of [
      [2, 40],
      [3, 5],
    ] as const) {
      const text = (await client.hover(uri, line, character)) ?? "";
      const [first] = text.split("\n");
      expect(first).toContain("sm_120 does not compile this");
      expect(text).toContain("sm_90–sm_110 (all variants)");
      expect(text).toContain("`(__CUDA_ARCH__ < 1200)`");
      expect(text).toContain(`[line 3](${uri}#L3)`);
    }
  });

  it("says over an instruction which targets have it, in asm and by the names that carry it", async () => {
    const client = await start();
    const text = `void f() {
  asm volatile("wgmma.fence.sync.aligned;\\n"
               "griddepcontrol.wait;");
#if __CUDA_ARCH__ == 900
  asm volatile("setmaxnreg.inc.sync.aligned.u32 240;");
#endif
}
`;
    await client.open(uri, text);
    const at = async (line: number, word: string): Promise<string> =>
      (await client.hover(uri, line, (text.split("\n")[line] ?? "").indexOf(word) + 2)) ?? "";
    expect(await at(1, "wgmma")).toMatch(
      /sm_120 does not have `wgmma\.fence\.sync\.aligned`\.\n\n- Exists on sm_90a\./,
    );
    expect(await at(2, "griddep")).toMatch(/sm_120 has `griddepcontrol\.wait`\./);
    const excluded = await at(4, "setmaxnreg");
    expect(excluded.split("\n")[0]).toContain("sm_120 does not compile this.");
    expect(excluded).toContain("sm_120 has `setmaxnreg.inc.sync.aligned.u32` only as sm_120a and sm_120f.");
    expect(await at(1, "volatile")).toContain("sm_120 compiles this.");
  });

  it("tells beside it what the targets also shown get", async () => {
    const client = await start({ settings: { alsoShow: ["sm_90", "sm_121"] } });
    await client.open(uri, HEADER);
    const text = (await client.hover(uri, 3, 1)) ?? "";
    expect(text).toMatch(/sm_90 compiles this\.\nsm_121 does not compile this\./);
  });

  it("says on the word that a branch of Python begins with who comes there, and on other words of it nothing", async () => {
    const client = await start();
    const text = `import torch
major = torch.cuda.get_device_capability()[0]


def run(x):
    if major == 9:
        return fast(x)
    elif major == 10:
        x = slow(x)
    else:
        raise ValueError(x)


def late(x):
    if major == 9:
        return fast(x)
    message = f"no {x}"
    raise ValueError(message)
`;
    await client.open("file:///somewhere/branches.py", text);
    const first = async (line: number, character: number): Promise<string> =>
      ((await client.hover("file:///somewhere/branches.py", line, character)) ?? "").split("\n")[0] ?? "";
    expect(await first(6, 9)).toContain("Decided on line 6: 12.0 (sm_120) does not get in here.");
    expect(await first(9, 5)).toContain("Decided on line 8: The ladder as a whole");
    expect(await first(10, 10)).toContain("Decided on line 8: The ladder as a whole");
    expect(await first(17, 6)).toContain("Decided on line 15: 12.0 (sm_120) does not get in here.");
    for (const [line, character] of [
      [6, 18],
      [8, 12],
      [10, 18],
      [16, 6],
    ] as const)
      expect(await first(line, character)).toBe("");
  });

  it("ends in what can be done, in our own client, and nowhere else runs a command", async () => {
    const client = await start({
      capabilities: { ...OURS, textDocument: { hover: { contentFormat: ["markdown"] } } },
    });
    await client.open(uri, HEADER);
    const text = (await client.hover(uri, 3, 1)) ?? "";
    expect(text.split("\n")[0]).toBe("**sm_120 does not compile this.**");
    const links = [...text.matchAll(/\(command:([\w.]+)(?:\?([^ )]+))?/g)];
    expect(links.map(([, command]) => command)).toEqual([
      "smLens.showChain",
      "smLens.openRulePage",
      "smLens.silenceFinding",
      "smLens.chooseTarget",
    ]);
    for (const [, , query] of links)
      if (query !== undefined) expect(() => JSON.parse(decodeURIComponent(query)) as unknown).not.toThrow();
    const other = await start();
    await other.open(uri, HEADER);
    expect(await other.hover(uri, 3, 1)).not.toMatch(/command:|\$\(/);
  });

  it("keeps to as many lines, in our own client, as VS Code shows before it scrolls", async () => {
    const client = await start({
      capabilities: { ...OURS, textDocument: { hover: { contentFormat: ["markdown"] } } },
    });
    await client.open(uri, HEADER);
    for (const [line, character] of [
      [2, 40],
      [3, 1],
    ] as const) {
      const text = (await client.hover(uri, line, character)) ?? "";
      const lines = text.split("\n").filter((each) => each.trim() !== "");
      expect(lines.length).toBeLessThanOrEqual(7);
      expect(lines.at(-1)).toContain("Choose target");
      expect(lines).toContainEqual(
        expect.stringMatching(/Compiled for .*Left out: .*Host pass: not compiled\./),
      );
      // Why it is closed to others than the target asked about is not asked.
      expect(text.match(/Why: /g)).toHaveLength(1);
    }
  });

  it("names the residual where the answer depends on one", async () => {
    const client = await start();
    await client.open(uri, CLEAN);
    expect(await client.hover(uri, 5, 3)).toMatch(/^.*sm_120 compiles this if `.*ENABLE_BF16/);
  });

  it("says in words that nothing excludes, and how much was read", async () => {
    const client = await start();
    await client.open(uri, CLEAN);
    expect(await client.hover(uri, 2, 3)).toMatch(/^.*sm_120 compiles this\./);
    const text = (await client.hover(uri, 0, 3)) ?? "";
    expect(text).toMatch(/^.*sm_120 compiles this\./);
    expect(text).toMatch(/2 guards read, 1 depends on ENABLE_BF16/);
  });

  it("answers for a Python list over devices, and says nothing elsewhere in the file", async () => {
    const client = await start();
    const file = "file:///somewhere/jit.py";
    await client.open(file, JIT_LIST, "python");
    const text = (await client.hover(file, 1, JIT_LIST.split("\n")[1]?.indexOf("[9") ?? 0)) ?? "";
    expect(text.split("\n")[0]).toMatch(/12\.0 .*does not get in here/);
    expect(text).toContain("9.0–10.3");
    expect(await client.hover(file, 0, 5)).toBeNull();
  });

  it("says what a Python expression comes to on each device, and where that is known from", async () => {
    const client = await start();
    const file = "file:///somewhere/wide.py";
    await client.open(file, PREDICATE, "python");
    const lines = PREDICATE.split("\n");
    const at = (line: number, text: string): Promise<string | null> =>
      client.hover(file, line, (lines[line] ?? "").indexOf(text) + 1);
    const name = (await at(3, "has_wide_copies")) ?? "";
    expect(name.split("\n")[0]).toContain("`has_wide_copies` is `False` on 12.0 (sm_120).");
    expect(name).toContain("9.0–10.3: `True`");
    expect(name).toContain("The capability comes from `torch.cuda.get_device_capability(device)`");
    expect(await at(4, "major")).toMatch(/`major` is `12` on 12\.0/);
    expect(await at(7, "is_sm100")).toMatch(/read from its name: `is_sm100_supported/);
    expect(await at(8, "has_wide")).toContain(`is defined at [wide.py:4](${file}#L4)`);
    expect(await at(8, "print")).toBeNull();
  });

  it("is silent on a file that has nothing to do with targets", async () => {
    const client = await start();
    await client.open("file:///a/list.hpp", "#pragma once\nint f();\n", "cpp");
    expect(await client.hover("file:///a/list.hpp", 1, 5)).toBeNull();
    expect(await client.hover("file:///a/not-open.hpp", 1, 5)).toBeNull();
  });

  it("is plain text for a client that knows no Markdown", async () => {
    const client = await start({
      capabilities: { textDocument: { hover: { contentFormat: ["plaintext"] } } },
    });
    await client.open(uri, HEADER);
    const text = (await client.hover(uri, 3, 5)) ?? "";
    expect(text).not.toMatch(/[*`[]/);
    expect(text).toContain("sm_120 does not compile this");
  });
});
