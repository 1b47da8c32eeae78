/** What the project says of itself, read from its manifest when it is bundled. */
import manifest from "../../../package.json";

interface Manifest {
  readonly version: string;
  readonly repository?: string | { readonly url: string };
}

const about: Manifest = manifest;

export const VERSION: string = about.version;

/** Of the code that the bundle is made from; it has none where it runs unbundled. */
declare const ANALYSIS_HASH: string | undefined;

/** What finds things out: the same has the same findings for the same files. */
export const ANALYSIS: string =
  typeof ANALYSIS_HASH === "undefined" ? VERSION : `${VERSION} ${ANALYSIS_HASH}`;

/** The page of a rule in the repository, at the release that this is; null when the manifest names no repository. */
export function rulePage(rule: string): string | null {
  const repository = typeof about.repository === "string" ? about.repository : about.repository?.url;
  if (repository === undefined) return null;
  const web = repository.replace(/^git\+/, "").replace(/\.git$/, "");
  return `${web}/blob/v${VERSION}/docs/rules/${rule}.md`;
}
