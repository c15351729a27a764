import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { packageFile } from "#package-files.ts";
import { expect, test } from "./acoustic.ts";

test("npx acoustic runs though npm's cache is empty and no registry answers", async ({
  acoustic,
  folder,
}) => {
  // The environment of the npm that runs the tests is left out: npx has the settings of a user.
  const env = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^npm_/i.test(name)),
  );
  const { stdout } = await promisify(execFile)("npx", ["acoustic", "--help"], {
    cwd: packageFile(""),
    env: { ...env, npm_config_cache: join(folder.path, "npm"), npm_config_offline: "true" },
  });
  expect(stdout).toContain((await acoustic(["--help"])).stdout);
});

// npx installs this package into its own cache as a link. There npm runs these scripts, and where
// install scripts have to be allowed it refuses them: what this package.json allows is not asked.
test("the package is built by a script that npx neither runs nor refuses", async () => {
  const { scripts } = JSON.parse(await readFile(packageFile("package.json"), "utf8")) as {
    scripts: Record<string, string>;
  };
  for (const name of ["preinstall", "install", "postinstall", "prepare"]) {
    assert.equal(scripts[name], undefined, name);
  }
  expect(scripts["postprepare"]).toBe("npm run build");
});
