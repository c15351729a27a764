// @ts-check
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter, resolve } from "node:path";

/*
 * Runs a tool of scripts/package.json from the root of the repository: `node scripts/tool.mjs oxlint`. The tools have a
 * lock of their own, so that `npm ci` does not install them: the first use does, and the first one after a change.
 */

const [, , tool = "", ...options] = process.argv;
const installed = "scripts/node_modules/.installed";
const wanted = createHash("sha256").update(readFileSync("scripts/package-lock.json")).digest("hex");
if (!existsSync(installed) || readFileSync(installed, "utf8") !== wanted) {
  console.error("Installing the tools of scripts/package.json …");
  run("npm", ["ci", "--prefix", "scripts"]);
  writeFileSync(installed, wanted);
}
const bin = resolve("scripts/node_modules/.bin");
run(tool, options, { PATH: `${bin}${delimiter}${process.env["PATH"]}` });

/**
 * Runs a command, and ends with its exit code where it fails.
 *
 * @param {string} command
 * @param {string[]} args
 * @param {Record<string, string>} env
 */
function run(command, args, env = {}) {
  const { status, error } = spawnSync(command, args, {
    stdio: "inherit",
    shell: process.platform === "win32",
    env: { ...process.env, ...env },
  });
  if (error !== undefined) throw error;
  if (status !== 0) process.exit(status ?? 1);
}
