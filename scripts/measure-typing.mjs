// Measures how long a key takes until its letter is painted, with the extension and without it, in a real VS Code:
//   npm run bench:typing -- FOLDER FILE   (the file in the folder)      VSCODE_WEB_VERSION  which one (1.100.3)
// Of the page's own clock: from the key to the frame that shows the letter. Both are measured in turn, twice, so that
// what else the machine does falls on both.
import { spawnSync } from "node:child_process";
import path from "node:path";
import { chromium } from "playwright-core";
import { findBrowser } from "./browser.mjs";
import { askedFiles } from "./measured-files.mjs";
import { root } from "./setup-vscode.mjs";
import { prepareServer, startServer } from "./vscode-server.mjs";

const KEYS = 150;
/** As fast typists press them. */
const KEY_PAUSE_MS = 70;
const ROUNDS = 2;

const { folder, files } = askedFiles("usage: npm run bench:typing -- FOLDER FILE", [1, 1]);
const [file] = files;
const built = spawnSync(process.execPath, ["esbuild.mjs", "--production"], { cwd: root, stdio: "ignore" });
if (built.status !== 0) process.exit(1);

function address(port, withExtension) {
  const remote = (name) => `vscode-remote://127.0.0.1:${port}${encodeURI(path.resolve(name))}`;
  const payload = [
    ["skipWelcome", "true"],
    ["openFile", remote(path.join(folder, file))],
    ...(withExtension ? [["extensionDevelopmentPath", remote(root)]] : []),
  ];
  const query = `folder=${encodeURIComponent(folder)}`;
  return `http://127.0.0.1:${port}/?${query}&payload=${encodeURIComponent(JSON.stringify(payload))}`;
}

/* global document, MutationObserver, requestAnimationFrame -- the page's own */
/** In the page: notes for every key how long it takes until a frame shows what it did to the text. */
function watchKeys() {
  globalThis.keyTimes = [];
  let pressed = null;
  const lines = document.querySelector(".monaco-editor .view-lines");
  document.addEventListener("keydown", () => (pressed = performance.now()), true);
  new MutationObserver(() => {
    if (pressed === null) return;
    const start = pressed;
    pressed = null;
    requestAnimationFrame(() => globalThis.keyTimes.push(performance.now() - start));
  }).observe(lines, { subtree: true, childList: true, characterData: true });
}

async function round(withExtension) {
  const server = await startServer(prepareServer({ version: process.env.VSCODE_WEB_VERSION }), [
    "--without-connection-token",
    "--disable-workspace-trust",
    "--enable-smoke-test-driver", // without it a built VS Code loads no extension from a folder
  ]);
  const browser = await chromium.launch({
    executablePath: findBrowser(),
    args: ["--no-sandbox", "--disable-gpu", "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1"],
  });
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
    await page.goto(address(server.port, withExtension), { waitUntil: "domcontentloaded" });
    await page.waitForSelector(".monaco-editor .view-line", { timeout: 60_000 });
    if (withExtension) await page.waitForSelector("[id*='smLens.target']", { timeout: 60_000 });
    await page.waitForTimeout(8000); // what both do at their start is over
    await page.click(".monaco-editor .view-lines");
    await page.evaluate(watchKeys);
    await page.keyboard.press("End");
    for (let key = 0; key < KEYS; key++) {
      await page.keyboard.press("x");
      await page.waitForTimeout(KEY_PAUSE_MS);
    }
    return await page.evaluate(() => globalThis.keyTimes);
  } finally {
    await browser.close().catch(() => {});
    await server.stop();
  }
}

function quantile(values, part) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;
}

const all = { with: [], without: [] };
for (let index = 0; index < ROUNDS; index++) {
  all.without.push(...(await round(false)));
  all.with.push(...(await round(true)));
}
for (const [how, times] of Object.entries(all)) {
  const [half, most] = [0.5, 0.95].map((part) => quantile(times, part).toFixed(1));
  console.log(
    `${file}, ${how} the extension: a letter is painted after ${half} ms (median), ${most} ms (95 %), ${times.length} keys`,
  );
}
