/** What constructors make of what they are given: of classes above, of records. */
import { describe, expect, it } from "vitest";
import { deviceNames } from "../../../server/src/logic/sets";
import { analyse } from "./parser";

const SETUP = "import torch\n\nmajor, minor = torch.cuda.get_device_capability()\n\n";
const ABOVE = "class A:\n    def __init__(self, m):\n        self.ok = m in (9, 10)\n\n";
const RECORD = "from dataclasses import dataclass\n\n@dataclass\nclass A:\n    m: int\n";
const AFTER = "    def __post_init__(self):\n        self.ok = self.m in (9, 10)\n\n";
const asks = (made: string): string =>
  `def run():\n    if not ${made}.ok:\n        raise ValueError()\n    return 1\n`;

describe("an attribute that depends on the device is set", () => {
  it.each([
    ["by the class above", `${ABOVE}class B(A):\n    pass\n\n${asks("B(major)")}`],
    [
      "by the class above, which the constructor calls",
      `${ABOVE}class B(A):\n    def __init__(self):\n        super().__init__(major)\n        self.x = 1\n\n    def go(self):\n        assert self.ok\n`,
    ],
    [
      "by the class above, which the constructor calls with what it is given",
      `${ABOVE}class B(A):\n    def __init__(self, n):\n        super().__init__(m=n)\n\n${asks("B(major)")}`,
    ],
    ["behind the fields of a record", `${RECORD}${AFTER}${asks("A(major)")}`],
    [
      "behind the fields of a record and those above it",
      `${RECORD}${AFTER}@dataclass\nclass B(A):\n    n: int = 2\n\n${asks("B(major, 3)")}`,
    ],
  ])("%s", async (_, text) => {
    const { gates } = await analyse(SETUP + text);
    const gate = gates.find(({ consequence }) => consequence === "raises");
    expect(gate && deviceNames(gate.admission.admits)).toEqual(["9.0", "10.0", "10.3"]);
  });

  it.each([
    [
      "behind what the class above sets",
      `${ABOVE}class B(A):\n    def __init__(self, x):\n        super().__init__(major)\n        self.ok = x\n\n    def go(self):\n        assert self.ok\n`,
    ],
    ["from what is not known", `${RECORD}${AFTER}${asks("A(input())")}`],
  ])("and is not known where it is set %s", async (_, text) => {
    const { gates } = await analyse(SETUP + text);
    expect(gates.filter(({ admission }) => admission.excludes !== 0)).toEqual([]);
  });
});
