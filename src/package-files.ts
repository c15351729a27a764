import { fileURLToPath } from "node:url";

/** Returns the absolute path of a file of this package. `path` is relative to the root of the package. */
export function packageFile(path: string): string {
  return fileURLToPath(new URL(path, root));
}

/** Resolved as an import, because the bundle has this module in another folder. */
const root = new URL(".", import.meta.resolve("#package.json"));
