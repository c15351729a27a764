// @ts-check
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";

/*
 * Builds after `npm ci`, from the root of the repository. Without the development dependencies there is no compiler: then
 * what was built before stays as it is, and a clone that was never built is told what to do.
 */

if (existsSync("node_modules/typescript")) {
  const { status } = spawnSync("npm", ["run", "--silent", "build"], {
    stdio: "inherit",
    shell: true,
  });
  process.exitCode = status ?? 1;
} else if (!existsSync("dist/program/main.js")) {
  console.error(
    "This clone is not built, and --omit=dev leaves out what builds it. Run `npm ci`, and then, if you like, " +
      "`npm prune --omit=dev`. Or unpack the archive that `npm run package` makes in a clone: it is built.",
  );
  process.exitCode = 1;
}
