/** The npm package: what `npm pack` makes of a checkout in which nothing has been built. */
import { spawnSync } from "node:child_process";
import { copyFileSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { tree } from "./harness";

const manifest = JSON.parse(readFileSync("package.json", "utf8")) as { scripts: Record<string, string> };

it("`npm pack` builds first, and prints the name of the package alone", () => {
  // A build of its own: the other tests run the real one's files.
  const build = `node -e "console.log('built'); require('fs').mkdirSync('dist'); require('fs').writeFileSync('dist/cli.js', '')"`;
  const scripts = { ...manifest.scripts, build };
  const folder = tree({ "package.json": JSON.stringify({ ...manifest, scripts }), "server/src/a.ts": "" });
  for (const name of [".npmrc", ".npmignore"]) copyFileSync(name, path.join(folder, name));
  const npm = process.platform === "win32" ? "npm.cmd" : "npm";
  const env: NodeJS.ProcessEnv = {
    ...process.env,
    npm_config_loglevel: "notice",
    npm_config_offline: "true",
  };
  delete env["npm_config_foreground_scripts"];
  const ran = spawnSync(npm, ["pack"], {
    cwd: folder,
    env,
    encoding: "utf8",
    shell: process.platform === "win32",
  });
  expect(ran.stdout).toMatch(/^sm-lens-[\d.]+\.tgz\n$/);
  expect(ran.stderr).toContain("dist/cli.js");
  expect(ran.stderr).not.toContain("server/src");
});
