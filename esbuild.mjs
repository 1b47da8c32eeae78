// Builds every bundle: node esbuild.mjs [--production] [--watch] [--tests]
//   --production  minified, without source maps      --watch  rebuild on change      --tests  the editor suite too
import { createHash } from "node:crypto";
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { build, context } from "esbuild";
import { packagesOf, thirdPartyNotices } from "./scripts/third-party-notices.mjs";

const root = path.dirname(fileURLToPath(import.meta.url));
const require = createRequire(import.meta.url);
const flags = new Set(process.argv.slice(2));
const production = flags.has("--production");

/** What all that is found out is made by: an index that another state of it has written is not read. */
function analysisHash() {
  const hash = createHash("sha256").update(readFileSync(path.join(root, "package-lock.json")));
  const names = readdirSync(path.join(root, "server/src"), { recursive: true, encoding: "utf8" });
  for (const name of names.filter((each) => each.endsWith(".ts")).sort())
    hash.update(`${name}\0`).update(readFileSync(path.join(root, "server/src", name)));
  // Bundles that are made anew while it watches are told apart from those of another run alone.
  return hash
    .update(flags.has("--watch") ? String(Date.now()) : "")
    .digest("hex")
    .slice(0, 16);
}

const define = { ANALYSIS_HASH: JSON.stringify(analysisHash()) };

const common = {
  absWorkingDir: root,
  bundle: true,
  target: "es2022",
  minify: production,
  // Names survive minification, so that a stack trace in a report can be read.
  keepNames: production,
  sourcemap: !production,
  legalComments: "none",
  // Its other build finds its parts by a require that cannot be followed.
  alias: { "jsonc-parser": "jsonc-parser/lib/esm/main.js" },
  logLevel: "info",
  define,
};

const node = { ...common, platform: "node", target: "node20", format: "cjs" };
// Libraries that look for themselves with import.meta.url (web-tree-sitter does) find the bundle instead.
const ownUrl = {
  define: { ...define, "import.meta.url": "bundleUrl" },
  banner: { js: 'const bundleUrl = require("node:url").pathToFileURL(__filename).href;' },
};

// In the browser the parser's bytes are given to it: what it would do on node is never reached.
const browser = {
  ...common,
  platform: "browser",
  define: { ...define, "import.meta.url": '"https://bundle/"' },
  external: ["vscode", "module", "fs/promises"],
};

/**
 * The editor's API is an object with hundreds of names, and the libraries that client and server speak through are
 * more of them. For every file that imports such an object a copy is made, name by name: with some forty files that was
 * half the time an activation took. Here they are taken as they are.
 */
const takenAsTheyAre = {
  name: "taken-as-they-are",
  setup(api) {
    const load = (filter, loader, change) =>
      api.onLoad({ filter }, ({ path: file }) => ({ loader, contents: change(readFileSync(file, "utf8")) }));
    load(/[\\/]server[\\/]src[\\/]lsp[\\/][\w-]+\.ts$/, "ts", (text) =>
      text.replace(
        /^import (\{[^}]*\}) from ("vscode-languageserver(?:\/node)?");/gm,
        "const $1 = require($2);",
      ),
    );
    load(/[\\/]client[\\/]src[\\/][\w-]+\.ts$/, "ts", (text) =>
      text
        .replace(/^import \* as vscode from "vscode";/m, 'const vscode = require("vscode");')
        .replace(/^import (\{[^}]*\}) from ("vscode-languageclient[\w/]*");/gm, "const $1 = require($2);"),
    );
    load(/[\\/]vscode-languageclient[\\/]lib[\\/].*\.js$/, "js", (text) =>
      text.replaceAll('__importStar(require("vscode"))', 'require("vscode")'),
    );
  },
};
const client = { external: ["vscode"], plugins: [takenAsTheyAre] };

/** The parser's runtime is a file of its own, read when the first Python file is met: a server starts without it. */
const parserApart = {
  name: "parser-apart",
  setup(api) {
    api.onResolve({ filter: /^web-tree-sitter$/ }, () => ({ path: "./web-tree-sitter.js", external: true }));
  },
};
const reader = { ...node, plugins: [takenAsTheyAre, parserApart] };

