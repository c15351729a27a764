import { chown, lstat, mkdir, readdir } from "node:fs/promises";
import { join } from "node:path";
import { startCommand } from "../support/command.ts";
import { expect, test } from "./acoustic.ts";

const range = "--start-at 2019-03-01T00:00:00Z --end-at 2019-03-01T23:59:59Z";

/** Every command that neither makes nor migrates a database. */
const commands = [
  "status",
  "maintain",
  "import samples FOLDER/a.csv",
  "import classifications FOLDER/b.csv",
  "import recordings FOLDER",
  "recordings move --from FOLDER/from --to FOLDER/to",
  "watch --once --settle 0ms FOLDER/drop",
  `export samples --project p ${range}`,
  `export measurements --project p ${range}`,
  `export aggregates --project p --bucket day ${range}`,
  `export indicators --project p ${range}`,
  "export site p",
  `remove samples --sensor s ${range} --yes`,
  "remove sensor s --yes",
  "remove project p --yes",
  "key create --name n --scope v0:data:read --project p",
  "key list",
  "key show 0000000000000000",
  "key update 0000000000000000 --name n",
  "key rotate 0000000000000000",
  "key revoke 0000000000000000",
  "backup FOLDER/backup.tar.gz",
];

for (const command of commands) {
  test(`a database that is not there ends with 3, and nothing is made: acoustic ${command}`, async ({
    acoustic,
    folder,
  }) => {
    await folder.write("a.csv", "sensor_id,datetime,LAeq\nx,2019-03-01,60\n");
    await folder.write("b.csv", "sensor_id,datetime,model,label,confidence\n");
    await folder.makeFolder("drop");
    const before = await folder.list();
    const data = join(folder.path, "data");
    const run = await acoustic(command.replaceAll("FOLDER", folder.path).split(" "), {
      env: { DATABASE_URL: "", DATA_DIR: data, LOG_LEVEL: "silent" },
    });
    expect(run).toEqual({
      code: 3,
      stdout: "",
      stderr: `There is no database in ${data}. DATA_DIR names its folder, DATABASE_URL a PostgreSQL server. Run \`acoustic migrate\` to make a new one.\n`,
    });
    expect(await folder.list()).toEqual(before);
  });
}

for (const command of ["status", "key list", "import samples FILE", "watch --once DROP"]) {
  test(`a database without migrations ends with 3 and names \`acoustic migrate\`: acoustic ${command}`, async ({
    acoustic,
    folder,
    installationOf,
  }) => {
    const file = await folder.write("a.csv", "sensor_id,datetime,LAeq\nx,2019-03-01,60\n");
    await folder.makeFolder("drop");
    const args = command.replace("FILE", file).replace("DROP", join(folder.path, "drop"));
    const { env } = await installationOf("empty");
    const run = await acoustic(args.split(" "), { env: { ...env, LOG_LEVEL: "silent" } });
    expect({ code: run.code, stdout: run.stdout }).toEqual({ code: 3, stdout: "" });
    expect(run.stderr).toMatch(
      /^The database lacks migrations: (?:embedded in \/|\S+@\S+\/).*`acoustic migrate` applies them\. .*DATABASE_URL and DATA_DIR/,
    );
    expect(await acoustic(["migrate"], { env })).toMatchObject({ code: 0 });
    expect(await acoustic(["key", "list"], { env })).toMatchObject({ code: 0 });
  });
}

test("a data folder of another user is refused by every command, and nothing in it is touched", async ({
  acoustic,
  dataDirectory,
}) => {
  test.skip(process.getuid?.() !== 0, "only root can give a folder to another user");
  const files = await filesIn(dataDirectory);
  for (const file of files) await chown(file, 12_345, 12_345);
  const before = await describeFiles(dataDirectory);
  const env = { DATABASE_URL: "", DATA_DIR: dataDirectory, LOG_LEVEL: "silent" };
  for (const command of ["status", "migrate", "demo", "serve", "doctor", "backup /tmp/none.tgz"]) {
    const { code, stdout, stderr } = await acoustic(command.split(" "), { env });
    expect([command, code, stdout + stderr]).toEqual([
      command,
      3,
      expect.stringContaining(
        `DATA_DIR: ${dataDirectory} belongs to uid 12345, and this command runs as root (uid 0).`,
      ),
    ]);
  }
  expect(await describeFiles(dataDirectory)).toEqual(before);

  // One file of another user among one's own is enough.
  for (const file of files) await chown(file, 0, 0);
  const version = join(dataDirectory, "database", "files", "PG_VERSION");
  await chown(version, 65_534, 65_534);
  const mixed = await acoustic(["key", "list"], { env });
  expect(mixed).toMatchObject({
    code: 3,
    stderr: expect.stringMatching(`^DATA_DIR: ${version} belongs to \\w+ \\(uid 65534\\), and `),
  });
});

test("a data folder of root is refused to another user by its owner's name", async ({ folder }) => {
  test.skip(process.getuid?.() !== 0, "only root can run a command as another user");
  const data = join(folder.path, "data");
  await mkdir(data, { mode: 0o700 });
  await chown(folder.path, 12_345, 12_345);
  const env = { DATA_DIR: data, LOG_LEVEL: "silent" };
  for (const command of ["migrate", "status"]) {
    expect(await startCommand([command], env, undefined, 12_345).ended).toEqual({
      code: 3,
      stdout: "",
      stderr: expect.stringContaining(`${data} belongs to root (uid 0), and this command runs as`),
    });
  }
  expect(await readdir(data)).toEqual([]);
});

test("a variable whose name is nearly that of a known one is warned of", async ({
  acoustic,
  folder,
}) => {
  const misspelled = { DATABSE_URL: "postgres://db/x", HOSTNAME: "h", PORTAL: "1", LANG: "C" };
  const env = { DATABASE_URL: "", DATA_DIR: join(folder.path, "none"), ...misspelled };
  expect((await acoustic("key list", { env })).stderr.split("\n").slice(0, -2)).toEqual([
    "DATABSE_URL is no variable of acoustic: is DATABASE_URL meant?",
  ]);
});

test("the start log of serve names the database without its password, the store, and a nearly right variable", async ({
  acoustic,
  folder,
}) => {
  const env = {
    DATABASE_URL: "postgres://u:s3cret@127.0.0.1:1/db",
    DATA_DIR: folder.path,
    INTERNAL_PROT: "1",
  };
  const { code, stderr } = await acoustic(["serve"], { env });
  const lines = stderr.split("\n").filter((line) => line.startsWith("{"));
  expect([code, ...lines.map((line) => JSON.parse(line) as unknown)]).toEqual([
    3,
    expect.objectContaining({
      msg: "starting",
      database: "u@127.0.0.1:1/db",
      audioStore: join(folder.path, "audio"),
    }),
    expect.objectContaining({
      level: "warn",
      msg: "INTERNAL_PROT is no variable of acoustic: is INTERNAL_PORT meant?",
    }),
  ]);
  expect(stderr).not.toContain("s3cret");
});

async function filesIn(folder: string): Promise<string[]> {
  const found = await readdir(folder, { recursive: true });
  return [folder, ...found.map((name) => join(folder, name))];
}

async function describeFiles(folder: string): Promise<unknown[]> {
  const stats = async (path: string) => {
    const { uid, mode, size, mtimeMs } = await lstat(path);
    return [path, uid, mode, size, mtimeMs];
  };
  return Promise.all((await filesIn(folder)).toSorted().map(stats));
}
