/** A predicate's definition is found through imports; where none can be found its name decides, and that is said. */
import { describe, expect, it } from "vitest";
import { deviceNames } from "../../../server/src/logic/sets";
import { analyse } from "./parser";

const USE = "def run(x):\n    if not arch_ok():\n        raise ValueError()\n    return x\n";
const CHECK =
  "import torch\n\ndef check_arch():\n    return torch.cuda.get_device_capability()[0] in (9, 12)\n";

async function admitted(text: string, others: Readonly<Record<string, string>>): Promise<string[]> {
  const { gates } = await analyse(text, { "@path": "/project/pkg/use.py", ...others });
  return gates.map((gate) => deviceNames(gate.admission.admits).join(" "));
}

describe("a definition is found", () => {
  const files = { "/project/pkg/__init__.py": "", "/project/pkg/caps.py": CHECK };

  it.each([
    ["by a relative import", "from .caps import check_arch as arch_ok\n", {}],
    ["by an absolute import", "from pkg.caps import check_arch as arch_ok\n", {}],
    ["by the module's name", "from . import caps\n\ndef arch_ok():\n    return caps.check_arch()\n", {}],
    ["by an alias of the module", "import pkg.caps as c\n\narch_ok = c.check_arch\n", {}],
    [
      "through a package that hands it on",
      "from . import check_arch as arch_ok\n",
      { "/project/pkg/__init__.py": "from .caps import check_arch\n" },
    ],
    ["by a star", "from .caps import *\n\narch_ok = check_arch\n", {}],
    [
      "behind a cache",
      "import functools\nfrom .caps import check_arch\n\narch_ok = functools.lru_cache(maxsize=1)(check_arch)\n",
      {},
    ],
    [
      "in the function that uses it",
      "def arch_ok():\n    from .caps import check_arch\n    return check_arch()\n",
      {},
    ],
  ])("%s", async (_, head, more) => {
    const found = await admitted(`${head}\n${USE}`, { ...files, ...more });
    expect(found).toContain("9.0 12.0 12.1");
  });

  it("though the modules import each other", async () => {
    const found = await admitted(`from .a import arch_ok\n\n${USE}`, {
      "/project/pkg/__init__.py": "",
      "/project/pkg/a.py": `from .b import arch_ok\nfrom .caps import check_arch\n`,
      "/project/pkg/b.py": `from .a import check_arch\n\ndef arch_ok():\n    return check_arch()\n`,
      "/project/pkg/caps.py": CHECK,
    });
    expect(found).toEqual(["9.0 12.0 12.1"]);
  });

  it("as far as it can be, where a name goes round in a circle", async () => {
    const found = await admitted(`from .a import arch_ok\n\n${USE}`, {
      "/project/pkg/__init__.py": "",
      "/project/pkg/a.py": "from .b import arch_ok\n",
      "/project/pkg/b.py": "from .a import arch_ok\n",
    });
    expect(found).toEqual([]);
  });
});

describe("the name decides where no definition is found", () => {
  it.each([
    ["is_sm100_supported()", "10.0 10.3"],
    ["is_sm120a_supported(device)", "12.0 12.1"],
    ["is_sm90_or_newer()", "9.0 10.0 10.3 11.0 12.0 12.1"],
    ["is_hopper()", "9.0"],
    ["platform.has_device_capability(90)", "9.0 10.0 10.3 11.0 12.0 12.1"],
    ["platform.is_device_capability(100)", "10.0"],
    ["platform.is_device_capability_family(100)", "10.0 10.3"],
  ])("%s", async (call, expected) => {
    const text = `from elsewhere import *\n\ndef run(device):\n    if not ${call}:\n        raise ValueError()\n`;
    expect(await admitted(text, {})).toEqual([expected]);
  });

  it("and gives way to a definition that says otherwise", async () => {
    const text = `def is_sm100_supported():\n    import torch\n    return torch.cuda.get_device_capability() >= (9, 0)\n\ndef run(x):\n    if not is_sm100_supported():\n        raise ValueError()\n`;
    expect((await admitted(text, {})).at(-1)).toBe("9.0 10.0 10.3 11.0 12.0 12.1");
  });
});

