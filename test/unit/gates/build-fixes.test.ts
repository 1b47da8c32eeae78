import { describe, expect, it } from "vitest";
import { applyEdits } from "../../../server/src/gates/edits";
import { buildAddArch } from "../../../server/src/gates/fixes/build-add-arch";
import { buildEqualName, buildMatchName } from "../../../server/src/gates/fixes/build-match-name";
import { buildRaiseBound } from "../../../server/src/gates/fixes/build-raise-bound";
import { buildWidenSuffix } from "../../../server/src/gates/fixes/build-widen-suffix";
import { deviceMaskOf } from "../../../server/src/logic/sets";
import { makeSource } from "../../../server/src/text/source";
import { gatesOf } from "../build/helpers";

/** What each edit makes of the text. */
function edited(text: string, target: string): string[] {
  const source = makeSource("CMakeLists.txt", text);
  return gatesOf(text).flatMap((gate) =>
    [buildAddArch, buildWidenSuffix, buildMatchName, buildEqualName, buildRaiseBound]
      .flatMap((kind) => kind.propose({ source, gate, target, asked: deviceMaskOf(target) }))
      .map((proposal) => applyEdits(text, proposal.edits)),
  );
}

describe("fixes of build lists", () => {
  it.each([
    ['set(A_ARCHS "9.0;10.0")', "sm_120", 'set(A_ARCHS "9.0;10.0;12.0")'],
    ['set(A_ARCHS "9.0a;10.0f")', "sm_120", 'set(A_ARCHS "9.0a;10.0f;12.0f")'],
    ['set(A_ARCHS "9.0a;10.0a")', "sm_120", 'set(A_ARCHS "9.0a;10.0a;12.0a;12.1a")'],
    [
      "target_compile_options(t PRIVATE -arch=sm_90a -O3)",
      "sm_120",
      "target_compile_options(t PRIVATE -gencode=arch=compute_90a,code=sm_90a -gencode=arch=compute_120a,code=sm_120a -O3)",
    ],
    [
      'cuda_archs_loose_intersection(KERNELS "9.0;10.0f" "${CUDA_ARCHS}")',
      "sm_120",
      'cuda_archs_loose_intersection(KERNELS "9.0;10.0f;12.0f" "${CUDA_ARCHS}")',
    ],
    ["set(CMAKE_CUDA_ARCHITECTURES 80 90)", "sm_120", "set(CMAKE_CUDA_ARCHITECTURES 80 90 120)"],
    ["set(CMAKE_CUDA_ARCHITECTURES 90a-real)", "sm_120", "set(CMAKE_CUDA_ARCHITECTURES 90a-real 120a-real)"],
    ['set(A_ARCHS "12.0a;10.0f")', "sm_121", 'set(A_ARCHS "12.0f;10.0f")'],
    ['set(A_ARCHS "8.9;12.0a;9.0a")', "sm_121", 'set(A_ARCHS "8.9;12.0a;12.1a;9.0a")'],
    ['set(CUDA_ARCHS "8.0;9.0+PTX;10.0")', "sm_120", 'set(CUDA_ARCHS "8.0;9.0+PTX;10.0;12.0")'],
    [
      'list(APPEND F\n  "-gencode=arch=compute_90a,code=sm_90a"\n)',
      "sm_120",
      'list(APPEND F\n  "-gencode=arch=compute_90a,code=sm_90a"\n  "-gencode=arch=compute_120a,code=sm_120a"\n)',
    ],
    [
      'set(CUDA_FLAGS "${CUDA_FLAGS} -gencode arch=compute_90,code=sm_90 -O3")',
      "sm_120",
      'set(CUDA_FLAGS "${CUDA_FLAGS} -gencode arch=compute_90,code=sm_90 -gencode arch=compute_120,code=sm_120 -O3")',
    ],
    [
      'if(CUDA_ARCHS MATCHES "90a|100a")\nendif()',
      "sm_120",
      'if(CUDA_ARCHS MATCHES "90a|100a|120a")\nendif()',
    ],
    [
      'if(CUDA_ARCHS MATCHES "12\\\\.0a")\nendif()',
      "sm_121",
      'if(CUDA_ARCHS MATCHES "12\\\\.0a|12\\\\.1a")\nendif()',
    ],
    [
      'if(CUDA_ARCH STREQUAL "90a")\nendif()',
      "sm_120",
      'if(CUDA_ARCH STREQUAL "90a" OR CUDA_ARCH STREQUAL "120a")\nendif()',
    ],
    [
      "if(CUDA_ARCH VERSION_EQUAL 10.0 AND WITH_FP4)\nendif()",
      "sm_120",
      "if((CUDA_ARCH VERSION_EQUAL 10.0 OR CUDA_ARCH VERSION_EQUAL 12.0) AND WITH_FP4)\nendif()",
    ],
    [
      'if(("100a" IN_LIST CUDA_ARCHS) AND X)\nendif()',
      "sm_120",
      'if(("100a" IN_LIST CUDA_ARCHS OR "120a" IN_LIST CUDA_ARCHS) AND X)\nendif()',
    ],
    [
      'if(X AND (CUDA_ARCHS MATCHES "90a" OR CUDA_ARCHS MATCHES "100a"))\nendif()',
      "sm_120",
      'if(X AND (CUDA_ARCHS MATCHES "90a|120a" OR CUDA_ARCHS MATCHES "100a"))\nendif()',
    ],
    ["if(CUDA_ARCH LESS 120)\nendif()", "sm_120", "if(CUDA_ARCH LESS 130)\nendif()"],
    ["if(CUDA_ARCH VERSION_LESS 12.0)\nendif()", "sm_121", "if(CUDA_ARCH VERSION_LESS 13.0)\nendif()"],
    ["if(CUDA_ARCH LESS_EQUAL 110)\nendif()", "sm_120", "if(CUDA_ARCH LESS_EQUAL 129)\nendif()"],
  ])("%s for %s", (text, target, expected) => {
    expect(edited(text, target)).toContain(expected);
  });

  it.each([
    ['set(A_ARCHS "9.0a;12.0a")', "sm_120"],
    ['if(CUDA_ARCHS MATCHES "^90a$")\nendif()', "sm_120"],
    ['if(NOT CUDA_ARCHS MATCHES "90a|100a")\nendif()', "sm_120"],
  ])("%s gets none for %s", (text, target) => {
    expect(edited(text, target)).toEqual([]);
  });
});

it("leaves a list alone that names the target already", () => {
  expect(edited('set(A_ARCHS "12.0a;12.1a")', "sm_120")).toEqual([]);
});
