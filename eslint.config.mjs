// Lint rules, and with them the invariants of ARCHITECTURE.md: which folder may import which, and how long a file gets.
import js from "@eslint/js";
import globals from "globals";
import tseslint from "typescript-eslint";

const CORE = ["text", "arch", "logic", "cuda", "python", "build", "gates", "chain"];
const EDGES = ["workspace", "lsp", "cli"];
const FRONT_ENDS = ["cuda", "python", "build"];

/** Matches an import of anything in one of these folders of `server/src`, as seen from a sibling folder. */
const folders = (names) => `^(\\.\\./)+(${names.join("|")})(/|$)`;

/** Forbids imports in the files of some folders of `server/src`; each pattern carries its own explanation. */
function imports(from, patterns) {
  return {
    files: from.map((folder) => `server/src/${folder}/**/*.ts`),
    rules: { "@typescript-eslint/no-restricted-imports": ["error", { patterns }] },
  };
}

const platform = {
  regex: "^(vscode|node:|web-tree-sitter$)",
  allowTypeImports: false,
  message: "The core is pure: no editor, no protocol, no node API, no file system.",
};
const outwards = {
  regex: `${folders([...EDGES, "display", "service"])}|(^|/)client/`,
  message: "The core knows nothing of the façade and the edges that use it.",
};
const pure = [platform, outwards];
/** The Python front end works on a parser made at the edge: it knows the library's types alone. */
const parserTypes = { ...platform, regex: "^web-tree-sitter$", allowTypeImports: true };
const platformButParser = { ...platform, regex: "^(vscode|node:)" };

function frontEnd(name) {
  const others = FRONT_ENDS.filter((other) => other !== name);
  return imports(
    [name],
    [
      platformButParser,
      parserTypes,
      outwards,
      { regex: folders(others), message: "Front ends know nothing of each other; all hand over gates." },
    ],
  );
}

const inward = (allowed) => ({
  regex: folders([...CORE, "display", ...EDGES].filter((folder) => !allowed.includes(folder))),
  message: `This folder may import ${allowed.join(", ") || "nothing"} beside itself.`,
});

const edge = {
  regex: folders([...FRONT_ENDS, "gates/rules", "gates/fixes"]),
  allowTypeImports: true,
  message: "The edges use service.ts, and types, alone.",
};

export default tseslint.config(
  {
    ignores: [
      "dist/",
      "out/",
      "coverage/",
      ".vscode-test/",
      ".vscode-test-web/",
      "test-results/",
      "test/sample/",
    ],
  },
  js.configs.recommended,
  {
    rules: {
      "max-lines": ["error", { max: 400 }],
      eqeqeq: "error",
      "no-console": "off",
    },
  },
  {
    files: ["**/*.ts"],
    extends: [tseslint.configs.strictTypeChecked, tseslint.configs.stylisticTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      "@typescript-eslint/consistent-type-imports": "error",
      "@typescript-eslint/switch-exhaustiveness-check": [
        "error",
        { considerDefaultExhaustiveForUnions: true },
      ],
      "@typescript-eslint/restrict-template-expressions": ["error", { allowNumber: true }],
      "@typescript-eslint/prefer-nullish-coalescing": [
        "error",
        { ignorePrimitives: { boolean: true, string: true } },
      ],
      "@typescript-eslint/no-confusing-void-expression": ["error", { ignoreArrowShorthand: true }],
      // `type` for unions and `interface` for shapes, as each reads best; index-signature shapes stay either.
      "@typescript-eslint/consistent-type-definitions": "off",
      "@typescript-eslint/consistent-indexed-object-style": "off",
    },
  },
  { files: ["**/*.generated.ts"], rules: { "max-lines": "off" } },
  { files: ["**/*.mjs"], languageOptions: { globals: globals.node } },

  imports(["text", "arch", "logic", "gates", "chain", "patches"], pure),
  imports(["arch"], [...pure, inward(["arch"])]),
  imports(["text"], [...pure, inward(["text"])]),
  imports(["logic"], [...pure, inward(["arch", "text", "logic"])]),
  ...FRONT_ENDS.map(frontEnd),
  // What both edges say in words: it reads the façade's types, and the core knows nothing of it.
  imports(["display"], [platform, { ...outwards, regex: `${folders(EDGES)}|(^|/)client/` }]),
  imports(["workspace"], [{ ...outwards, regex: `^vscode|${folders(["lsp", "cli"])}|(^|/)client/` }]),
  imports(["lsp"], [edge, { regex: folders(["cli"]), message: "The two edges know nothing of each other." }]),
  imports(["cli"], [edge, { regex: folders(["lsp"]), message: "The two edges know nothing of each other." }]),
  {
    files: ["server/src/service.ts"],
    rules: imports([], [platform, { ...outwards, regex: folders(EDGES) }]).rules,
  },
  {
    files: ["client/**/*.ts"],
    rules: {
      "@typescript-eslint/no-restricted-imports": [
        "error",
        {
          patterns: [
            {
              regex:
                "^(?!vscode$|vscode-languageclient(/|$)|\\./|\\.\\./src/|\\.\\./\\.\\./server/src/lsp/protocol$)",
              message: "The client knows vscode, the language client, itself, and server/src/lsp/protocol.",
            },
          ],
        },
      ],
    },
  },
  {
    // The places that run a program, and only where the extension host is node.
    files: ["client/src/nvidia-smi.ts", "client/src/server-process.ts"],
    rules: { "@typescript-eslint/no-restricted-imports": "off" },
  },
);
