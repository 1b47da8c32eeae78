/** Code that tries a library out: what a test or an example asks of the device keeps nobody out of the library. */
import { basename } from "../text/paths";

const FILE =
  /^(?:(?:test|bench|benchmark|example)s?[_-].*|.*[_-](?:tests?|bench|benchmarks?|examples?)|conftest)\.\w+$/i;
const FOLDER = /(?:^|\/)(?:(?:unit_?)?tests|benchmarks?|examples?)\/|\/test\//i;

/** By the file's path from the project's root. */
export function isTrialCode(path: string): boolean {
  return FILE.test(basename(path)) || FOLDER.test(path);
}
