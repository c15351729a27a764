import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { expect, test } from "../support/expect.ts";

interface Locked {
  readonly resolved?: string;
  readonly integrity?: string;
  readonly inBundle?: boolean;
  readonly hasInstallScript?: boolean;
  readonly os?: readonly string[];
  readonly cpu?: readonly string[];
  readonly libc?: readonly string[];
}

const read = async <Json>(path: string) => JSON.parse(await readFile(path, "utf8")) as Json;
/** The folders that have a lock of their own. */
const folders = [".", "scripts", "tests/interop"];

const lockedPackages = async (folder: string) => {
  const { packages } = await read<{ packages: Record<string, Locked> }>(
    `${folder}/package-lock.json`,
  );
  return Object.entries(packages).filter(([path]) => path.includes("node_modules/"));
};

test("`npm ci` installs at most 380 packages", async () => {
  const isHere = ({ os = ["linux"], cpu = ["x64"], libc = ["glibc"] }: Locked) =>
    os.includes("linux") && cpu.includes("x64") && libc.includes("glibc");
  const installed = (await lockedPackages(".")).filter(([, locked]) => isHere(locked));
  expect(installed.length).toBeLessThanOrEqual(380);
});

for (const folder of folders) {
  test(`the lock file of ${folder} names no registry, and pins the content of every package`, async () => {
    for (const [path, locked] of await lockedPackages(folder)) {
      assert.equal(locked.resolved, undefined, path);
      assert.match(locked.integrity ?? (locked.inBundle ? "sha512-" : ""), /^sha512-/, path);
    }
  });

  test(`dependencies of ${folder} are declared by their exact versions`, async () => {
    const { dependencies = {}, devDependencies = {} } = await read<
      Partial<Record<"dependencies" | "devDependencies", Record<string, string>>>
    >(`${folder}/package.json`);
    for (const [name, version] of Object.entries({ ...dependencies, ...devDependencies })) {
      assert.match(version, /^\d+\.\d+\.\d+$/, name);
    }
  });

  test(`every install script of ${folder} is named, and none is run`, async () => {
    const { allowScripts } = await read<{ allowScripts: Record<string, boolean> }>(
      `${folder}/package.json`,
    );
    const names = (await lockedPackages(folder))
      .filter(([, locked]) => locked.hasInstallScript)
      .map(([path]) => path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length));
    expect(Object.keys(allowScripts)).toEqual(expect.arrayContaining(names));
    expect(new Set(Object.values(allowScripts))).toEqual(new Set([false]));
  });
}

// npm refuses these scripts of a link where install scripts must be allowed: docs/decisions/006-built-after-prepare.md.
test("`npm ci` builds in a script that npx neither runs nor refuses", async () => {
  const { scripts } = await read<{ scripts: Record<string, string> }>("package.json");
  for (const name of ["preinstall", "install", "postinstall", "prepare"]) {
    assert.equal(scripts[name], undefined, name);
  }
  expect(scripts["postprepare"]).toBe("node scripts/build-after-install.mjs");
});
