import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "vitest";
import { checkFindings } from "../support/markers";

const folder = join(import.meta.dirname, "../../cases/gates");

describe("the findings of", () => {
  it.each(readdirSync(folder).sort())("%s", (name) => {
    checkFindings(readFileSync(join(folder, name), "utf8"), { path: `/${name}` });
  });
});
