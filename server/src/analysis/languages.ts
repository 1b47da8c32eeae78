import { basename, extension } from "../text/paths";
import { isBuildFile, mayHoldBuildGates } from "../build/analyse";
import type { Language } from "./report";

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

/** A text without any of these words holds no gate of its language; a scan skips it without reading further. */
const TELLING: Readonly<Record<"cuda" | "python", RegExp>> = {
  cuda: /__CUDA_ARCH/,
  python: /capabilit|[sS][mM]_?\d|compute_|[aA][rR][cC][hH]|major|\bcc\b/,
};

export function mayHoldGates(language: Language, text: string): boolean {
  return language === "build" ? mayHoldBuildGates(text) : TELLING[language].test(text);
}
