/** A file is read once for all targets. */
import { describe, expect, it } from "vitest";
import { neverCancelled } from "../../../server/src/text/files";
import { makeSource } from "../../../server/src/text/source";
import { nodeEngine } from "../../../server/src/workspace/node-engine";

const TEXTS: Record<string, string> = {
  "a.cu": `__global__ void f(float* x) {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900 && __CUDA_ARCH__ < 1200
  x[0] = 1;
#elif defined(__CUDA_ARCH__) && __CUDA_ARCH__ == 1210
  x[0] = 2;
#endif
}
void check(int sm) {
  if (sm == 90) return;
  if (sm == 120) throw 1;
}
`,
  "a.py": `import torch

def check():
    if torch.cuda.get_device_capability()[0] not in (9, 10):
        raise ValueError()
`,
  "CMakeLists.txt": 'set(CMAKE_CUDA_ARCHITECTURES "90a;100f")\n',
};

describe("a file that is read once", () => {
  it.each(Object.keys(TEXTS))("is judged for any target as if it had been read for it: %s", async (path) => {
    const engine = nodeEngine(new URL("../../../dist/", import.meta.url));
    await engine.ready("python");
    const { service } = engine;
    const source = makeSource(`/w/${path}`, TEXTS[path] ?? "");
    const settings = (target: string): Parameters<typeof service.analyse>[2] => ({
      target,
      macros: new Map(),
      assumeUndefined: false,
      includeFolders: [],
      followIncludes: false,
      root: "/w",
      severities: new Map(),
    });
    const language = service.languageOf(source.path, undefined) ?? "cuda";
    const files = { read: () => null };
    const reportFor = service.read(source, language, settings("sm_120"), files, neverCancelled);
    for (const target of ["sm_120", "sm_90", "sm_121", "sm_120f", "sm_80", "sm_120"]) {
      const fresh = service.analyse(source, language, settings(target), files, neverCancelled);
      const told = ({ gates }: typeof fresh): unknown =>
        gates.map(({ rule, message, excludesTarget, consequence, severity }) => {
          return { rule, message, excludesTarget, consequence, severity };
        });
      expect(told(reportFor(target))).toEqual(told(fresh));
      expect(fresh.gates.length).toBeGreaterThan(0);
    }
  });
});
