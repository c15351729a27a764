import { execFile } from "node:child_process";
import { mkdir, readdir, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { packageFile } from "../../src/system/package-files.ts";
import { startServing } from "../faults/serving.ts";
import { expect, test } from "./acoustic.ts";
import { python, unpack } from "../support/evidence-pack.ts";

const run = promisify(execFile);

/** The environment without that of the npm that runs the tests, whose settings are not those of a user. */
const env = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => !/^(?:npm_.*|DATABASE_URL)$/i.test(name)),
);

const siteOfAnHour = `
project:
  id: quay
  name: Quay
  timezone: UTC
  contract: { startAt: 2026-01-01, endAt: 2026-12-31 }
  intervalSeconds: 900
  criteria:
    - { id: hour, name: An hour, level: LAeq, from: "12:00", to: "13:00", over: window, limit: 65 }
  sensors:
    - { id: quay-1, name: Quay }
`;
const samplesOfAnHour = `sensor_id,datetime,LAeq
quay-1,2026-03-02T12:00:00Z,65
quay-1,2026-03-02T12:15:00Z,65
quay-1,2026-03-02T12:30:00Z,65
quay-1,2026-03-02T12:45:00Z,65
`;

test("the archive is small, serves its pages and writes evidence where only Node is, and agrees with its lock", async ({
  folder,
}) => {
  test.setTimeout(300_000);
  await run(process.execPath, [packageFile("scripts/package.mjs"), folder.path], {
    cwd: packageFile(""),
  });
  const [archive = "", ...others] = await folder.list();
  expect(others).toEqual([]);
  expect((await stat(join(folder.path, archive))).size).toBeLessThan(80e6);
  await run("tar", ["xzf", archive], { cwd: folder.path });
  const root = join(folder.path, archive.replace(".tar.gz", ""));
  expect(await readdir(root)).not.toContain("tests");

  const DATA_DIR = join(folder.path, "data");
  const program = [join(root, "acoustic")];
  const { publicUrl, internalUrl, end } = await startServing({ DATA_DIR }, [], program);
  const headers = { accept: "text/html" };
  const statuses = await Promise.all(
    [`${publicUrl}/docs`, `${internalUrl}/`, `${internalUrl}/health/ready`].map(
      async (address) => (await fetch(address, { headers })).status,
    ),
  );
  expect(statuses).toEqual([200, 200, 200]);
  expect(await end("SIGTERM")).toBe(0);

  const acoustic = (...words: readonly string[]) =>
    run(join(root, "acoustic"), words, {
      cwd: folder.path,
      env: { ...env, DATA_DIR },
    });
  await folder.write("site.yaml", siteOfAnHour);
  await folder.write("samples.csv", samplesOfAnHour);
  await acoustic("apply", "site.yaml");
  await acoustic("import", "samples", "samples.csv");
  const range = ["--start-at", "2026-03-02", "--end-at", "2026-03-02T23:59:59Z"];
  await acoustic("evidence", "--project", "quay", ...range, "--output", "evidence.tar.gz");
  const pack = await unpack(folder, "evidence.tar.gz");
  expect(pack.names).toEqual(expect.arrayContaining(["method.md", "recompute.py"]));
  expect(pack.changedFiles()).toEqual([]);
  if (python !== null) {
    expect(pack.recompute()).toEqual({ code: 0, lines: ["1 lines compared, 0 differences"] });
  }

  // It ends with 1 where package.json and its lock differ.
  await run("npm", ["ci", "--omit=dev", "--dry-run", "--offline"], { cwd: root, env });
});

test("what npm packs is typed strictly, and installs and runs on this Node", async ({ folder }) => {
  test.setTimeout(300_000);
  // `npm pack` with its scripts would build again, beside tests that run what is built.
  await run("npm", ["run", "--silent", "prepack"], { cwd: packageFile(""), env });
  const packing = ["pack", "--ignore-scripts", "--pack-destination", folder.path];
  await run("npm", packing, { cwd: packageFile(""), env });
  const [archive = ""] = await folder.list();
  await folder.write("package.json", '{ "type": "module" }');
  const source = `import * as testing from "acoustic-monitoring-gateway/testing";
    const sandbox: testing.Sandbox = await testing.startSandbox({ seed: 1 });
    const names: string[] = [...Object.keys(testing), sandbox.keys.all];
    declare const console: { log(text: string): void };
    console.log(JSON.stringify(names));
    await sandbox.stop();
  `;
  await folder.write("example.ts", source);
  await run("tar", ["xzf", archive], { cwd: folder.path });
  const name = "node_modules/acoustic-monitoring-gateway";
  await folder.makeFolder("node_modules");
  await run("mv", ["package", name], { cwd: folder.path });
  const compiler = packageFile("node_modules/typescript/bin/tsc");
  const strictly = ["--strict", "--skipLibCheck", "false", "--module", "nodenext"];
  const options = [...strictly, "--target", "es2022", "example.ts"];
  expect(
    await run(process.execPath, [compiler, ...options], { cwd: folder.path }).catch(
      ({ stdout }: { stdout: string }) => stdout,
    ),
  ).toEqual({ stdout: "", stderr: "" });

  const answers = await run("npm", ["ping"], { env }).catch(() => null);
  if (answers === null) {
    test.info().annotations.push({ type: "left out", description: "no registry: no install" });
    return;
  }
  await run("rm", ["-r", "node_modules"], { cwd: folder.path });
  await run("npm", ["install", "--no-audit", "--no-fund", `./${archive}`], {
    cwd: folder.path,
    env,
  });
  const { stdout } = await run(process.execPath, ["example.js"], { cwd: folder.path, env });
  expect(JSON.parse(stdout)).toEqual(["startSandbox", expect.stringMatching(/^amk0\./)]);
  const help = await run("npx", ["--no-install", "acoustic", "--help"], { cwd: folder.path, env });
  expect(help.stdout).toContain("Usage: acoustic");
});

test("without a compiler, npm leaves a clone that is built as it is, and says what one needs that is not", async ({
  folder,
}) => {
  const script = packageFile("scripts/build-after-install.mjs");
  const refused = await run(process.execPath, [script], { cwd: folder.path }).catch(
    (error: unknown) => error,
  );
  expect(refused).toMatchObject({ code: 1, stdout: "" });
  expect((refused as { stderr: string }).stderr).toContain("Run `npm ci`");
  await mkdir(join(folder.path, "dist/program"), { recursive: true });
  await writeFile(join(folder.path, "dist/program/main.js"), "");
  expect(await run(process.execPath, [script], { cwd: folder.path })).toEqual({
    stdout: "",
    stderr: "",
  });
});

test("a Node that is too old builds nothing, and npm says which one to install", async ({
  folder,
}) => {
  const asVersion = (version: string) => {
    const versions = JSON.stringify({ ...process.versions, node: version });
    const preload = `data:text/javascript,Object.defineProperty(process,"versions",{value:${versions}})`;
    const words = ["--import", preload, packageFile("scripts/build-after-install.mjs")];
    return run(process.execPath, words, { cwd: folder.path }).catch((error: unknown) => error);
  };
  for (const version of ["18.20.8", "20.18.3"]) {
    expect(await asVersion(version)).toMatchObject({
      code: 1,
      stdout: "",
      stderr: `Node.js ${version} is too old: install 20.19 or later, then run \`npm ci\` again.\n`,
    });
  }
  for (const version of ["20.19.0", "22.1.0"]) {
    expect(await asVersion(version)).toMatchObject({
      stderr: expect.stringContaining("This clone is not built"),
    });
  }
});
