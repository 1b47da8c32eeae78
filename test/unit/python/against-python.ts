import { spawnSync } from "node:child_process";
import { DEVICES } from "../../../server/src/arch/devices";

const RUNNER = `
import json, sys, types
job = json.load(sys.stdin)
out = []
for capability in job["devices"]:
    torch = types.ModuleType("torch")
    torch.cuda = types.SimpleNamespace(get_device_capability=lambda *_: tuple(capability))
    sys.modules["torch"] = torch
    row = []
    for text in job["programs"]:
        scope = {}
        try:
            exec(text, scope)
            scope["check"]()
            row.append(True)
        except AssertionError:
            row.append(False)
    out.append(row)
print(json.dumps(out))
`;

export const hasPython = spawnSync("python3", ["--version"]).status === 0;

/** For each program, the devices on which its function `check` raises no AssertionError. */
export function whoPasses(programs: readonly string[]): string[][] {
  const job = { programs, devices: DEVICES.map(({ major, minor }) => [major, minor]) };
  const run = spawnSync("python3", ["-c", RUNNER], { input: JSON.stringify(job), encoding: "utf8" });
  if (run.status !== 0) throw new Error(run.stderr);
  const answers = JSON.parse(run.stdout) as boolean[][];
  return programs.map((_, index) =>
    DEVICES.filter((_device, device) => answers[device]?.[index]).map(({ name }) => name),
  );
}
