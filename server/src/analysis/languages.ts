import { basename, extension } from "../text/paths";
import { isBuildFile, mayHoldBuildGates } from "../build/analyse";
import { mayHoldCudaGates } from "../cuda/prefilter";
import { mayHoldGates as mayHoldPythonGates } from "../python/analyse";
import type { Language, Settings } from "./report";

const CUDA_EXTENSIONS = new Set("cuh cu h hpp hxx hh cpp cc cxx c inl inc ipp tpp jinja".split(" "));
const PYTHON_EXTENSIONS = new Set(["py", "pyi"]);
const EDITOR_LANGUAGES: Readonly<Record<string, Language>> = {
  "cuda-cpp": "cuda",
  cpp: "cuda",
  c: "cuda",
  python: "python",
  cmake: "build",
};

/** The front end that reads a path; the name decides before the editor's language does. */
export function languageOf(path: string, languageId?: string): Language | null {
  if (isBuildFile(path)) return "build";
  const ending = extension(path);
  if (ending === "jinja" && /\.py\.jinja$/i.test(basename(path))) return null;
  if (CUDA_EXTENSIONS.has(ending)) return "cuda";
  if (PYTHON_EXTENSIONS.has(ending)) return "python";
  return languageId === undefined ? null : (EDITOR_LANGUAGES[languageId] ?? null);
}

const HOLDS: Readonly<Record<Language, (text: string, names: Settings["capabilityNames"]) => boolean>> = {
  cuda: mayHoldCudaGates,
  python: mayHoldPythonGates,
  build: mayHoldBuildGates,
};

/** Whether a text can hold a gate at all; where not, a scan skips it without reading further. */
export function mayHoldGates(
  language: Language,
  text: string,
  { capabilityNames }: Pick<Settings, "capabilityNames">,
): boolean {
  return HOLDS[language](text, capabilityNames);
}
