import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { expect, test } from "playwright/test";

interface Locked {
  readonly resolved?: string;
  readonly integrity?: string;
  readonly link?: boolean;
  readonly inBundle?: boolean;
  readonly hasInstallScript?: boolean;
}

const read = async <Json>(path: string) => JSON.parse(await readFile(path, "utf8")) as Json;
const lockedPackages = async () => {
  const { packages } = await read<{ packages: Record<string, Locked> }>("package-lock.json");
  // A workspace stands there twice, and is our own: as its folder, and as a link to it.
  return Object.entries(packages).filter(([path, { link }]) => {
    return path.includes("node_modules/") && link !== true;
  });
};

test("the lock file names no registry, and pins the content of every package", async () => {
  for (const [path, locked] of await lockedPackages()) {
    assert.equal(locked.resolved, undefined, path);
    assert.match(locked.integrity ?? (locked.inBundle ? "sha512-" : ""), /^sha512-/, path);
  }
});

test("dependencies are declared by their exact versions", async () => {
  const manifest =
    await read<Record<"dependencies" | "devDependencies", Record<string, string>>>("package.json");
  for (const [name, version] of Object.entries({
    ...manifest.dependencies,
    ...manifest.devDependencies,
  })) {
    assert.match(version, /^\d+\.\d+\.\d+$/, name);
  }
});

// npm refuses these scripts of a link where install scripts must be allowed: docs/decisions/006-built-after-prepare.md.
test("`npm ci` builds in a script that npx neither runs nor refuses", async () => {
  const { scripts } = await read<{ scripts: Record<string, string> }>("package.json");
  for (const name of ["preinstall", "install", "postinstall", "prepare"]) {
    assert.equal(scripts[name], undefined, name);
  }
  expect(scripts["postprepare"]).toBe("node scripts/build-after-install.mjs");
});

test("every install script is named, and none is run", async () => {
  const { allowScripts } = await read<{ allowScripts: Record<string, boolean> }>("package.json");
  const names = (await lockedPackages())
    .filter(([, locked]) => locked.hasInstallScript)
    .map(([path]) => path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length));
  expect(Object.keys(allowScripts)).toEqual(expect.arrayContaining(names));
  expect(new Set(Object.values(allowScripts))).toEqual(new Set([false]));
});
