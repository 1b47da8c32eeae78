// Tidies a folder of pictures for the documentation: what no page shows is taken away, the rest made small.
import { readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { shrunk } from "./png.mjs";
import { root } from "./setup-vscode.mjs";

function pages() {
  const inDocs = readdirSync(path.join(root, "docs"), { recursive: true });
  return ["README.md", ...inDocs.map((name) => path.join("docs", name))].filter((name) =>
    name.endsWith(".md"),
  );
}

export function tidyPictures(folder) {
  const text = pages()
    .map((page) => readFileSync(path.join(root, page), "utf8"))
    .join("\n");
  for (const name of readdirSync(folder).filter((each) => each.endsWith(".png"))) {
    const file = path.join(folder, name);
    if (!text.includes(`images/${name})`)) {
      rmSync(file);
      continue;
    }
    const small = shrunk(readFileSync(file));
    if (small !== null) writeFileSync(file, small);
  }
}
