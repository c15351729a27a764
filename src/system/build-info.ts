import { readFileSync } from "node:fs";
import { packageFile } from "./package-files.ts";

export interface BuildInfo {
  readonly version: string;
  /** The commit that was built; absent if the build had no commit. */
  readonly commit?: string;
}

export function readBuildInfo(): BuildInfo {
  const { version } = JSON.parse(readFileSync(packageFile("package.json"), "utf8")) as BuildInfo;
  try {
    return { version, commit: readFileSync(packageFile("dist/commit"), "utf8").trim() };
  } catch {
    return { version };
  }
}

/** For example `0.1.0 (commit 0a1b2c3d4e5f)`. */
export function describeBuild({ version, commit }: BuildInfo): string {
  return commit === undefined ? version : `${version} (commit ${commit.slice(0, 12)})`;
}
