import { describe, expect, it } from "vitest";
import type { Gate } from "../../../server/src/gates/gate";
import { analysePython, type PythonOptions } from "../../../server/src/python/analyse";
import { PythonSession } from "../../../server/src/python/modules/session";
import type { Files } from "../../../server/src/text/files";
import { makeSource } from "../../../server/src/text/source";
import { pythonParser } from "./parser";

const ROOT = "/project";

const FILES: Readonly<Record<string, string>> = {
  "pkg/__init__.py": "from .devices import *\nfrom . import devices\n",
  "pkg/devices.py": `import torch
from .limits import NEWEST, OLDEST

def capability(device=None):
    return torch.cuda.get_device_capability(device)

def is_wide_supported(device=None):
    major, minor = capability(device)
    return OLDEST <= major <= NEWEST

class Platform:
    MAJORS = (9, 10)

    def __init__(self, device):
        self.major = capability(device)[0]

    def wide(self):
        return self.major in self.MAJORS

    def fused(self):
        return self.wide() or self.tall()

    def tall(self):
        return self.major > NEWEST and self.fused()

HAS_WIDE = is_wide_supported()
`,
  "pkg/limits.py": "OLDEST = 9\nNEWEST = 10\nMAJORS = [9, 10]\n",
  // Modules that import each other, and functions that call each other across them.
  "pkg/even.py": `from . import odd
from .devices import capability

def is_even_arch(major):
    return major == 8 if major < 9 else odd.is_odd_arch(major - 2)

EVEN = is_even_arch(capability()[0])
BORROWED = odd.ODD
`,
  "pkg/odd.py": `from . import even
from .devices import capability

def is_odd_arch(major):
    return major == 7 if major < 9 else even.is_even_arch(major - 2)

ODD = is_odd_arch(capability()[0])
BORROWED = even.EVEN
`,
  "pkg/kernels.py": `from .devices import HAS_WIDE, Platform, is_wide_supported
from .limits import MAJORS
from pkg.even import EVEN
from pkg import odd

def build(context, device):
    if not HAS_WIDE:
        raise RuntimeError("no kernel for this device")
    if odd.ODD or EVEN:
        return None
    return context.flags_for(supported_major_versions=MAJORS)

def run(device):
    platform = Platform(device)
    if platform.fused():
        return fast()
    assert is_wide_supported(device), "needs a wide device"
    return slow()
`,
  "pkg/use.py": `from pkg import is_wide_supported, devices
from pkg.kernels import HAS_WIDE as WIDE

def choose(arch):
    if is_wide_supported() and devices.Platform(0).wide():
        return 1
    return 2 if WIDE else None
`,
};

/** What each round changes, beside what the rounds before it did. */
const EDITS: readonly Readonly<Record<string, string | null>>[] = [
  {},
  { "pkg/limits.py": "OLDEST = 8\nNEWEST = 12\nMAJORS = [9, 10, 12]\n" },
  { "pkg/use.py": `\n\n# moved down\n${FILES["pkg/use.py"] ?? ""}` },
  { "pkg/odd.py": null },
  { "pkg/odd.py": "ODD = False\n", "pkg/even.py": `${FILES["pkg/even.py"] ?? ""}\nTWICE = EVEN\n` },
  { "pkg/limits.py": FILES["pkg/limits.py"] ?? "" },
];

function keyed(files: Readonly<Record<string, string | null>>): [string, string | null][] {
  return Object.entries(files).map(([path, text]) => [`${ROOT}/${path}`, text]);
}

/** A state of the workspace that notes what it is asked for. */
function stateOf(texts: ReadonlyMap<string, string | null>): Files & { reads: Set<string> } {
  const reads = new Set<string>();
  return { reads, read: (path) => (reads.add(path), texts.get(path) ?? null) };
}

function plain(gates: readonly Gate[]): unknown {
  return gates.map((gate) => ({
    ...(JSON.parse(JSON.stringify({ ...gate, shape: null })) as object),
    shape: (gate.shape as { kind: string } | null)?.kind,
    operands: [0xfff, 0xc00, 0x001].map((excluded) => gate.operandFor(excluded)),
    exempt: [0xfff, 0xc00, 0x001].map((excluded) => gate.exemptFor(excluded)),
  }));
}

async function analyse(path: string, text: string, options: PythonOptions): Promise<unknown> {
  return plain(
    analysePython(makeSource(path, text), await pythonParser(), { roots: [ROOT], ...options }).gates,
  );
}

