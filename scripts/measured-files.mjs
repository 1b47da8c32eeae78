// What the measuring scripts are asked about, made sure of before anything is built or opened.
import { statSync } from "node:fs";
import path from "node:path";

/**
 * The files, relative to the folder; each may be given so or as an absolute path. Throws an error that names what is
 * no folder, is no file, or does not lie in the folder.
 */
export function measuredFiles(folder, files) {
  const root = path.resolve(folder);
  if (!statSync(root, { throwIfNoEntry: false })?.isDirectory())
    throw new Error(`There is no folder ${folder}.`);
  return files.map((name) => {
    const file = path.resolve(root, name);
    const relative = path.relative(root, file);
    if (relative === ".." || relative.startsWith(`..${path.sep}`) || path.isAbsolute(relative))
      throw new Error(`${name} does not lie in ${folder}.`);
    if (!statSync(file, { throwIfNoEntry: false })?.isFile())
      throw new Error(`There is no file ${name} in ${folder}.`);
    return relative;
  });
}

/** Reads FOLDER and files from the command line; ends the process with a message and status 2 where they are none. */
export function askedFiles(usage, [least, most]) {
  const [folder, ...names] = process.argv.slice(2);
  try {
    if (folder === undefined || names.length < least || names.length > most) throw new Error(usage);
    return { folder: path.resolve(folder), files: measuredFiles(folder, names) };
  } catch (error) {
    console.error(error.message);
    process.exit(2);
  }
}
