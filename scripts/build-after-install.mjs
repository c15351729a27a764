// @ts-check
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";

/*
 * Builds after `npm ci`, from the root of the repository. Without the development dependencies there is no compiler:
 * then the earlier build stays as it is, and a clone that was never built prints the command to run.
 */

const { engines } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"));
const [, oldest = ""] = /^>=(\d+\.\d+)$/.exec(engines.node) ?? [];

if (isBefore(process.versions.node, oldest)) {
  // The compiler's own packages would end with a SyntaxError.
  console.error(
    `Node.js ${process.versions.node} is too old: install ${oldest} or later, then run \`npm ci\` again.`,
  );
  process.exitCode = 1;
} else if (existsSync("node_modules/typescript")) {
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

/** @param {string} version @param {string} other Compares major and minor numbers. */
function isBefore(version, other) {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  const [otherMajor = 0, otherMinor = 0] = other.split(".").map(Number);
  return major < otherMajor || (major === otherMajor && minor < otherMinor);
}
