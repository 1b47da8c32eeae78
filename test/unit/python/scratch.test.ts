import { spawnSync } from "node:child_process";
import { it } from "vitest";
import { DEVICES } from "../../../server/src/arch/devices";
import { deviceNames } from "../../../server/src/logic/sets";
import { analyse } from "./parser";
import { readFileSync } from "node:fs";
const RUNNER = `
import json, sys, types
job = json.load(sys.stdin)
out = []
for text in job["programs"]:
    row = []
    for capability in job["devices"]:
        torch = types.ModuleType("torch")
        torch.cuda = types.SimpleNamespace(get_device_capability=lambda *_: tuple(capability))
        sys.modules["torch"] = torch
        scope = {}
        exec(text, scope)
        try:
            scope["check"](); row.append(True)
        except AssertionError:
            row.append(False)
    out.append(row)
print(json.dumps(out))
`;
it("x", async () => {
  const programs = readFileSync("/tmp/pyforms.txt", "utf8").split(/^---.*\n/m).map((t) => t.trim() + "\n").filter((t) => t !== "\n");
  const job = { programs: programs.map((p) => "import torch\n" + p), devices: DEVICES.map(({ major, minor }) => [major, minor]) };
  const run = spawnSync("python3", ["-c", RUNNER], { input: JSON.stringify(job), encoding: "utf8" });
  if (run.stderr) console.log(run.stderr);
  const answers = JSON.parse(run.stdout) as boolean[][];
  for (const [i, p] of programs.entries()) {
    const { gates } = await analyse("import torch\n" + p);
    const truth = DEVICES.filter((_, d) => answers[i]?.[d]).map(({ name }) => name);
    const g = gates.find(({ consequence }) => consequence === "raises");
    let s: string;
    if (!g) s = truth.length % DEVICES.length === 0 ? "same" : "MISSING";
    else {
      const { admits, depends } = g.admission;
      const a = deviceNames(admits);

      s = depends.length ? "depends " + JSON.stringify(depends) : a.join() === truth.join() ? "ok" : "WRONG " + a.join() + " truth " + truth.join();
    }
    process.stdout.write(`${s}\n${s === "ok" ? "   " + p.split("\n")[0] : p.replace(/^/gm, "    ")}\n`);
  }
}, 60000);
