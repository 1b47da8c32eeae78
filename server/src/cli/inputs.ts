import { join } from "../text/paths";
import type { Language, Service } from "../service";
import { decode } from "../workspace/decode";
import type { FileSystem } from "../workspace/file-system";
import { FileProblem, problemOf } from "../workspace/file-system";
import { checkReadable } from "../workspace/read-text";
import { walk } from "../workspace/walk";
import type { Engine } from "../workspace/engine";
import type { Project } from "../workspace/config/project";
import type { Io } from "./io";

export type Input =
  | { readonly kind: "file"; readonly path: string; readonly language: Language; readonly explicit: boolean }
  | { readonly kind: "problem"; readonly path: string; readonly message: string };

/** What has to be known of a run to tell its files. */
export interface InputParts {
  readonly io: Io;
  readonly engine: Engine;
  /** The project that a file or folder belongs to. */
  projectOf(path: string): Promise<Project>;
}

/** The files that the arguments mean: a file is read whatever its extension, a folder is walked. Each comes once. */
export async function* inputs(
  parts: InputParts,
  paths: readonly string[],
  exclude: readonly string[],
): AsyncGenerator<Input> {
  const seen = new Set<string>();
  for (const argument of paths) {
    for await (const input of inputsOf(parts, join(parts.io.cwd, argument), exclude)) {
      if (input.kind === "file" && seen.has(input.path)) continue;
      seen.add(input.path);
      yield input;
    }
  }
}

async function* inputsOf(parts: InputParts, path: string, exclude: readonly string[]): AsyncGenerator<Input> {
  const { io, engine } = parts;
  const { service } = engine;
  try {
    const stat = await io.disk.stat(path);
    if (stat?.kind !== "folder") {
      yield { kind: "file", path, language: await explicitLanguage(io.disk, service, path), explicit: true };
      return;
    }
  } catch (thrown) {
    yield { kind: "problem", path, message: problemOf(thrown).message };
    return;
  }
  const accepts = (file: string): boolean => service.languageOf(file) !== null;
  const project = await parts.projectOf(path);
  const all = [...exclude, ...project.exclude];
  for await (const found of walk(io.disk, path, { exclude: all, root: project.excludeFrom, accepts })) {
    const language = found.kind === "file" ? service.languageOf(found.path) : null;
    if (found.kind === "problem") yield found;
    else if (language !== null) yield { kind: "file", path: found.path, language, explicit: false };
  }
}

/** Files whose name says that they are something else: that nothing was found in one would be no answer. */
const OF_OTHER_KINDS =
  /(?:^|\/)(?:gnu)?makefile$|\.(?:mk|md|rst|json|ya?ml|toml|ini|cfg|lock|sh|bat|ps1|js|ts|rs|go|java|html?|css|xml|csv)$/i;

/** The language of a file named by the user. Throws a `FileProblem` when the file cannot be read as a text. */
export async function explicitLanguage(disk: FileSystem, service: Service, path: string): Promise<Language> {
  checkReadable(await disk.stat(path));
  if (service.languageOf(path) === null && OF_OTHER_KINDS.test(path))
    throw new FileProblem("not a file", "is of no kind that is read: CUDA, C and C++, Python, CMake");
  return service.languageOf(path) ?? languageByContent(decode(await disk.read(path)).text);
}

/** For a name that says nothing: what most lines look like. Python's own words are no C++ and the reverse. */
function languageByContent(text: string): Language {
  const head = text.slice(0, 64 * 1024);
  if (/^#!.*\bpython/.test(head)) return "python";
  const python =
    head.match(/^[ \t]*(def|class|from|import|elif|with|if|for)\b[^;{}]*:?[ \t]*$/gm)?.length ?? 0;
  const cuda =
    head.match(/^[ \t]*#[ \t]*(if|ifdef|ifndef|elif|else|endif|include|define)\b|[;{}][ \t]*$/gm)?.length ??
    0;
  return python > cuda ? "python" : "cuda";
}
