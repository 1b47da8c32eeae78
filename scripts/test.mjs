// npm test: builds, then runs every suite in order and sums up. Ends with the line `N passed, N failed, N skipped`.
//   usage: node scripts/test.mjs [checks|vitest|editor|web ...]   (all, unless some are named)
import { spawn } from "node:child_process";
import { mkdirSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { DEFAULT_VERSION, root } from "./setup-vscode.mjs";

const vitestReport = path.join(root, "test-results/vitest.json");
const bin = (name) => path.join(root, "node_modules/.bin", name);
const TALLY = /^(\d+) passed, (\d+) failed, (\d+) skipped$/gm;

/** Runs a command, shows what it says, and answers its exit code and its standard output. */
function run(command, args, env = {}) {
  return new Promise((resolve) => {
    const options = { cwd: root, env: { ...process.env, ...env }, stdio: ["ignore", "pipe", "inherit"] };
    const child = spawn(command, args, { ...options, shell: process.platform === "win32" });
    let output = "";
    child.stdout.on("data", (data) => {
      output += data;
      process.stdout.write(data);
    });
    child.on("error", (error) => resolve({ code: 1, output: String(error) }));
    child.on("close", (code) => resolve({ code: code ?? 1, output }));
  });
}

/** One command as one test: it passes when it ends with 0. */
async function check(command, args) {
  const { code } = await run(command, args);
  return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, skipped: 0 };
}

/** A suite that ends badly without a failed test of its own counts as one failure. */
function withExitCode(tally, code) {
  return code !== 0 && tally.failed === 0 ? { ...tally, failed: 1 } : tally;
}

async function vitest() {
  rmSync(vitestReport, { force: true });
  mkdirSync(path.dirname(vitestReport), { recursive: true });
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${vitestReport}`];
  const { code } = await run(bin("vitest"), ["run", ...reporters]);
  let tally = { passed: 0, failed: 0, skipped: 0 };
  try {
    const report = JSON.parse(readFileSync(vitestReport, "utf8"));
    failures.push(...failedIn(report));
    const skipped = report.numPendingTests + (report.numTodoTests ?? 0);
    tally = { passed: report.numPassedTests, failed: report.numFailedTests, skipped };
  } catch (error) {
    console.error(`vitest left no report: ${error.message}`);
  }
  return withExitCode(tally, code);
}

/** Names of failed tests, and files that could not be run, each with the first line of what went wrong. */
function failedIn(report) {
  const told = ({ name }, what, message) =>
    `${path.relative(root, name)}: ${what}\n    ${(message ?? "").split("\n")[0]}`;
  return report.testResults.flatMap((file) => {
    const failed = file.assertionResults.filter(({ status }) => status === "failed");
    if (failed.length === 0 && file.status === "failed")
      return [told(file, "could not be run", file.message)];
    return failed.map(({ fullName, failureMessages }) => told(file, fullName, failureMessages[0]));
  });
}

async function editor(script) {
  const { code, output } = await run(process.execPath, [script]);
  // One line for each workspace that was opened.
  const tallies = [...output.matchAll(TALLY)].map((match) => match.slice(1).map(Number));
  const [passed, failed, skipped] = [0, 1, 2].map((part) => tallies.reduce((sum, one) => sum + one[part], 0));
  // Mocha tells them above, far from the end of a long log.
  const names = output.matchAll(/^ {2}\d+\) [\s\S]*?(?=\n\s*\n)/gm);
  if (failed > 0) failures.push(...Array.from(names, ([told]) => told.trim()));
  return withExitCode({ passed, failed, skipped }, code);
}

const version = process.env.VSCODE_WEB_VERSION ?? DEFAULT_VERSION;
const suites = [
  { group: "checks", title: "types", run: () => check(bin("tsc"), ["-p", ".", "--noEmit"]) },
  {
    group: "checks",
    title: "types of the webview",
    run: () => check(bin("tsc"), ["-p", "test/webview", "--noEmit"]),
  },
  { group: "checks", title: "lint", run: () => check(bin("eslint"), [".", "--max-warnings", "0"]) },
  {
    group: "checks",
    title: "format",
    run: () => check(bin("prettier"), ["--check", "--log-level", "warn", "."]),
  },
  { group: "vitest", title: "unit, language server, oracle", run: vitest },
  { group: "editor", title: `VS Code ${version}`, run: () => editor("scripts/run-tests.mjs") },
  { group: "web", title: "VS Code for the Web", run: () => editor("scripts/run-web.mjs") },
];

const wanted = process.argv.slice(2);
const total = { passed: 0, failed: 0, skipped: 0 };
const summary = [];
/** What failed, told once more at the end. */
const failures = [];
const build = await check(process.execPath, ["esbuild.mjs", "--production", "--tests"]);
if (build.failed) summary.push("build: failed");
total.failed += build.failed;
for (const suite of suites) {
  if (wanted.length && !wanted.includes(suite.group)) continue;
  console.log(`\n=== ${suite.title}`);
  const started = Date.now();
  const tally = await suite.run();
  for (const key of Object.keys(total)) total[key] += tally[key];
  const seconds = Math.round((Date.now() - started) / 1000);
  const { passed, failed, skipped } = tally;
  summary.push(`${suite.title}: ${passed} passed, ${failed} failed, ${skipped} skipped (${seconds} s)`);
}
if (failures.length > 0) console.log(`\nFailed:\n  ${failures.join("\n  ")}`);
console.log(`\n${summary.join("\n")}`);
console.log(`${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`);
// A run in which nothing passed has tested nothing.
process.exitCode = total.failed === 0 && total.passed > 0 ? 0 : 1;
