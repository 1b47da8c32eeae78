/** For the tests, which are TypeScript. */
export function measuredFiles(folder: string, files: readonly string[]): string[];
