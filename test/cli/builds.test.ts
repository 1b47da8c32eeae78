/** Builds of one version may find different things: what one keeps is nothing to another. */
import { spawnSync } from "node:child_process";
import { cpSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { CLI, tree } from "./harness";

const HASH = /` ?\$\{\w+\} ([0-9a-f]{16})`/;
const dist = path.dirname(CLI);
const hashIn = (file: string): string => HASH.exec(readFileSync(file, "utf8"))?.[1] ?? "";

it("the command line and the language server share their indexes", () => {
  expect(hashIn(CLI)).not.toBe("");
  expect(hashIn(path.join(dist, "server.js"))).toBe(hashIn(CLI));
});

it("an index that another build of the same version has written is made anew", () => {
  const cache = tree({});
  const folder = tree({ "k.cuh": "#if __CUDA_ARCH__ < 1200\nvoid f();\n#endif\n" });
  const other = tree({});
  cpSync(dist, other, { recursive: true });
  const cli = path.join(other, "cli.js");
  const index = (): string => {
    spawnSync(process.execPath, [cli, "scan", folder], { env: { ...process.env, XDG_CACHE_HOME: cache } });
    const [name, ...more] = readdirSync(path.join(cache, "sm-lens"));
    expect(more).toEqual([]);
    return readFileSync(path.join(cache, "sm-lens", name ?? ""), "utf8");
  };
  const first = index();
  expect(index()).toBe(first);
  writeFileSync(cli, readFileSync(cli, "utf8").replace(hashIn(CLI), "0123456789abcdef"));
  expect(index()).not.toBe(first);
});
