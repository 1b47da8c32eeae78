/** The analysis under test, in the shape that `compare` takes. */
import { CudaSession, readCudaFile } from "../../server/src/cuda/file";
import type { IncludeSearch } from "../../server/src/cuda/include-search";
import { regionsOf } from "../../server/src/cuda/regions";
import { neverCancelled } from "../../server/src/text/files";
import { makeSource } from "../../server/src/text/source";
import type { Answer } from "./compare";
import type { Macros } from "./gpp";

export interface AnalysisOptions {
  readonly assumeUndefined: boolean;
  readonly macros?: Macros;
}

/** Answers for one file alone, no include followed; a session may be shared by many files. */
export function analyse(text: string, session: CudaSession): Answer[] {
  const file = readCudaFile(makeSource("input.cuh", text), session, null, neverCancelled);
  return regionsOf(file).map(({ span, directive, admission }) => ({ span, directive, ...admission }));
}

/** Answers for a file with what it includes. */
export function analyseWithIncludes(
  path: string,
  text: string,
  session: CudaSession,
  search: IncludeSearch,
): { readonly answers: Answer[]; readonly missing: readonly string[] } {
  const file = readCudaFile(makeSource(path, text), session, search, neverCancelled);
  const answers = regionsOf(file).map(({ span, directive, admission }) => ({
    span,
    directive,
    ...admission,
  }));
  return { answers, missing: file.missing.map(({ spelling }) => spelling) };
}

export function makeSession({ assumeUndefined, macros = {} }: AnalysisOptions): CudaSession {
  return new CudaSession({ assumeUndefined, macros: new Map(Object.entries(macros)) });
}
