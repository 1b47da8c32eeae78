/** Headers of the C and C++ libraries and of the system: what they define decides nothing by architecture. */
const C_HEADERS = new Set(
  (
    "assert complex ctype errno fenv float inttypes iso646 limits locale math setjmp signal stdalign stdarg stdatomic " +
    "stdbool stddef stdint stdio stdlib stdnoreturn string tgmath threads time uchar wchar wctype " +
    "dlfcn fcntl pthread sched unistd dirent execinfo malloc memory semaphore strings"
  ).split(" "),
);

/** @param spelling between quotes or brackets. */
export function isStandardHeader(spelling: string, quoted: boolean): boolean {
  if (quoted) return false;
  // Only the headers of the C++ library have no ending and no folder.
  if (/^[a-z_]+$/.test(spelling)) return true;
  return /^sys\/\w+\.h$/.test(spelling) || C_HEADERS.has(/^(\w+)\.h$/.exec(spelling)?.[1] ?? "");
}
