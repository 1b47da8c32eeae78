import * as vscode from "vscode";
import { CHANGED_METHOD, INACTIVE_REGIONS_METHOD, SETTINGS_SECTION } from "../../server/src/lsp/protocol";
import type {
  ChangedParams,
  InactiveRegions,
  InactiveRegionsParams,
  PlainLines,
} from "../../server/src/lsp/protocol";
import { isOurs } from "./documents";
import type { Server } from "./server";
import { editorSetting } from "./settings";

/** How long typing must rest before the regions are asked for again; until then the editor moves them with the text. */
const TYPING_DELAY_MS = 120;
/** In a high-contrast theme text stays at least this visible, whatever the setting says: its colours keep a contrast of 4.5. */
const LEAST_OPACITY_IN_HIGH_CONTRAST = 0.8;

/** There it is hardly fainter then: a dotted edge on its left says what the colours may not. */
const EDGE: vscode.DecorationRenderOptions = {
  borderWidth: "0 0 0 2px",
  borderStyle: "dotted",
  borderColor: new vscode.ThemeColor("contrastBorder"),
};

/** What was last answered for a document, by the URI as a string: paths alone are not unique across schemes. */
type Known = Map<string, InactiveRegions>;

/**
 * Dims what the chosen targets do not compile, in visible editors alone. An answer for another version of the text is
 * never painted, and what is painted stays until the next answer, so that nothing flickers.
 */
export class Dimming implements vscode.Disposable {
  readonly #server: Server;
  readonly #known: Known = new Map();
  readonly #waiting = new Map<string, ReturnType<typeof setTimeout>>();
  readonly #asking = new Set<string>();
  readonly #listeners: vscode.Disposable;
  #styles: Styles;

  constructor(server: Server) {
    this.#server = server;
    this.#styles = makeStyles();
    const { workspace, window } = vscode;
    server.onNotification(CHANGED_METHOD, ({ uris }: ChangedParams) => this.#changed(uris));
    this.#listeners = vscode.Disposable.from(
      server.onDidChangeState((state) => {
        if (state === "running") this.#refresh();
      }),
      window.onDidChangeVisibleTextEditors(() => this.#show()),
      window.onDidChangeActiveColorTheme(() => this.#restyle()),
      workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
        if (contentChanges.length > 0 && this.#concerns(document)) this.#schedule(document, TYPING_DELAY_MS);
      }),
      workspace.onDidCloseTextDocument((document) => this.#forget(document)),
      workspace.onDidChangeConfiguration((change) => {
        if (change.affectsConfiguration(`${SETTINGS_SECTION}.dimming`)) this.#restyle();
      }),
    );
    this.#show();
  }

  /** Paints what is known, and asks for what is not. */
  #show(): void {
    for (const editor of vscode.window.visibleTextEditors) {
      const { document } = editor;
      if (!this.#concerns(document)) continue;
      const known = this.#known.get(document.uri.toString());
      if (known?.version === document.version) this.#paint(editor, known);
      else this.#schedule(document, 0);
    }
  }

  #changed(uris: readonly string[]): void {
    const concerned = new Set(uris.map((uri) => vscode.Uri.parse(uri).toString()));
    for (const uri of concerned) this.#known.delete(uri);
    for (const { document } of vscode.window.visibleTextEditors)
      if (concerned.has(document.uri.toString()) && this.#concerns(document)) this.#schedule(document, 0);
  }

  /** Everything is asked for again: another server may answer otherwise. */
  #refresh(): void {
    this.#known.clear();
    this.#show();
  }

  #concerns(document: vscode.TextDocument): boolean {
    return editorSetting("dimming.enabled") && isOurs(document);
  }

