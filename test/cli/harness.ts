/** Runs the built command line on folders that are gone after the test. */
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { Ajv } from "ajv";
import { cache, tree } from "../temporary-tree";

export const CLI = path.join(path.resolve(process.env["SM_LENS_DIST"] ?? "dist"), "cli.js");

export { cache, tree };

export interface Run {
  readonly status: number | null;
  readonly out: string;
  readonly err: string;
  readonly bytes: Buffer;
}

export function run(cwd: string, ...args: readonly string[]): Run {
  const { status, stdout, stderr } = spawnSync(process.execPath, [CLI, ...args], {
    cwd,
    maxBuffer: 1 << 28,
    env: { ...process.env, XDG_CACHE_HOME: cache },
  });
  return { status, out: stdout.toString(), err: stderr.toString(), bytes: stdout };
}

const validate = new Ajv({ allowUnionTypes: true }).compile(
  JSON.parse(readFileSync("docs/json-schema.json", "utf8")) as object,
);

/** What a command printed as JSON, held against the published schema. */
export function json({ out }: Run): unknown {
  const parsed: unknown = JSON.parse(out);
  if (!validate(parsed)) throw new Error(`not as documented: ${JSON.stringify(validate.errors, null, 2)}`);
  return parsed;
}
