import { fileURLToPath } from "node:url";

/** The path of a file that is shipped beside the compiled code, given from the package's root. */
export function packageFile(path: string): string {
  return fileURLToPath(new URL(`../${path}`, import.meta.url));
}
