import { DEFAULT_TARGET, targetIndex } from "../arch/targets";
import type { Settings } from "../service";
import type { FileSystem } from "../workspace/file-system";
import { below, excludeTest } from "../workspace/excludes";
import { rootOf } from "../workspace/root";
import { dirname } from "../text/paths";
import { keyOfUri } from "./locations";
import type { InlayHintsMode, LensSettings, RuleLevel } from "./protocol";
import type { Log } from "./run-safely";

const LEVELS: readonly RuleLevel[] = ["error", "warning", "information", "hint", "off"];
const HINTS: readonly InlayHintsMode[] = ["off", "findings", "all"];
const DEFAULTS: LensSettings = {
  target: DEFAULT_TARGET,
  rules: {},
  exclude: [],
  alsoShow: [],
  inlayHints: "findings",
  codeLens: true,
};

/** Asks the client for the settings of one resource; undefined where a client answers none. */
export type AskSettings = (uri: string) => Promise<unknown>;

/** Settings per resource, asked for once and kept until they change. */
export class SettingsStore {
  private readonly ask: AskSettings;
  private readonly disk: FileSystem;
  private readonly log: Log;
  private readonly known = new Map<string, Promise<LensSettings>>();
  private readonly told = new Set<string>();
  /** What the client gave without being asked: at the start or with a change. */
  private given: unknown;
  /** URIs of the workspace folders. */
  private folders: readonly string[] = [];

  constructor(ask: AskSettings, disk: FileSystem, log: Log) {
    this.ask = ask;
    this.disk = disk;
    this.log = log;
  }

  setGiven(settings: unknown): void {
    this.given = settings;
    this.known.clear();
  }

  setFolders(uris: readonly string[]): void {
    this.folders = uris;
    this.known.clear();
  }

  changeFolders(added: readonly string[], removed: readonly string[]): void {
    this.setFolders([...this.folders.filter((uri) => !removed.includes(uri)), ...added]);
  }

  folderUris(): readonly string[] {
    return this.folders;
  }

  /** Everything is asked for again. */
  forget(): void {
    this.known.clear();
  }

  lens(uri: string): Promise<LensSettings> {
    const known = this.known.get(uri);
    if (known !== undefined) return known;
    const asked = this.ask(uri).then(
      (answer) => this.checked(answer ?? this.given),
      (thrown: unknown) => {
        this.log(`settings of ${uri}: ${String(thrown)}`);
        return this.checked(this.given);
      },
    );
    this.known.set(uri, asked);
    return asked;
  }

  async forFile(uri: string): Promise<Settings> {
    const lens = await this.lens(uri);
    const path = keyOfUri(uri);
    return settingsOf(lens, await rootOf(this.disk, path, this.folderOf(path) ?? dirname(path)));
  }

  /** Whether the user wants no word about this file. */
  async isExcluded(uri: string): Promise<boolean> {
    const { exclude } = await this.lens(uri);
    if (exclude.length === 0) return false;
    const path = keyOfUri(uri);
    const relative = below(this.folderOf(path) ?? "", path);
    const parts = relative.split("/");
    const test = excludeTest(exclude);
    return parts.some((_, index) => test([parts.slice(0, index + 1).join("/")]));
  }

  /** The innermost workspace folder around a path. */
  private folderOf(path: string): string | undefined {
    return this.folders
      .map(keyOfUri)
      .filter((folder) => path === folder || below(folder, path) !== "")
      .sort((a, b) => b.length - a.length)[0];
  }

  /** Settings are whatever a user typed: what is not usable counts as not given, and is told once. */
  private checked(given: unknown): LensSettings {
    if (typeof given !== "object" || given === null) return DEFAULTS;
    const { target, rules, exclude, alsoShow, inlayHints, codeLens } = given as Partial<
      Record<keyof LensSettings, unknown>
    >;
    return {
      target: this.checkedTarget(target),
      rules: this.checkedRules(rules),
      exclude: stringsOf(exclude),
      alsoShow: stringsOf(alsoShow).filter((name) => targetIndex(name) !== undefined),
      inlayHints: HINTS.find((mode) => mode === inlayHints) ?? DEFAULTS.inlayHints,
      codeLens: codeLens !== false,
    };
  }

  private checkedTarget(target: unknown): string {
    if (target === undefined || target === null) return DEFAULT_TARGET;
    if (typeof target === "string" && targetIndex(target) !== undefined) return target;
    this.tellOnce(
      `smLens.target: there is no target ${JSON.stringify(target)}; ${DEFAULT_TARGET} is used instead`,
    );
    return DEFAULT_TARGET;
  }

  private checkedRules(rules: unknown): Record<string, RuleLevel> {
    const checked: Record<string, RuleLevel> = {};
    if (typeof rules !== "object" || rules === null) return checked;
    for (const [rule, level] of Object.entries(rules)) {
      const known = LEVELS.find((each) => each === level);
      if (known === undefined) this.tellOnce(`smLens.rules: ${rule} has no level ${JSON.stringify(level)}`);
      else checked[rule] = known;
    }
    return checked;
  }

  private tellOnce(message: string): void {
    if (this.told.has(message)) return;
    this.told.add(message);
    this.log(message);
  }
}

export function settingsOf(lens: LensSettings, root: string): Settings {
  return {
    target: lens.target,
    macros: new Map(),
    assumeUndefined: false,
    followIncludes: true,
    root,
    severities: new Map(Object.entries(lens.rules)),
  };
}

function stringsOf(values: unknown): string[] {
  return Array.isArray(values) ? values.filter((value): value is string => typeof value === "string") : [];
}
