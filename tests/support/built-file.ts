import { packageFile } from "../../src/system/package-files.ts";

/** A file of `dist`, for a process of its own. Throws if the build is older than `src`. */
export function builtFile(name: string): string {
  requireBuild();
  return packageFile(`dist/${name}`);
}

/** Throws if the build is older than `src`: what runs from `dist` would not be what was written. */
export function requireBuild(): void {
  const issue = process.env["TEST_STALE_BUILD"] ?? "";
  if (issue !== "") throw new Error(issue);
}
