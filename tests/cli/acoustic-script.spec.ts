import { execFile } from "node:child_process";
import { copyFile, readFile, symlink } from "node:fs/promises";
import { join } from "node:path";
import { packageFile } from "../../src/system/package-files.ts";
import { expect, type Folder, test } from "./acoustic.ts";

const script = packageFile("acoustic");
const run = (file: string, env: Readonly<Record<string, string>>, cwd = packageFile("")) =>
  new Promise<{ code: unknown; stdout: string; stderr: string }>((resolve) => {
    execFile(file, ["--help"], { env, cwd }, (error, stdout, stderr) =>
      resolve({ code: error?.code ?? 0, stdout, stderr }),
    );
  });

/** A PATH with no other programs than those. */
async function pathOf(folder: Folder, programs: readonly string[]): Promise<string> {
  await folder.makeFolder("bin");
  for (const program of programs) {
    await symlink(
      program === "node" ? process.execPath : `/usr/bin/${program}`,
      join(folder.path, "bin", program),
    );
  }
  return join(folder.path, "bin");
}

const tools = ["dirname", "readlink"];

test("the script runs the program from every folder, through links, and with no npm", async ({
  acoustic,
  folder,
}) => {
  const path = await pathOf(folder, [...tools, "node"]);
  await symlink(script, join(folder.path, "first"));
  await symlink("first", join(folder.path, "acoustic"));
  const { stdout } = await acoustic(["--help"]);
  expect(await run(join(folder.path, "acoustic"), { PATH: path }, "/")).toEqual({
    code: 0,
    stdout,
    stderr: "",
  });
});

test("the script says that Node is missing", async ({ folder }) => {
  expect(await run(script, { PATH: await pathOf(folder, tools) })).toEqual({
    code: 2,
    stdout: "",
    stderr: "acoustic: there is no `node` in PATH: install Node.js 20.19 or later.\n",
  });
});

test("in a clone that is not built, the script names the command that builds it", async ({
  folder,
}) => {
  const copy = join(folder.path, "acoustic");
  await copyFile(script, copy);
  expect(await run(copy, { PATH: await pathOf(folder, [...tools, "node"]) })).toEqual({
    code: 2,
    stdout: "",
    stderr: `acoustic: ${folder.path} is not built: run \`npm ci\` there.\n`,
  });
});

test("a Node that is older than package.json allows is refused with its version", async () => {
  const { engines } = JSON.parse(await readFile(packageFile("package.json"), "utf8")) as {
    engines: { node: string };
  };
  expect(engines.node).toBe(">=20.19");
  const withVersion = (version: string) =>
    run(script, {
      PATH: process.env["PATH"] ?? "",
      NODE_OPTIONS: `--import=data:text/javascript,Object.defineProperty(process,'versions',{value:{...process.versions,node:'${version}'}})`,
    });
  for (const version of ["18.20.8", "20.18.3"]) {
    expect(await withVersion(version)).toEqual({
      code: 2,
      stdout: "",
      stderr: `acoustic: Node.js ${version} is too old: install 20.19 or later.\n`,
    });
  }
  for (const version of ["20.19.0", "22.1.0"]) {
    expect(await withVersion(version)).toMatchObject({ code: 0, stderr: "" });
  }
});
