/** What headers define decides branches as it does for the reference, over the corpus in `test/cases/includes/`. */
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, it } from "vitest";
import { includeSearch } from "../../server/src/cuda/include-search";
import { decode } from "../../server/src/workspace/decode";
import { textOf } from "./tree-files";
import { analyse, analyseWithIncludes, makeSession } from "./analysis";
import { compareSettled, describe as tell, residualsOf, settle } from "./compare";
import { IncludedTree } from "./included";

const FOLDER = fileURLToPath(new URL("../cases/includes", import.meta.url));
const INCLUDES = [path.join(FOLDER, "include"), path.join(FOLDER, "second")];
const mains = readdirSync(FOLDER).filter((name) => name.endsWith(".cuh"));

const tree = new IncludedTree([FOLDER], INCLUDES);
afterAll(() => tree.remove());
const search = includeSearch({ read: textOf }, { folders: INCLUDES, root: FOLDER, wanted: new Set() });
const session = makeSession({ assumeUndefined: true });

describe("branches that hang on headers are the reference's", () => {
  it.each(mains)("for every target and the host in %s", async (name) => {
    const file = path.join(FOLDER, name);
    const { text } = decode(readFileSync(file));
    const { answers, missing } = analyseWithIncludes(file, text, session, search);
    const standing = await tree.reference(file, text, missing, name === "apostrophe.cuh");
    const settled = await settle(answers.flatMap(residualsOf), {}, tree.surroundings(file));
    const { branches, mismatches } = compareSettled(text, answers, standing, settled);
    expect(mismatches.map(tell)).toEqual([]);
    expect(branches).toBeGreaterThan(0);
  });

  it("and most would be others without them", () => {
    const changed = mains.filter((name) => {
      const file = path.join(FOLDER, name);
      const { text } = decode(readFileSync(file));
      const admitted = (answers: ReturnType<typeof analyse>): string =>
        answers.map(({ admits, host }) => `${admits} ${String(host)}`).join();
      const { answers } = analyseWithIncludes(file, text, session, search);
      return admitted(answers) !== admitted(analyse(text, session));
    });
    expect(changed.length).toBeGreaterThan(mains.length * 0.8);
  });
});