describe("a flag that no architecture is named by", () => {
  // The file is read because of its comment; neither statement speaks of a device.
  const use = (from: string): string =>
    `# hopper and later\nfrom ${from} import FAST\n\nif not FAST:\n    raise ImportError()\n`;
  const files = { "/project/pkg/__init__.py": "", "/project/pkg/caps.py": CHECK };

  it.each([
    ["by a call", "FAST = check_arch()\n"],
    ["by a part of a condition", "FAST = WANTED and check_arch()\n"],
    ["by another flag", "FIRST = check_arch()\nFAST: bool = FIRST\n"],
  ])("is bound %s and imported elsewhere", async (_, binds) => {
    const text = `from .caps import check_arch\n\n${binds}`;
    const found = await admitted(use(".flags"), { ...files, "/project/pkg/flags.py": text });
    expect(found).toHaveLength(1);
  });

  it.each(["sm_count", "k_major, sm_scale", "x  # tiles per SM\\n"])(
    "is asked in a file that speaks of GPUs alone: %s",
    async (parameters) => {
      const text = `from .flags import FAST\n\ndef launch(\n    ${parameters}\n):\n    if not FAST:\n        raise RuntimeError()\n`;
      const found = await admitted(text, {
        ...files,
        "/project/pkg/flags.py": "from .caps import check_arch\n\nFAST = check_arch()\n",
      });
      expect(found).toEqual(["9.0 12.0 12.1"]);
    },
  );

  it("is handed on by a package", async () => {
    const found = await admitted(use("pkg"), {
      "/project/pkg/__init__.py": "from .flags import FAST\n",
      "/project/pkg/flags.py": "from .caps import check_arch\n\nFAST = check_arch()\n",
      "/project/pkg/caps.py": CHECK,
    });
    expect(found).toEqual(["9.0 12.0 12.1"]);
  });
});

describe("an exception of another module", () => {
  const errors =
    "class ProjectError(RuntimeError):\n    pass\n\nclass UnsupportedArch(ProjectError):\n    pass\n";
  it.each([
    ["RuntimeError", "skipped"],
    ["(KeyError, ProjectError)", "skipped"],
    ["Exception", "skipped"],
    ["ValueError", "raises"],
    ["(KeyError, OSError)", "raises"],
  ])("is caught by what its class comes from: %s", async (caught, consequence) => {
    const text = `import torch\nfrom .errors import ProjectError, UnsupportedArch as NoKernel\n\ndef run(x):\n    try:\n        if torch.cuda.get_device_capability()[0] not in (9, 10):\n            raise NoKernel("x")\n        y = fast(x)\n    except ${caught}:\n        y = slow(x)\n    return y\n`;
    const { gates } = await analyse(text, {
      "@path": "/project/pkg/run.py",
      "/project/pkg/errors.py": errors,
    });
    expect(gates.map((gate) => gate.consequence)).toEqual([consequence]);
  });
});

describe("a name that only type checkers are told of", () => {
  const lazy = "def __getattr__(name):\n    return read(name)\n";
  const use = (head: string, flag: string): string =>
    `import torch\n${head}\n\ndef run():\n    major = torch.cuda.get_device_capability()[0]\n    if major == 12 and ${flag}:\n        raise RuntimeError()\n`;
  const answers = async (text: string, envs: string): Promise<readonly (string | number)[]> => {
    const files = { "@path": "/project/pkg/use.py", "/project/pkg/__init__.py": "" };
    const { gates } = await analyse(text, { ...files, "/project/pkg/envs.py": envs });
    const [gate] = gates.filter(({ form }) => form !== "operand");
    return [...deviceNames(gate?.admission.excludes ?? 0), gate?.admission.depends.length ?? 0];
  };

  it.each([
    ["by the module", "import pkg.envs as envs", "not envs.FAST"],
    ["where it would hold", "from pkg import envs", "envs.FAST"],
    ["by its name", "from pkg.envs import FAST", "not FAST"],
  ])("has no value: %s", async (_, head, flag) => {
    for (const guard of ["TYPE_CHECKING", "typing.TYPE_CHECKING"]) {
      const envs = `import typing\nfrom typing import TYPE_CHECKING\n\nif ${guard}:\n    FAST: bool = False\n\n${lazy}`;
      expect(await answers(use(head, flag), envs)).toEqual([1]);
    }
  });

  it("has the one that it is given besides", async () => {
    const envs = "from typing import TYPE_CHECKING\n\nif TYPE_CHECKING:\n    FAST: bool\nFAST = False\n";
    expect(await answers(use("from pkg import envs", "not envs.FAST"), envs)).toEqual(["12.0", "12.1", 0]);
  });

  it("is the function or module that is imported there", async () => {
    const { gates } = await analyse(`from .lazy import arch_ok\n\n${USE}`, {
      "@path": "/project/pkg/use.py",
      "/project/pkg/__init__.py": "",
      "/project/pkg/lazy.py": `from typing import TYPE_CHECKING\n\nif TYPE_CHECKING:\n    from .caps import check_arch as arch_ok\n\n${lazy}`,
      "/project/pkg/caps.py": CHECK,
    });
    expect(gates.map((gate) => deviceNames(gate.admission.admits).join(" "))).toContain("9.0 12.0 12.1");
  });
});