  #schedule(document: vscode.TextDocument, delay: number): void {
    const uri = document.uri.toString();
    clearTimeout(this.#waiting.get(uri));
    this.#waiting.set(
      uri,
      setTimeout(() => {
        this.#waiting.delete(uri);
        void this.#ask(document);
      }, delay),
    );
  }

  async #ask(document: vscode.TextDocument): Promise<void> {
    const uri = document.uri.toString();
    if (this.#server.state !== "running" || !isVisible(document)) return;
    if (this.#asking.has(uri)) {
      this.#schedule(document, TYPING_DELAY_MS);
      return;
    }
    this.#asking.add(uri);
    try {
      const params: InactiveRegionsParams = { uri };
      const answer = await this.#server.request<InactiveRegions | null>(INACTIVE_REGIONS_METHOD, params);
      if (document.isClosed) return;
      if (answer === null) this.#clear(document);
      else if (answer.version === document.version) this.#settle(document, answer);
      else this.#schedule(document, TYPING_DELAY_MS);
    } catch {
      // The text changed meanwhile: the change has asked again already. A server that is gone asks when it is back.
    } finally {
      this.#asking.delete(uri);
    }
  }

  #settle(document: vscode.TextDocument, answer: InactiveRegions): void {
    const uri = document.uri.toString();
    if (!this.#concerns(document)) return;
    this.#known.set(uri, answer);
    for (const editor of vscode.window.visibleTextEditors)
      if (editor.document === document) this.#paint(editor, answer);
  }

  /** The document is none of ours, or excluded by the user; it may become ours, so nothing is kept. */
  #clear(document: vscode.TextDocument): void {
    const nothing: InactiveRegions = { version: document.version, excluded: [], partly: [] };
    this.#known.delete(document.uri.toString());
    for (const editor of vscode.window.visibleTextEditors)
      if (editor.document === document) this.#paint(editor, nothing);
  }

  #paint(editor: vscode.TextEditor, { excluded, partly }: InactiveRegions): void {
    editor.setDecorations(this.#styles.excluded, excluded.map(rangeOf));
    editor.setDecorations(this.#styles.partly, partly.map(rangeOf));
  }

  #restyle(): void {
    const old = this.#styles;
    this.#styles = makeStyles();
    if (editorSetting("dimming.enabled")) this.#show();
    else this.#known.clear();
    old.dispose();
  }

  #forget(document: vscode.TextDocument): void {
    const uri = document.uri.toString();
    clearTimeout(this.#waiting.get(uri));
    this.#waiting.delete(uri);
    this.#known.delete(uri);
  }

  /** What is dimmed in a document, as it was last painted. */
  shown(uri: vscode.Uri): InactiveRegions | undefined {
    return this.#known.get(uri.toString());
  }

  dispose(): void {
    this.#listeners.dispose();
    for (const timer of this.#waiting.values()) clearTimeout(timer);
    this.#styles.dispose();
  }
}

interface Styles {
  readonly excluded: vscode.TextEditorDecorationType;
  readonly partly: vscode.TextEditorDecorationType;
  dispose(): void;
}

function makeStyles(): Styles {
  const opacity = effectiveOpacity(editorSetting("dimming.opacity"));
  const coloured = editorSetting("dimming.style") === "background";
  const make = (faint: number, color: string): vscode.TextEditorDecorationType =>
    vscode.window.createTextEditorDecorationType({
      isWholeLine: true,
      rangeBehavior: vscode.DecorationRangeBehavior.ClosedClosed,
      ...(coloured ? { backgroundColor: new vscode.ThemeColor(color) } : { opacity: String(faint) }),
      ...(isHighContrast() && !coloured ? EDGE : {}),
    });
  const excluded = make(opacity, "smLens.excludedBackground");
  const partly = make((1 + opacity) / 2, "smLens.partlyExcludedBackground");
  const dispose = (): void => {
    excluded.dispose();
    partly.dispose();
  };
  return { excluded, partly, dispose };
}

function effectiveOpacity(wanted: number): number {
  return Math.min(1, Math.max(isHighContrast() ? LEAST_OPACITY_IN_HIGH_CONTRAST : 0.1, wanted));
}

function isHighContrast(): boolean {
  const { kind } = vscode.window.activeColorTheme;
  return kind === vscode.ColorThemeKind.HighContrast || kind === vscode.ColorThemeKind.HighContrastLight;
}

function rangeOf([first, last]: PlainLines): vscode.Range {
  return new vscode.Range(first, 0, last, Number.MAX_SAFE_INTEGER);
}

function isVisible(document: vscode.TextDocument): boolean {
  return vscode.window.visibleTextEditors.some((editor) => editor.document === document);
}
