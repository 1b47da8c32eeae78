/** Folders of files that are gone after the test. */
import { randomUUID } from "node:crypto";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, afterEach } from "vitest";

const folders: string[] = [];

/** What scans leave for the next one goes nowhere near the user's own; whoever writes there makes the folder. */
export const cache = path.join(realpathSync(tmpdir()), `sm-lens-cache-${randomUUID()}`);
afterAll(() => {
  rmSync(cache, { recursive: true, force: true });
});

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

export function tree(files: Readonly<Record<string, string | Uint8Array>>): string {
  const folder = realpathSync(mkdtempSync(path.join(tmpdir(), "sm-lens-")));
  folders.push(folder);
  for (const [name, content] of Object.entries(files)) {
    const file = path.join(folder, name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, content);
  }
  return folder;
}
