/** The injections over VS Code's own grammars. `vitest -u` takes new snapshots: look at what changed. */
import { beforeAll, describe, expect, it } from "vitest";
import type { Tokeniser } from "./tokens";
import { INJECTIONS, loadTokeniser } from "./tokens";

const LANGUAGES = ["source.cuda-cpp", "source.cpp", "source.c"];

let tokeniser: Tokeniser;
beforeAll(async () => {
  tokeniser = await loadTokeniser();
}, 600_000);

/** Tokens that have a scope of ours, with the last of them. */
function ours(scope: string, text: string): string[] {
  return tokeniser.tokens(scope, text).flatMap((line) => {
    const [piece = "", scopes = ""] = line.split(" · ");
    const last = scopes
      .split(" ")
      .filter((each) => /\.(sm-lens|ptx)$/.test(each))
      .pop();
    return last === undefined ? [] : [`${piece} ${last.replace(/\.(sm-lens|ptx)$/, "")}`];
  });
}

const GUARDS = `#if defined(__CUDA_ARCH__) && (__CUDA_ARCH__ >= 900) && (__CUDA_ARCH__ < 1200)
#elif 1000 <= __CUDA_ARCH__ || __CUDA_ARCH__ / 100 == 12
#elif defined(__CUDA_ARCH_FEAT_SM120_ALL) || CUDA_ARCH_FAMILY(1200)
#ifdef CUTLASS_ARCH_MMA_SM90_ENABLED
#endif
#endif
int __CUDA_ARCH__x = 900; // __CUDA_ARCH__ >= 900
const char* text = "__CUDA_ARCH__ == 900";
`;

const ASM = `void f(float* p, int n) {
  asm volatile("{\\n\\t"
               ".reg .pred p;\\n"
               "setp.ne.b32 p, %0, 0;\\n"
               "LOOP: @!p bra DONE;\\n"
               "wgmma.mma_async.sync.aligned.m64n64k16.f32.bf16.bf16 {%0, %1}, %2, 0x10;\\n"  // one
               "fence.proxy::async.shared::cta; }\\n" ::"r"(n), "l"(static_cast<long>(g(p[n]))) : "memory");
  __asm__ __volatile__("griddepcontrol.wait;" ::: "memory");
  int after = g(n);
}
`;

const PYTHON = `spec = gen(supported_major_versions=[9, 10], flags=["-gencode=arch=compute_120a,code=sm_120a"])
if arch == "sm_120": pass  # "sm_120"
sm_120 = 1
`;

describe("grammars", () => {
  it("are injections alone: languages and their grammars stay VS Code's", () => {
    for (const { injectTo, scopeName } of INJECTIONS) {
      expect(injectTo.length).toBeGreaterThan(0);
      expect(scopeName).toMatch(/^sm-lens\./);
    }
  });

  it.each(LANGUAGES)("tell architectures in conditions of %s from other numbers", (scope) => {
    expect(ours(scope, GUARDS)).toMatchSnapshot();
  });

  it.each(LANGUAGES)("read PTX in the strings of asm statements of %s", (scope) => {
    expect(ours(scope, ASM)).toMatchSnapshot();
  });

  it.each(LANGUAGES)("leave %s after an asm statement as it was", (scope) => {
    const plain = "void f() {\n  int after = g(n);\n}";
    const withAsm = 'void f() {\n  asm("nop;" : "=r"(x) : "r"(y(1)));\n  int after = g(n);\n}';
    const tail = (text: string): string[] => tokeniser.tokens(scope, text).slice(-9);
    expect(tail(withAsm)).toEqual(tail(plain));
  });

  it("know the names of architectures in strings of Python", () => {
    expect(ours("source.python", PYTHON)).toMatchSnapshot();
  });

  it("end with the line where a string is left open", () => {
    const open = 'asm("wgmma.fence\nint x;';
    expect(() => tokeniser.tokens("source.cuda-cpp", open)).not.toThrow();
  });
});
