// Draws client/images/icon.png (what the marketplace shows) from icon.svg with a Chromium.
import { readFileSync } from "node:fs";
import path from "node:path";
import { chromium } from "playwright-core";
import { findBrowser } from "./browser.mjs";
import { root } from "./setup-vscode.mjs";

const PIXELS = 256;

const svg = readFileSync(path.join(root, "client/images/icon.svg"), "utf8");
const browser = await chromium.launch({
  executablePath: findBrowser(),
  args: ["--no-sandbox", "--disable-gpu"],
});
try {
  const page = await browser.newPage({ viewport: { width: PIXELS, height: PIXELS } });
  await page.setContent(`<style>body { margin: 0 } svg { display: block }</style>${svg}`);
  await page.screenshot({ path: path.join(root, "client/images/icon.png"), omitBackground: true });
} finally {
  await browser.close();
}