describe("a session", () => {
  it("answers as if each file were the first, whatever the order, with edits in between", async () => {
    for (const reversed of [false, true]) {
      const session = new PythonSession(await pythonParser());
      const texts = new Map<string, string | null>(keyed(FILES));
      let found = 0;
      for (const edit of EDITS) {
        for (const [path, text] of keyed(edit)) texts.set(path, text);
        const files = stateOf(texts);
        const paths = [...texts.keys()];
        for (const path of reversed ? paths.reverse() : paths) {
          const text = texts.get(path) ?? null;
          if (text === null) continue;
          const fresh = (await analyse(path, text, { files: stateOf(texts) })) as unknown[];
          expect(await analyse(path, text, { files, session }), path).toEqual(fresh);
          found += fresh.length;
        }
      }
      expect(found).toBeGreaterThan(60);
    }
  });

  it("asks a new state of the workspace for everything that the answer depends on", async () => {
    const session = new PythonSession(await pythonParser());
    const texts = new Map<string, string | null>(keyed(FILES));
    const path = `${ROOT}/pkg/kernels.py`;
    const text = FILES["pkg/kernels.py"] ?? "";
    const first = stateOf(texts);
    await analyse(path, text, { files: first });
    for (let round = 0; round < 3; round++) {
      const files = stateOf(texts);
      await analyse(path, text, { files, session });
      expect([...files.reads].sort()).toEqual(expect.arrayContaining([...first.reads].sort()));
    }
  });

  it("keeps nothing of a text that is only tried out", async () => {
    const session = new PythonSession(await pythonParser());
    const texts = new Map<string, string | null>(keyed(FILES));
    const files = stateOf(texts);
    const even = `${ROOT}/pkg/even.py`;
    const tried = "from .odd import ODD\nEVEN = True\n\ndef is_even_arch(major):\n    return major == 12\n";
    const kernels = `${ROOT}/pkg/kernels.py`;
    const text = FILES["pkg/kernels.py"] ?? "";
    const before = await analyse(kernels, text, { files, session });
    const withTried = new Map(texts).set(even, tried);
    expect(await analyse(even, tried, { files, session, trial: true })).toEqual(
      await analyse(even, tried, { files: stateOf(withTried) }),
    );
    expect(await analyse(kernels, text, { files, session })).toEqual(before);
    expect(await analyse(even, FILES["pkg/even.py"] ?? "", { files, session })).toEqual(
      await analyse(even, FILES["pkg/even.py"] ?? "", { files: stateOf(texts) }),
    );
  });

  it("finds a file that is loaded later", async () => {
    const session = new PythonSession(await pythonParser());
    const path = `${ROOT}/pkg/use.py`;
    const text = "from .limits import MAJORS\n\ndef f(major):\n    return major in MAJORS\n";
    const loaded = new Map<string, string>();
    const files: Files = { read: (key) => (key.endsWith("limits.py") ? loaded.get(key) : null) };
    const parser = await pythonParser();
    const options = { files, roots: [ROOT], session };
    expect(analysePython(makeSource(path, text), parser, options).wanted).toEqual([`${ROOT}/pkg/limits.py`]);
    loaded.set(`${ROOT}/pkg/limits.py`, "MAJORS = (9, 12)\n");
    const { gates, wanted } = analysePython(makeSource(path, text), parser, options);
    expect(wanted).toEqual([]);
    expect(gates[0]?.definedAt?.file).toBe(`${ROOT}/pkg/limits.py`);
  });

  it("tells each state of the workspace what an answer hangs on, found out earlier or not", async () => {
    const texts = new Map([
      [`${ROOT}/pkg/limits.py`, "MAJORS = (9, 12)\n"],
      [`${ROOT}/pkg/middle.py`, "from .limits import MAJORS\n\ndef ok(major):\n    return major in MAJORS\n"],
    ]);
    const path = `${ROOT}/pkg/use.py`;
    const text =
      "from .middle import ok\n\ndef f(major):\n    if not ok(major):\n        raise ValueError()\n";
    const parser = await pythonParser();
    const session = new PythonSession(parser);
    const leadsTo = (): ReadonlySet<string> => {
      const links = new Map<string, Set<string>>();
      const files: Files = {
        read: (key) => texts.get(key) ?? null,
        links: (from, to) => links.set(from, new Set([...(links.get(from) ?? []), ...to])),
      };
      analysePython(makeSource(path, text), parser, { files, roots: [ROOT], session });
      const reached = new Set([path]);
      for (const from of reached) for (const to of links.get(from) ?? []) reached.add(to);
      return reached;
    };
    const first = leadsTo();
    expect(first).toContain(`${ROOT}/pkg/limits.py`);
    for (let again = 0; again < 2; again++) expect([...leadsTo()].sort()).toEqual([...first].sort());
  });

  it("finds around a place the gates that it finds in the whole file", async () => {
    const path = `${ROOT}/pkg/devices.py`;
    const text = FILES["pkg/devices.py"] ?? "";
    const files = stateOf(new Map<string, string | null>(keyed(FILES)));
    const all = analysePython(makeSource(path, text), await pythonParser(), { files, roots: [ROOT] }).gates;
    expect(all.length).toBeGreaterThan(2);
    // Who gets in; what other places make of it is not asked.
    const who = ({ form, span, admission }: Gate): unknown => ({ form, span, admission });
    for (const gate of all) {
      const options = { files, roots: [ROOT], near: gate.span.start };
      const around = analysePython(makeSource(path, text), await pythonParser(), options).gates;
      expect(around.map(who)).toContainEqual(who(gate));
    }
  });
});
