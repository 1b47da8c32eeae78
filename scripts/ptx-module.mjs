/**
 * The module that a probe is assembled in: one kernel with plenty of registers of every type, the probe its only
 * statement. Whether ptxas accepts the module for a target is the fact that `data/ptx-support.json` records.
 */
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const REGISTERS = [
  [".pred", "p", 16],
  [".b8", "b", 16],
  [".b16", "h", 64],
  [".b32", "r", 192],
  [".b64", "rd", 160],
  [".f32", "f", 288],
  [".f64", "d", 64],
  [".b128", "q", 16],
];

/** One kernel for each probe, so that a group known to be accepted costs one run. */
export function moduleOf(target, probes) {
  const registers = REGISTERS.map(([type, name, count]) => `.reg ${type} %${name}<${count}>;`).join(" ");
  const kernels = probes.map(
    (ptx, index) => `.visible .entry probe${index}(.param .b64 argument)\n{\n${registers}\n${ptx}\nret;\n}\n`,
  );
  return `.version 9.0\n.target ${target}\n.address_size 64\n${kernels.join("\n")}`;
}

/** The version line of the ptxas on the path, or null when there is none. */
export function ptxasVersion() {
  try {
    const text = execFileSync("ptxas", ["--version"], {
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    });
    return /V[\d.]+/.exec(text)?.[0] ?? null;
  } catch {
    return null;
  }
}

export function withScratch(use) {
  const folder = mkdtempSync(join(tmpdir(), "ptx-"));
  try {
    return use(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** "" when ptxas accepts all the probes for the target, else what it says. */
export function assemble(folder, target, probes) {
  const file = join(folder, `${target}.ptx`);
  writeFileSync(file, moduleOf(target, probes));
  try {
    execFileSync("ptxas", [`-arch=${target}`, "-o", join(folder, "out.cubin"), file], {
      encoding: "utf8",
      stdio: ["ignore", "ignore", "pipe"],
    });
    return "";
  } catch (error) {
    return String(error.stderr ?? error) || "rejected";
  }
}
