/** The matrix's page in a browser as a webview would hold it: the editor's side is played by the test. */
import { readFileSync } from "node:fs";
import path from "node:path";
import { chromium } from "playwright-core";
import type { Browser, Page } from "playwright-core";
import type { FromPage, ToPage } from "../../client/src/matrix-messages";
import { matrixPage } from "../../client/src/matrix-page";
import { pageTexts } from "../../client/src/matrix-texts";

const DIST = path.resolve(process.env["SM_LENS_DIST"] ?? "dist");
const ORIGIN = "https://webview.test";

export type Theme = "dark" | "light" | "highContrast" | "highContrastLight";

/** The colours of VS Code's default themes, as far as the page uses them. */
const THEMES: Readonly<
  Record<Theme, { readonly kind: string; readonly colours: Readonly<Record<string, string>> }>
> = {
  dark: {
    kind: "vscode-dark",
    colours: {
      foreground: "#cccccc",
      descriptionForeground: "#9d9d9d",
      "editor-background": "#1f1f1f",
      "editorWidget-background": "#202020",
      "editorWidget-border": "#313131",
      focusBorder: "#0078d4",
      "input-foreground": "#cccccc",
      "input-background": "#313131",
      "input-border": "#3c3c3c",
      "dropdown-foreground": "#cccccc",
      "dropdown-background": "#313131",
      "button-secondaryForeground": "#cccccc",
      "button-secondaryBackground": "#313131",
      "charts-green": "#89d185",
      "charts-red": "#f14c4c",
      "charts-yellow": "#cca700",
      "charts-blue": "#3794ff",
    },
  },
  light: {
    kind: "vscode-light",
    colours: {
      foreground: "#3b3b3b",
      descriptionForeground: "#3b3b3b",
      "editor-background": "#ffffff",
      "editorWidget-background": "#f8f8f8",
      "editorWidget-border": "#cecece",
      focusBorder: "#005fb8",
      "input-foreground": "#3b3b3b",
      "input-background": "#ffffff",
      "input-border": "#cecece",
      "dropdown-foreground": "#3b3b3b",
      "dropdown-background": "#ffffff",
      "button-secondaryForeground": "#3b3b3b",
      "button-secondaryBackground": "#e5e5e5",
      "charts-green": "#388a34",
      "charts-red": "#e51400",
      "charts-yellow": "#bf8803",
      "charts-blue": "#1a85ff",
    },
  },
  highContrast: {
    kind: "vscode-high-contrast",
    colours: {
      foreground: "#ffffff",
      descriptionForeground: "#ffffff",
      "editor-background": "#000000",
      "editorWidget-background": "#0c141f",
      "editorWidget-border": "#6fc3df",
      contrastBorder: "#6fc3df",
      focusBorder: "#f38518",
      "input-foreground": "#ffffff",
      "input-background": "#000000",
      "input-border": "#6fc3df",
      "dropdown-foreground": "#ffffff",
      "dropdown-background": "#000000",
      "button-secondaryForeground": "#ffffff",
      "button-secondaryBackground": "#000000",
      "charts-green": "#89d185",
      "charts-red": "#f48771",
      "charts-yellow": "#ffd37b",
      "charts-blue": "#3794ff",
    },
  },
  highContrastLight: {
    kind: "vscode-high-contrast-light vscode-high-contrast",
    colours: {
      foreground: "#292929",
      descriptionForeground: "#292929",
      "editor-background": "#ffffff",
      "editorWidget-background": "#ffffff",
      "editorWidget-border": "#0f4a85",
      contrastBorder: "#0f4a85",
      focusBorder: "#006bbd",
      "input-foreground": "#292929",
      "input-background": "#ffffff",
      "input-border": "#0f4a85",
      "dropdown-foreground": "#292929",
      "dropdown-background": "#ffffff",
      "button-secondaryForeground": "#292929",
      "button-secondaryBackground": "#ffffff",
      "charts-green": "#374e06",
      "charts-red": "#b5200d",
      "charts-yellow": "#895503",
      "charts-blue": "#1a85ff",
    },
  },
};

export const launch = (executablePath: string): Promise<Browser> =>
  chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu"] });

export interface OpenPage {
  readonly page: Page;
  /** What the page said to the editor, in order. */
  readonly said: FromPage[];
  /** Addresses that the page asked for beyond its own three files, and what its policy forbade. */
  readonly faults: string[];
  send(message: ToPage): Promise<void>;
}

const ENGLISH = { language: "en", texts: pageTexts({ t: (text: unknown) => String(text) }) };

export async function openPage(browser: Browser, theme: Theme, own = ENGLISH): Promise<OpenPage> {
  const page = await browser.newPage({ viewport: { width: 1200, height: 700 } });
  const said: FromPage[] = [];
  const faults: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error") faults.push(message.text());
  });
  page.on("pageerror", (error) => faults.push(String(error)));
  const html = matrixPage({
    cspSource: ORIGIN,
    nonce: "abc",
    script: `${ORIGIN}/matrix.js`,
    style: `${ORIGIN}/matrix.css`,
    ...own,
  });
  const { kind, colours } = THEMES[theme];
  const variables = Object.entries(colours).map(([name, value]) => `--vscode-${name}: ${value};`);
  const look = `:root { ${variables.join(" ")} --vscode-font-family: sans-serif; --vscode-font-size: 13px; }`;
  await page.route("**/*", async (route) => {
    const { pathname } = new URL(route.request().url());
    if (pathname === "/") {
      const body = html.replace("<body>", `<body class="${kind}">`);
      await route.fulfill({ contentType: "text/html", body });
    } else if (pathname === "/matrix.js" || pathname === "/matrix.css") {
      const body = readFileSync(path.join(DIST, pathname), "utf8");
      const contentType = pathname.endsWith(".js") ? "text/javascript" : "text/css";
      await route.fulfill({ contentType, body: pathname.endsWith(".css") ? `${look}\n${body}` : body });
    } else {
      if (pathname !== "/favicon.ico") faults.push(route.request().url());
      await route.abort();
    }
  });
  await page.exposeFunction("said", (message: FromPage) => said.push(message));
  await page.addInitScript(() => {
    let state: unknown;
    Object.assign(globalThis, {
      acquireVsCodeApi: () => ({
        postMessage: (message: unknown) =>
          (globalThis as unknown as { said(message: unknown): void }).said(message),
        getState: () => state,
        setState: (next: unknown) => (state = next),
      }),
    });
  });
  await page.goto(`${ORIGIN}/`);
  return {
    page,
    said,
    faults,
    send: (message) => page.evaluate((data) => window.postMessage(data, "*"), message),
  };
}
