/** For the tests, which are TypeScript. */
export function samplePlace(folder: string): { readonly file: string; readonly line: number };
