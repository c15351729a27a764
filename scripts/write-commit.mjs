// @ts-check
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";

/*
 * Writes the commit that is built to dist/commit, where it is known: from ACOUSTIC_COMMIT, as a build of the image may
 * pass it, or from git in a clone. Run it from the root of the repository, as `npm run build` does.
 */

const target = "dist/commit";
mkdirSync("dist", { recursive: true });
const commit = process.env["ACOUSTIC_COMMIT"] || commitOfClone();
if (commit === null) rmSync(target, { force: true });
else if (/^[0-9a-f]{7,64}$/.test(commit)) writeFileSync(target, `${commit}\n`);
else throw new Error("ACOUSTIC_COMMIT must be the hexadecimal id of a commit, of 7 to 64 digits");

/** Null without git, or where the folder is no clone of its own: it may lie inside of another one. */
function commitOfClone() {
  if (!existsSync(".git")) return null;
  const { status, stdout } = spawnSync("git", ["rev-parse", "--verify", "HEAD"], {
    encoding: "utf8",
  });
  return status === 0 ? stdout.trim() : null;
}
