/** Entry point of the suite in VS Code's Node extension host: runs every *.test.js beside it. */
import { readdirSync, renameSync, writeFileSync } from "node:fs";
import path from "node:path";
import Mocha from "mocha";

interface Outcome {
  readonly title: string;
  readonly state: "passed" | "failed" | "skipped";
  readonly detail?: string;
}

export async function run(): Promise<void> {
  const mocha = new Mocha({ ui: "bdd", color: false, timeout: 300_000, slow: 5_000 });
  // VSCODE_TEST_ONLY=dimming,target runs these files alone.
  const only = process.env["VSCODE_TEST_ONLY"]?.split(",").map((name) => `${name}.test.js`);
  // Suites named *.roots are for a workspace of several folders, *.restricted for one that is not trusted, the others for
  // the sample.
  const kind = process.env["VSCODE_TEST_KIND"] ?? "sample";
  const suites = readdirSync(__dirname)
    .filter((name) => only?.includes(name) ?? name.endsWith(".test.js"))
    .filter((name) => (/\.(\w+)\.test\.js$/.exec(name)?.[1] ?? "sample") === kind);
  for (const suite of suites.sort()) mocha.addFile(path.join(__dirname, suite));
  const outcomes: Outcome[] = [];
  await new Promise<void>((resolve) => {
    const runner = mocha.run(() => resolve());
    runner.on("pass", (test) => outcomes.push({ title: test.fullTitle(), state: "passed" }));
    runner.on("pending", (test) => outcomes.push({ title: test.fullTitle(), state: "skipped" }));
    runner.on("fail", (test, error: unknown) => {
      const detail = error instanceof Error ? (error.stack ?? error.message) : String(error);
      outcomes.push({ title: test.fullTitle(), state: "failed", detail });
    });
  });
  writeResults(outcomes);
  const count = (state: Outcome["state"]) => outcomes.filter((outcome) => outcome.state === state).length;
  console.log(`${count("passed")} passed, ${count("failed")} failed, ${count("skipped")} skipped`);
  if (count("failed") > 0) throw new Error(`${count("failed")} test(s) failed`);
  if (count("passed") === 0) throw new Error("no test ran");
}

/** For tools; whole or not at all. */
function writeResults(outcomes: readonly Outcome[]): void {
  const file = process.env["VSCODE_TEST_RESULTS"];
  if (!file) return;
  writeFileSync(`${file}.tmp`, JSON.stringify(outcomes, null, 2));
  renameSync(`${file}.tmp`, file);
}
