// Finds a Chromium for the editor tests: $CHROMIUM, else one that is there, else Debian's package where it may install.
import { spawnSync } from "node:child_process";
import { accessSync, constants } from "node:fs";
import path from "node:path";

const NAMES = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "microsoft-edge"];

function onPath(name) {
  for (const folder of (process.env.PATH ?? "").split(path.delimiter)) {
    const candidate = path.join(folder, name);
    try {
      accessSync(candidate, constants.X_OK);
      return candidate;
    } catch {
      // not in this folder
    }
  }
  return undefined;
}

/** $CHROMIUM, or a browser that is there already; nothing is installed. */
export function installedBrowser() {
  return process.env.CHROMIUM ?? installed();
}

function installed() {
  for (const name of NAMES) {
    const found = onPath(name);
    if (found) return found;
  }
  return undefined;
}

/** Debian and Ubuntu, as root only: nothing is installed behind a user's back by other means. */
function installFromDebian() {
  if (process.platform !== "linux" || process.getuid?.() !== 0 || !onPath("apt-get")) return;
  console.log("No browser found; installing Debian's package chromium ...");
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  const run = (...args) =>
    spawnSync("apt-get", args, { env, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
  const steps = [
    ["update", "-qq"],
    ["install", "-y", "-qq", "--no-install-recommends", "chromium"],
  ];
  for (const step of steps) {
    const result = run(...step);
    if (result.status !== 0) console.error(`apt-get ${step[0]} failed:\n${result.stderr}`);
  }
}

/** The executable of a Chromium-like browser, or an error that says what to do. */
export function findBrowser() {
  if (process.env.CHROMIUM) return process.env.CHROMIUM;
  const there = installed();
  if (there) return there;
  installFromDebian();
  const now = installed();
  if (now) return now;
  throw new Error(
    `The editor tests need a browser and found none (${NAMES.join(", ")}). ` +
      "Install one, for example `apt-get install chromium`, or set CHROMIUM to its path.",
  );
}
