import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "vitest";
import { createService } from "../../../server/src/service";
import { pythonParser } from "../python/parser";
import { checkFindings } from "../support/markers";

const folder = join(import.meta.dirname, "../../cases/gates");
const service = createService({ python: await pythonParser() });

describe("the findings of", () => {
  it.each(readdirSync(folder).sort())("%s", (name) => {
    const text = readFileSync(join(folder, name), "utf8");
    // An input may ask about another target than most do.
    const target = /^(?:\/\/|#).*\btarget (sm_\w+)/.exec(text)?.[1] ?? "sm_120";
    checkFindings(text, { path: `/${name}`, target, service });
  });
});
