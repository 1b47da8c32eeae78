/** An installed package, its sources under `data/`, is as good as a checkout. */
import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { files } from "../unit/chain/library";
import { json, run, tree } from "./harness";
import type { Run } from "./harness";

const PACKAGE = "venv/lib/python3.12/site-packages/wavekit";

/** Where a file of the checkout lies in the package that is made of it; null: it is not part of it. */
function installed(name: string): string | null {
  if (name.startsWith("app/")) return name;
  if (name.startsWith("lib/wavekit/")) return name.replace("lib/wavekit", PACKAGE);
  return /^lib\/(?:csrc|include)\//.test(name) ? name.replace("lib", `${PACKAGE}/data`) : null;
}

function both(): { checkout: string; install: string } {
  const own = Object.entries(files("[9, 10]")).map(([name, text]) => [name.slice(1), text] as const);
  const moved = own.flatMap(([name, text]) => {
    const place = installed(name);
    return place === null ? [] : [[place, text] as const];
  });
  return {
    checkout: tree(Object.fromEntries(own)),
    install: tree({ ...Object.fromEntries(moved), "pyproject.toml": "" }),
  };
}

/** Places as the checkout has them. */
function places(ran: Run, list: "gates" | "steps"): string[] {
  const answer = json(ran) as Record<string, { file: string; line: number; via?: string }[]>;
  return (answer[list] ?? []).map(({ file, line, via = "" }) => {
    const name = file.replace(`${PACKAGE}/data`, "lib").replace(PACKAGE, "lib/wavekit");
    return `${name}:${line} ${via}`;
  });
}

describe("an installed package", () => {
  it("is scanned as a checkout is", () => {
    const { checkout, install } = both();
    const expected = places(run(checkout, "scan", "lib", "--format", "json"), "gates");
    expect(expected.length).toBeGreaterThan(2);
    expect(places(run(install, "scan", PACKAGE, "--format", "json"), "gates").sort()).toEqual(
      expected.sort(),
    );
  });

  it.each(["fused_norm", "norm", "fused_kernel"])("has the chain of a checkout: %s", (entry) => {
    const { checkout, install } = both();
    const expected = places(run(checkout, "chain", entry, "app", "lib", "--format", "json"), "steps");
    expect(expected.length).toBeGreaterThan(5);
    expect(places(run(install, "chain", entry, "app", PACKAGE, "--format", "json"), "steps")).toEqual(
      expected,
    );
  });

  it("is fixed as a checkout is, and what was changed is remembered", () => {
    const { checkout, install } = both();
    const header = "include/wavekit/norm.cuh";
    for (const [folder, file] of [
      [checkout, `lib/${header}`],
      [install, `${PACKAGE}/data/${header}`],
    ] as const)
      expect(run(folder, "fix", file, "--all").status).toBe(0);
    const text = (...parts: string[]): string => readFileSync(path.join(...parts), "utf8");
    expect(text(install, PACKAGE, "data", header)).toBe(text(checkout, "lib", header));
    expect(text(install, PACKAGE, "data", header)).not.toContain("< 1200");
    const { patches } = json(run(install, "patches", "verify", "--format", "json")) as { patches: object[] };
    expect(patches).toHaveLength(1);
    expect(patches[0]).toMatchObject({ state: "in place", file: `${PACKAGE}/data/${header}` });
  });
});
