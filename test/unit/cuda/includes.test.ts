import { describe, expect, it } from "vitest";
import { CudaSession, readCudaFile } from "../../../server/src/cuda/file";
import type { CudaFile } from "../../../server/src/cuda/file";
import { includeSearch } from "../../../server/src/cuda/include-search";
import { regionsOf } from "../../../server/src/cuda/regions";
import { memoryFiles, neverCancelled } from "../../../server/src/text/files";
import { makeSource } from "../../../server/src/text/source";

function read(contents: Record<string, string>, folders: readonly string[] = []): CudaFile {
  const search = includeSearch(memoryFiles(contents), { folders, root: "/p", wanted: new Set() });
  const session = new CudaSession({ assumeUndefined: true, macros: new Map() });
  return readCudaFile(makeSource("/p/a.cu", contents["/p/a.cu"] ?? ""), session, search, neverCancelled);
}

/** Whether each branch is compiled on the host. */
function standing(file: CudaFile): (boolean | string)[] {
  return regionsOf(file).map(({ admission }) => admission.host);
}

describe("headers that include themselves", () => {
  it.each([
    ["once", '#include "self.h"\n'],
    ["twice", '#include "self.h"\n#include "self.h"\n'],
    ["many times, and define something", `#define SEEN\n${'#include "self.h"\n'.repeat(40)}`],
    ["through another", '#include "other.h"\n#include "other.h"\n'],
  ])("%s, without a guard, come to an end", (_, text) => {
    const file = read({
      "/p/a.cu": '#include "self.h"\n#ifdef AFTER\n#endif\n#define AFTER\n#ifdef AFTER\n#endif\n',
      "/p/self.h": text,
      "/p/other.h": '#include "self.h"\n#include "self.h"\n',
    });
    expect(standing(file)).toEqual([false, true]);
    expect(file.missing).toEqual([]);
  });
});

describe("what is included", () => {
  it("is listed where there is no such file, once, with how it was asked for", () => {
    const file = read({
      "/p/a.cu":
        '#include <gone/a.h>\n#include "b.h"\n#include <gone/a.h>\n#if 0\n#include "never.h"\n#endif\n',
      "/p/b.h": '#include "../c.h"\n',
    });
    expect(file.missing).toEqual([
      { spelling: "gone/a.h", quoted: false, next: false, from: "/p/a.cu" },
      { spelling: "../c.h", quoted: true, next: false, from: "/p/b.h" },
    ]);
  });

  it("is read again where a macro that it asks about has changed", () => {
    const file = read({
      "/p/a.cu":
        '#include "h.h"\n#ifdef B\n#endif\n#define A\n#include "h.h"\n#ifdef B\n#endif\n#undef B\n#include "h.h"\n#ifdef B\n#endif\n',
      "/p/h.h": "#ifdef A\n#define B\n#endif\n",
    });
    expect(standing(file)).toEqual([false, true, true]);
  });

  it("goes on behind the folder it was found in with #include_next", () => {
    const file = read(
      {
        "/p/a.cu": "#include <w.h>\n#if W == 3\n#endif\n",
        "/x/w.h": "#include_next <w.h>\n",
        "/y/w.h": "#include_next <w.h>\n",
        "/z/w.h": "#define W 3\n",
      },
      ["/x", "/y", "/z"],
    );
    expect(standing(file)).toEqual([true]);
  });
});
