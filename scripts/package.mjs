// @ts-check
import { execFileSync } from "node:child_process";
import { cp, mkdir, readFile, rm, writeFile } from "node:fs/promises";

/*
 * Writes acoustic-<version>.tar.gz into the folder that is given, else into build/: the program with its packages, the
 * documents and what an operator installs. It needs only Node; `npm ci` there installs the same packages again. `npm
 * run package` builds before. Run it from the root of the repository.
 */

execFileSync("npm", ["run", "--silent", "prepack"], { stdio: "inherit" });

const manifest = JSON.parse(await readFile("package.json", "utf8"));
const lock = JSON.parse(await readFile("package-lock.json", "utf8"));
const name = `acoustic-${manifest.version}`;
const folder = process.argv[2] ?? "build";
const target = `${folder}/${name}`;

// Neither may name what is not in the archive: `npm ci` compares them.
const shipped = { ...withoutDevelopment(manifest), scripts: { start: manifest.scripts.start } };
const root = withoutDevelopment(lock.packages[""]);
const packages = Object.entries(lock.packages).filter(
  ([path, { dev, devOptional }]) =>
    path.startsWith("node_modules/") && !dev && !devOptional && !isWorkspace(path),
);
lock.packages = { "": root, ...Object.fromEntries(packages) };

// The archive has the files that `npm pack` takes: `files` of package.json names them.
const packed = execFileSync("npm", ["pack", "--dry-run", "--json", "--ignore-scripts"], {
  encoding: "utf8",
});
/** @type {[{ files: { path: string }[] }]} */
const [{ files }] = JSON.parse(packed);

await rm(target, { recursive: true, force: true });
await mkdir(target, { recursive: true });
for (const path of [".npmrc", ...files.map((file) => file.path)]) {
  await cp(path, `${target}/${path}`, { recursive: true });
}
const installed = packages.map(([path]) => path).filter((path) => !isNested(path));
for (const path of installed) {
  await cp(path, `${target}/${path}`, { recursive: true, filter: isNeeded });
}
await writeFile(`${target}/package.json`, `${JSON.stringify(shipped, null, 2)}\n`);
await writeFile(`${target}/package-lock.json`, `${JSON.stringify(lock, null, 2)}\n`);
execFileSync(
  "tar",
  ["--owner=0", "--group=0", "--mode=u=rwX,go=rX", "--sort=name", "-czf", `${name}.tar.gz`, name],
  { cwd: folder },
);
await rm(target, { recursive: true });
console.log(`${target}.tar.gz`);

/** @param {Record<string, unknown>} declared */
function withoutDevelopment(declared) {
  return { ...declared, devDependencies: undefined };
}

/** @param {string} path */
function isWorkspace(path) {
  return lock.packages[path].link === true;
}

/** It is copied with the package that contains it. @param {string} path */
function isNested(path) {
  return path.indexOf("node_modules/") !== path.lastIndexOf("node_modules/");
}

/** Maps and types are for those who change a package. @param {string} path */
function isNeeded(path) {
  return !/(?:\.map|\.d\.[cm]?ts)$/.test(path);
}
