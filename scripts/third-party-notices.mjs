// The licences of what is packed beside our own code: their terms ask that they go with it.
import { readFileSync, readdirSync } from "node:fs";
import path from "node:path";

/** What lies in a package under a licence that the package does not hold itself, by the package's name. */
const WITHIN = {
  "@vscode/tree-sitter-wasm":
    "Of it, the grammar tree-sitter-python: MIT, Copyright (c) 2016 Max Brunsfeld, in the terms above.",
};

/** The packages of which esbuild has taken files: their folders, relative to the root, in order. */
export function packagesOf(metafiles) {
  const folders = metafiles.flatMap(({ inputs }) =>
    Object.keys(inputs).flatMap((file) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0] ?? []),
  );
  return [...new Set(folders)].sort();
}

/** One text of all licences; throws where a package has none that could be handed on. */
export function thirdPartyNotices(root, folders) {
  const parts = folders.map((folder) => {
    const place = path.join(root, folder);
    const { name, version, license } = JSON.parse(readFileSync(path.join(place, "package.json"), "utf8"));
    const file = readdirSync(place).find((each) => /^licen[cs]e/i.test(each));
    if (file === undefined) throw new Error(`${name} has no licence beside it`);
    const terms = readFileSync(path.join(place, file), "utf8").replaceAll("\r\n", "\n").trim();
    const within = WITHIN[name] === undefined ? "" : `\n\n${WITHIN[name]}`;
    return `${name} ${version} (${license})\n\n${terms}${within}\n`;
  });
  const head = "SM Lens is under the Apache License 2.0. What is packed with it, under these terms:\n";
  return [head, ...parts].join(`\n${"-".repeat(80)}\n\n`);
}