/** One entry a bundle. */
const bundles = [
  {
    ...node,
    entryPoints: ["client/src/node.ts"],
    ...client,
    outfile: "dist/client.js",
    external: ["vscode", "./connect-node.js"],
    supported: { "dynamic-import": false }, // a require: VS Code gives that its own modules
  },
  // What speaks to the server is large, and apart: the editor waits for an extension's first file.
  { ...node, ...client, entryPoints: ["client/src/connect-node.ts"], outfile: "dist/connect-node.js" },
  { ...reader, ...ownUrl, entryPoints: ["server/src/lsp/main-node.ts"], outfile: "dist/server.js" },
  { ...node, ...ownUrl, entryPoints: ["web-tree-sitter"], outfile: "dist/web-tree-sitter.js" },
  {
    ...reader,
    ...ownUrl,
    entryPoints: ["server/src/workspace/scan-worker.ts"],
    outfile: "dist/scan-worker.js",
  },
  {
    ...browser,
    format: "cjs",
    entryPoints: ["client/src/browser.ts"],
    outfile: "dist/client-browser.js",
    plugins: client.plugins,
  },
  { ...browser, format: "iife", entryPoints: ["client/webview/matrix.ts"], outfile: "dist/matrix.js" },
  {
    ...browser,
    format: "iife",
    entryPoints: ["server/src/lsp/main-worker.ts"],
    outfile: "dist/server-browser.js",
  },
  {
    ...reader,
    ...ownUrl,
    entryPoints: ["server/src/cli/main.ts"],
    outfile: "dist/cli.js",
    banner: { js: `#!/usr/bin/env node\n${ownUrl.banner.js}` },
  },
];
if (flags.has("--tests")) {
  const suites = readdirSync(path.join(root, "test/vscode")).filter((name) =>
    /^(index|.*\.test)\.ts$/.test(name),
  );
  bundles.push({
    ...node,
    minify: false,
    sourcemap: "inline",
    entryPoints: [...suites.map((name) => `test/vscode/${name}`), "test/bench/editor.ts"],
    outbase: "test",
    outdir: "out/test",
    external: ["vscode", "mocha"],
  });
  bundles.push({
    ...browser,
    format: "cjs",
    minify: false,
    sourcemap: "inline",
    define: { ...browser.define, global: "globalThis" },
    banner: {
      js: "var process = globalThis.process ?? { env: {}, nextTick: (call) => queueMicrotask(call) };",
    },
    entryPoints: ["test/web/index.ts"],
    outdir: "out/test/web",
  });
}

/** What lies beside the bundles: the parser's runtime and its Python grammar, and the matrix's look. */
const assets = [
  [path.join(root, "client/webview/matrix.css"), "dist/matrix.css"],
  [require.resolve("web-tree-sitter/web-tree-sitter.wasm"), "dist/web-tree-sitter.wasm"],
  [require.resolve("@vscode/tree-sitter-wasm/wasm/tree-sitter-python.wasm"), "dist/tree-sitter-python.wasm"],
];

function copyAssets() {
  mkdirSync(path.join(root, "dist"), { recursive: true });
  for (const [from, to] of assets) {
    const target = path.join(root, to);
    copyFileSync(from, target);
    chmodSync(target, 0o644); // the packages mark their data as programs
  }
}

async function buildAll() {
  for (const folder of ["dist", "out/test"])
    rmSync(path.join(root, folder), { recursive: true, force: true });
  copyAssets();
  // A fault in one bundle is told by esbuild itself and does not keep the others from being built.
  const results = await Promise.allSettled(bundles.map((options) => build({ ...options, metafile: true })));
  if (results.some((result) => result.status === "rejected")) process.exitCode = 1;
  else {
    chmodSync(path.join(root, "dist/cli.js"), 0o755);
    writeNotices(results.map(({ value }) => value));
  }
}

/** Of the bundles that are packed; those of the tests are not. */
function writeNotices(results) {
  const packed = results.filter((_, index) => bundles[index].outfile !== undefined);
  const bundled = packagesOf(packed.map(({ metafile }) => metafile));
  const copied = packagesOf([{ inputs: Object.fromEntries(assets.map(([from]) => [from, 1])) }]);
  const folders = [...bundled, ...copied.map((folder) => path.relative(root, folder))];
  const notices = thirdPartyNotices(root, [...new Set(folders)].sort());
  writeFileSync(path.join(root, "dist/third-party-notices.txt"), notices);
}

async function watchAll() {
  copyAssets();
  // The two lines are what an editor's task waits for.
  const announce = {
    name: "announce",
    setup(api) {
      api.onStart(() => console.log("[watch] build started"));
      api.onEnd(() => console.log("[watch] build finished"));
    },
  };
  for (const options of bundles)
    await (await context({ ...options, plugins: [...(options.plugins ?? []), announce] })).watch();
}

await (flags.has("--watch") ? watchAll() : buildAll());
