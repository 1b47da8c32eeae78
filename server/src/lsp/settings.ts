import { targetMeant } from "../arch/target-spelling";
import { DEFAULT_TARGET } from "../arch/targets";
import type { Settings } from "../service";
import type { FileSystem } from "../workspace/file-system";
import { below, excludeTest } from "../workspace/excludes";
import { absolutePaths, openProject } from "../workspace/config/project";
import type { Project } from "../workspace/config/project";
import { readField } from "../workspace/config/fields";
import type { FieldName, ProjectConfig } from "../workspace/config/fields";
import { rootOf } from "../workspace/root";
import { dirname } from "../text/paths";
import { keyOfUri } from "./locations";
import type { InlayHintsMode, LensSettings, RuleLevel } from "./protocol";
import type { Log } from "./run-safely";

const LEVELS: readonly RuleLevel[] = ["error", "warning", "information", "hint", "off"];
const HINTS: readonly InlayHintsMode[] = ["off", "findings", "all"];
/** What a resource's settings come to. */
export interface Lens extends LensSettings {
  /** Why another target is asked about than was wanted; null where it is the one. */
  readonly targetProblem: string | null;
}

const DEFAULTS: Lens = {
  target: DEFAULT_TARGET,
  targetProblem: null,
  rules: {},
  exclude: [],
  includePath: [],
  compileCommands: "",
  defines: {},
  undefines: [],
  python: { capabilityNames: {} },
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
  private readonly known = new Map<string, Promise<Lens>>();
  /** Those among them that the client has not answered for yet. */
  private readonly asking = new Set<string>();
  private readonly projects = new Map<string, Promise<Project>>();
  private readonly told = new Set<string>();
  /** What the client gave without being asked: at the start or with a change. */
  private given: unknown;
  private renewing: Promise<void> = Promise.resolve();
  /** URIs of the workspace folders. */
  private folders: readonly string[] = [];

  constructor(ask: AskSettings, disk: FileSystem, log: Log) {
    this.ask = ask;
    this.disk = disk;
    this.log = log;
  }

  setGiven(settings: unknown): void {
    this.given = settings;
    this.forget();
  }

  setFolders(uris: readonly string[]): void {
    this.folders = uris;
    this.forget();
  }

  changeFolders(added: readonly string[], removed: readonly string[]): void {
    this.setFolders([...this.folders.filter((uri) => !removed.includes(uri)), ...added]);
  }

  folderUris(): readonly string[] {
    return this.folders;
  }

  /**
   * The client says that its settings changed, and perhaps what to; many say so at their start as well, and whenever any
   * setting of ours did. What was known is asked for again; an answer that is still to come will be of the new ones.
   *
   * @param apply is told what the change is to those who have had answers; whoever asks later waits until it was.
   */
  async renew(settings: unknown, apply: (change: SettingsChange) => void): Promise<void> {
    const renewing = this.renewing.then(() => this.change(settings)).then(apply);
    this.renewing = renewing.catch(() => undefined);
    await renewing;
  }

  /** Resolves when every change of settings that was told by now has been taken in. */
  settled(): Promise<void> {
    return this.renewing;
  }

  private async change(settings: unknown): Promise<SettingsChange> {
    if (settings !== undefined) this.given = settings;
    this.projects.clear();
    const old = [...this.known].filter(([uri]) => !this.asking.has(uri));
    const changes = await Promise.all(old.map(([uri, before]) => this.askAgain(uri, before)));
    return changes.includes("answers") ? "answers" : changes.includes("display") ? "display" : "nothing";
  }

  private async askAgain(uri: string, known: Promise<Lens>): Promise<SettingsChange> {
    const fresh = this.answerFor(uri).then((lens) => this.withProject(uri, lens));
    const [before, after] = await Promise.all([known, fresh]);
    const change = changeBetween(before, after);
    if (change !== "nothing" && this.known.has(uri)) this.known.set(uri, fresh);
    return change;
  }

  /** Everything is asked for again. */
  forget(): void {
    this.known.clear();
    this.asking.clear();
    this.projects.clear();
  }

  /** All that is in a folder has the folder's: no setting of ours is one of single files or languages. */
  async lens(resource: string): Promise<Lens> {
    await this.settled();
    const uri = this.folderUriOf(resource) ?? resource;
    const known = this.known.get(uri);
    if (known !== undefined) return known;
    const merged = this.answerFor(uri).then((lens) => {
      if (this.known.get(uri) === merged) this.asking.delete(uri);
      return this.withProject(uri, lens);
    });
    this.known.set(uri, merged);
    this.asking.add(uri);
    return merged;
  }

  private async answerFor(uri: string): Promise<Lens> {
    let answer: unknown;
    try {
      answer = await this.ask(uri);
    } catch (thrown) {
      this.log(`settings of ${uri}: ${String(thrown)}`);
    }
    return this.checked(answer ?? this.given);
  }

  async forFile(uri: string): Promise<Settings> {
    const path = keyOfUri(uri);
    const folder = this.folderOf(path) ?? dirname(path);
    const project = await this.project(uri, await rootOf(this.disk, path, folder));
    return project.settingsFor(path);
  }

  /** What holds for the files below a root, by the settings of a resource in it. */
  async project(uri: string, root: string): Promise<Project> {
    return this.open(uri, root, await this.lens(uri));
  }

  /** What the project's own file says, where the editor's settings say nothing. */
  private async withProject(uri: string, lens: Lens): Promise<Lens> {
    if (uri === "") return lens;
    const path = keyOfUri(uri);
    const folder = this.folderOf(path) ?? dirname(path);
    const project = await this.open(uri, folder, lens);
    const { target, rules, exclude } = project;
    const targetProblem = lens.targetProblem ?? project.targetProblem;
    return { ...lens, target, targetProblem, rules, exclude: [...new Set([...lens.exclude, ...exclude])] };
  }

  private open(uri: string, root: string, lens: Lens): Promise<Project> {
    const path = keyOfUri(uri);
    const given = givenBy(lens, this.folderOf(path) ?? root);
    const key = JSON.stringify([root, given]);
    let project = this.projects.get(key);
    if (project === undefined) {
      project = openProject(this.disk, root, given).then((opened) => {
        opened.problems.forEach((problem) => this.tellOnce(problem));
        return opened;
      });
      this.projects.set(key, project);
    }
    return project;
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

  /** The innermost workspace folder around a resource. */
  private folderUriOf(uri: string): string | undefined {
    if (uri === "") return undefined;
    const folder = this.folderOf(keyOfUri(uri));
    return folder === undefined ? undefined : this.folders.find((each) => keyOfUri(each) === folder);
  }

  /** Settings are whatever a user typed: what is not usable counts as not given, and is told once. */
  private checked(given: unknown): Lens {
    if (typeof given !== "object" || given === null) return DEFAULTS;
    const { target, rules, exclude, alsoShow, inlayHints, codeLens, ...others } = given as Partial<
      Record<keyof LensSettings, unknown>
    >;
    return {
      ...this.checkedTarget(target),
      rules: this.checkedRules(rules),
      exclude: stringsOf(exclude),
      includePath: this.field("includePath", others.includePath) ?? [],
      compileCommands: this.field("compileCommands", others.compileCommands) ?? "",
      defines: this.field("defines", others.defines) ?? {},
      undefines: this.field("undefines", others.undefines) ?? [],
      python: {
        capabilityNames:
          this.field("capabilityNames", ofPython(others.python).capabilityNames, "python.") ?? {},
      },
      alsoShow: stringsOf(alsoShow).flatMap((name) => targetMeant(name) ?? []),
      inlayHints: HINTS.find((mode) => mode === inlayHints) ?? DEFAULTS.inlayHints,
      codeLens: codeLens !== false,
    };
  }

  /** One of the settings that `.sm-lens.json` has as well, checked alike. */
  private field<Name extends FieldName>(
    name: Name,
    value: unknown,
    section = "",
  ): ProjectConfig[Name] | undefined {
    if (value === undefined || value === null) return undefined;
    return readField(name, value, (path, message) =>
      this.tellOnce(`smLens.${section}${path.join(".")}: ${message}`),
    );
  }

  private checkedTarget(target: unknown): Pick<Lens, "target" | "targetProblem"> {
    const usual = { target: DEFAULT_TARGET, targetProblem: null };
    if (target === undefined || target === null) return usual;
    const meant = typeof target === "string" ? targetMeant(target) : null;
    if (meant !== null) return { ...usual, target: meant };
    const targetProblem = `smLens.target: there is no target ${JSON.stringify(target)}`;
    this.tellOnce(`${targetProblem}; ${DEFAULT_TARGET} is used instead`);
    return { ...usual, targetProblem };
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

/** What settings came to be, to those who have had answers. */
export type SettingsChange = "nothing" | "display" | "answers";

/** Settings that change how answers are shown, and not what they are. */
const OF_DISPLAY: readonly (keyof Lens)[] = ["alsoShow", "inlayHints", "codeLens", "targetProblem"];

function changeBetween(before: Lens, after: Lens): SettingsChange {
  const names = Object.keys(DEFAULTS) as (keyof Lens)[];
  const changed = names.filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]));
  if (changed.length === 0) return "nothing";
  return changed.every((name) => OF_DISPLAY.includes(name)) ? "display" : "answers";
}

/** A target that is the usual one may be nobody's choice: a project's own goes before it. */
function givenBy(lens: Lens, folder: string): ProjectConfig {
  const { target, rules, includePath, compileCommands, defines, undefines, python } = lens;
  return {
    ...(target === DEFAULT_TARGET ? {} : { target }),
    ...(compileCommands === "" ? {} : absolutePaths({ compileCommands }, folder)),
    ...absolutePaths({ includePath }, folder),
    rules,
    defines,
    undefines,
    capabilityNames: python.capabilityNames,
  };
}

/** Those of the settings that stand under `smLens.python`. */
function ofPython(given: unknown): Partial<Record<keyof LensSettings["python"], unknown>> {
  return typeof given === "object" && given !== null ? given : {};
}

function stringsOf(values: unknown): string[] {
  return Array.isArray(values) ? values.filter((value): value is string => typeof value === "string") : [];
}
