import { defineConfig } from "vitest/config";

/** `lsp` and `webview` use the built bundles, so `npm run build` comes first; `webview` needs a browser; `oracle` needs g++ and skips what needs nvcc. */
export default defineConfig({
  test: {
    projects: [
      { test: { name: "unit", include: ["test/unit/**/*.test.ts"], testTimeout: 20_000 } },
      {
        test: {
          name: "lsp",
          include: ["test/lsp/**/*.test.ts", "test/cli/**/*.test.ts"],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      // VS Code's own grammars: fetched from npm once.
      { test: { name: "grammars", include: ["test/grammars/**/*.test.ts"], hookTimeout: 600_000 } },
      {
        test: {
          name: "webview",
          include: ["test/webview/**/*.test.ts"],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: "oracle",
          include: ["test/oracle/**/*.test.ts"],
          testTimeout: 300_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
