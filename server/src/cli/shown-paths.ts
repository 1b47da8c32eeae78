import { join } from "../text/paths";

/** A path as the user would write it: the way an argument was given, else relative to the current folder. */
export type ShowPath = (path: string) => string;

/** An argument without needless dots and slashes: `./include//` is `include`, `.` is "". */
function tidy(given: string): string {
  const whole = given.replace(/\/+/g, "/").replace(/(?<=.)\/$/, "");
  return whole.replace(/^(\.\/)+/, "").replace(/^\.$/, "");
}

export function showPathFor(cwd: string, given: readonly string[]): ShowPath {
  const roots = given
    .map((argument) => ({ key: join(cwd, argument), shown: tidy(argument) }))
    .sort((a, b) => b.key.length - a.key.length);
  return (path) => {
    for (const { key, shown } of roots) {
      if (path === key) return shown === "" ? "." : shown;
      const prefix = key.endsWith("/") ? key : `${key}/`;
      if (!path.startsWith(prefix)) continue;
      const rest = path.slice(prefix.length);
      return shown === "" ? rest : shown.endsWith("/") ? shown + rest : `${shown}/${rest}`;
    }
    const home = cwd.endsWith("/") ? cwd : `${cwd}/`;
    return path.startsWith(home) ? path.slice(home.length) : path;
  };
}
