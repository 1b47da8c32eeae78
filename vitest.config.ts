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
          // Many times what an idle machine needs: a busy one is waited for.
          testTimeout: 180_000,
          hookTimeout: 180_000,
          expect: { poll: { timeout: 60_000 } },
        },
      },
      // VS Code's own grammars: fetched from npm once.
      { test: { name: "grammars", include: ["test/grammars/**/*.test.ts"], hookTimeout: 600_000 } },
      {
        test: {
          name: "webview",
          include: ["test/webview/**/*.test.ts"],
          testTimeout: 120_000,
          hookTimeout: 120_000,
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
