/** The extension's manifest as a user sees it: the texts of package.nls.json in their places. */
import { readFileSync } from "node:fs";

export interface Property {
  readonly type: string | readonly string[];
  readonly default: unknown;
  readonly scope?: string;
  readonly order?: number;
  readonly markdownDescription?: string;
  readonly markdownEnumDescriptions?: readonly string[];
  readonly pattern?: string;
  readonly enum?: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly items?: { readonly pattern?: string };
  readonly properties?: Readonly<Record<string, Property>>;
  readonly additionalProperties?: unknown;
  readonly propertyNames?: unknown;
}

export interface Command {
  readonly command: string;
  readonly category: string;
  readonly title: string;
  readonly enablement?: string;
}

export interface Category {
  readonly title: string;
  readonly properties: Readonly<Record<string, Property>>;
}

export interface WalkthroughStep {
  readonly description: string;
  readonly media: { readonly svg: string; readonly altText: string };
  readonly completionEvents: readonly string[];
}

export interface Manifest {
  readonly version: string;
  readonly scripts: Readonly<Record<string, string>>;
  readonly activationEvents: readonly string[];
  readonly contributes: {
    readonly commands: readonly Command[];
    readonly configuration: readonly Category[];
    readonly colors: readonly { readonly id: string; readonly defaults: Readonly<Record<string, string>> }[];
    readonly menus: Readonly<Record<string, readonly { readonly command: string; readonly when?: string }[]>>;
    readonly walkthroughs: readonly { readonly id: string; readonly steps: readonly WalkthroughStep[] }[];
  };
}

const KEY = /%([\w.-]+)%/g;

/** The texts of package.nls.json by their keys. */
export const TEXTS = JSON.parse(readFileSync("package.nls.json", "utf8")) as Readonly<Record<string, string>>;

/** The keys that package.json names. */
export function namedKeys(): Set<string> {
  return new Set([...readFileSync("package.json", "utf8").matchAll(KEY)].map((match) => match[1] ?? ""));
}

export function readManifest(): Manifest {
  const written = readFileSync("package.json", "utf8");
  const inserted = written.replace(KEY, (whole, key: string) => {
    const text = TEXTS[key];
    return text === undefined ? whole : JSON.stringify(text).slice(1, -1);
  });
  return JSON.parse(inserted) as Manifest;
}

/** Every setting by its full name. */
export function settingsOf(manifest: Manifest): Readonly<Record<string, Property>> {
  return Object.fromEntries(
    manifest.contributes.configuration.flatMap(({ properties }) => Object.entries(properties)),
  );
}
