import { existsSync } from "node:fs";
import { dirname, join } from "node:path";

/** Returns the absolute path of a file of this package. `path` is relative to the root of the package. */
export function packageFile(path: string): string {
  return join(root, path);
}

/** The bundle has this module in another folder than the sources, so the root is searched. */
const root = rootAbove(import.meta.dirname);

function rootAbove(folder: string): string {
  if (existsSync(join(folder, "package-lock.json")) || existsSync(join(folder, "package.json")))
    return folder;
  return rootAbove(dirname(folder));
}
