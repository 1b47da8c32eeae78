/** For the tests, which are TypeScript. */
export function installedBrowser(): string | undefined;
export function findBrowser(): string;
