import {
  chmod,
  lstat,
  mkdir,
  readFile,
  readdir,
  stat,
  symlink,
  truncate,
  writeFile,
} from "node:fs/promises";
import { join } from "node:path";
import { prepareDataDirectory } from "../../src/embedded/data-directory.ts";
import { openDatabase } from "../../src/database/client/open-database.ts";
import { isDatabaseUnreachable } from "../../src/database/client/connection-errors.ts";
import { packageFile } from "../../src/system/package-files.ts";
import { type EmbeddedProcess, expect, test } from "../support/embedded-process.ts";
import { canUnshare, cannotUnshare, unshare } from "./unshared.ts";

/** On a busy machine, a process with its own database needs seconds to start. */
test.describe.configure({ timeout: 300_000 });

test("a second process is a client of the first, also by another spelling of the folder, and leaves it running", async ({
  dataDirectory,
  emptyDirectory,
  start,
}) => {
  const link = join(emptyDirectory, "link");
  await symlink(dataDirectory, link);
  const first = await start(dataDirectory);
  const second = await start(`${link}/../link/.`);
  expect([first.role, second.role]).toEqual(["owner", "client"]);

  await second.query("create table noted (word text)");
  await first.query("insert into noted values ('hello')");
  expect(await second.query("select word from noted")).toEqual([{ word: "hello" }]);

  expect(await second.close()).toBe(0);
  expect(await first.query("select word from noted")).toEqual([{ word: "hello" }]);
  expect(await first.close()).toBe(0);
});

test("a process in network and process namespaces of its own is a client of the owner outside", async ({
  dataDirectory,
  start,
}) => {
  test.skip(!canUnshare(), cannotUnshare);
  const owner = await start(dataDirectory);
  const client = await start(dataDirectory, { runBy: unshare });
  expect([owner.role, client.role]).toEqual(["owner", "client"]);
  expect(await client.query("select 1 as one")).toEqual([{ one: 1 }]);

  await owner.kill();
  await client.untilOwner();
  const next = await start(dataDirectory);
  expect(next.role).toBe("client");
  expect(await next.query("select 1 as one")).toEqual([{ one: 1 }]);
});

test("after a kill, a client becomes the owner, or the next process is; each finds everything acknowledged", async ({
  dataDirectory,
  start,
}) => {
  const owner = await start(dataDirectory);
  const client = await start(dataDirectory);
  const expectWritten = async (process: EmbeddedProcess, acknowledged: ReadonlySet<number>) => {
    const rows = await process.query("select number from written");
    const found = new Set(rows.map(({ number }) => number));
    expect([...acknowledged].filter((number) => !found.has(number))).toEqual([]);
  };
  await client.query("select 1");
  const byOwner = await owner.write(200);
  await owner.kill();
  await client.untilOwner();
  await expectWritten(client, byOwner);

  const byClient = await client.write(200, 1_000_000);
  await client.kill();
  const next = await start(dataDirectory);
  expect(next.role).toBe("owner");
  await expectWritten(next, new Set([...byOwner, ...byClient]));
  expect(await next.query("insert into written values (-1) returning number")).toEqual([
    { number: -1 },
  ]);
  expect(await next.close()).toBe(0);
});

test("an owner that closes waits for the transaction of a client; one of two clients becomes the owner, and both go on", async ({
  dataDirectory,
  start,
}) => {
  const owner = await start(dataDirectory);
  const clients = [await start(dataDirectory), await start(dataDirectory)] as const;
  await clients[0].begin();
  const closed = owner.close(200_000);
  await clients[0].commit();
  expect(await closed).toBe(0);

  const successor = await Promise.race(
    clients.map((client) => client.untilOwner().then(() => client)),
  );
  const other = successor === clients[0] ? clients[1] : clients[0];
  expect(await successor.query("select number from kept")).toEqual([{ number: 1 }]);
  expect(await other.query("select number from kept")).toEqual([{ number: 1 }]);
});

for (const [how, end] of [
  ["closes", (owner: EmbeddedProcess) => owner.close()],
  ["is killed", (owner: EmbeddedProcess) => owner.kill()],
] as const) {
  test(`migrations that wait when the owner ${how} are applied by the next owner`, async ({
    dataDirectory,
    start,
  }) => {
    const owner = await start(dataDirectory);
    const client = await start(dataDirectory);
    // The migrations wait for this transaction.
    await owner.begin();
    const migrated = client.migrate();
    await end(owner);
    await migrated;
    await client.untilOwner();
    expect(await client.query("select 1 as one from projects")).toEqual([]);
  });
}

/** An option of Node.js: the process is killed when it has made the folder of the database's files. */
const killedAtFirstFiles = `--import=data:text/javascript,${encodeURIComponent(`
  import fs from "node:fs";
  import { syncBuiltinESMExports } from "node:module";
  const { mkdirSync } = fs;
  fs.mkdirSync = (path, ...how) => {
    mkdirSync(path, ...how);
    if (String(path).endsWith("/files")) process.kill(process.pid, "SIGKILL");
  };
  syncBuiltinESMExports();`)}`;

test("of processes that start at once on an empty folder, one is the owner; files that are unfinished are created again", async ({
  emptyDirectory,
  start,
}) => {
  const folder = join(emptyDirectory, "database");
  const startBoth = (runBy: readonly string[] = []) =>
    [1, 2].map(() => start(emptyDirectory, { runBy }));
  const killed = startBoth(["env", `NODE_OPTIONS=${killedAtFirstFiles}`]).map((starting) =>
    starting.catch((error: Error) => error.message),
  );
  for (const message of await Promise.all(killed)) expect(message).toContain("the process ended");
  expect(await readdir(folder)).toContain("files.unfinished");
  // The remains of a kill at a later moment.
  await mkdir(join(folder, "files", "global"), { recursive: true });
  await writeFile(join(folder, "files", "global", "pg_control"), "");

  const both = await Promise.all(startBoth());
  expect(both.map(({ role }) => role).toSorted()).toEqual(["client", "owner"]);
  for (const process of both) {
    expect(await process.query("select 1 as one")).toEqual([{ one: 1 }]);
  }
  const [owner, client] = both.toSorted((left, right) => right.role.localeCompare(left.role));
  expect(await client?.close()).toBe(0);
  expect(await owner?.close()).toBe(0);
  expect(await readdir(folder)).toEqual(["files"]);
});

test("a database that breaks down is started again; what was under way fails as unreachable", async ({
  dataDirectory,
  start,
}) => {
  const process = await start(dataDirectory);
  await process.query("create table noted (word text)");
  // PGlite's backend ends where it has to wait for the client in the middle of a statement.
  const failure = await process.query("copy noted from stdin").catch((error: unknown) => error);
  expect(failure).toMatchObject({ unreachable: true });

  const client = await start(dataDirectory);
  expect(client.role).toBe("client");
  expect(await client.query("select word from noted")).toEqual([]);
  expect(await process.query("select word from noted")).toEqual([]);
});

test("migrations are applied once when two processes apply them at the same time", async ({
  dataDirectory,
  start,
}) => {
  const both = await Promise.all([start(dataDirectory), start(dataDirectory)]);
  await Promise.all([...both, ...both].map((process) => process.migrate()));
  const applied = await both[0].query("select hash from drizzle.__drizzle_migrations");
  const journal = JSON.parse(await readFile(packageFile(journalPath), "utf8")) as {
    entries: unknown[];
  };
  expect(new Set(applied.map(({ hash }) => hash)).size).toBe(journal.entries.length);
  expect(applied.length).toBe(journal.entries.length);
});

test("damaged files are an error that says what cannot be used, where, and possible causes", async ({
  dataDirectory,
}) => {
  await truncate(join(dataDirectory, "database", "files", "global", "pg_control"), 0);
  const opening = openDatabase({ kind: "embedded", dataDirectory, ...limits });
  const error: unknown = await opening.catch((cause: unknown) => cause);
  expect(error).toMatchObject({
    message: expect.stringMatching(
      /^The embedded database cannot be used: .*, with the files in .*\/database\. Is the disk full, or .*damaged\?$/,
    ),
  });
  expect(isDatabaseUnreachable(error)).toBe(true);
});

test("the error of a data directory that is no folder names DATA_DIR", async ({
  emptyDirectory,
}) => {
  const file = join(emptyDirectory, "file");
  await writeFile(file, "");
  await expect(prepareDataDirectory(file)).rejects.toThrow(
    /^DATA_DIR: the folder .*\/file\/database has to be this user's, to read and to write: /,
  );
});

test("the database's folder has mode 0700, also inside a data directory with another mode", async ({
  emptyDirectory,
}) => {
  await chmod(emptyDirectory, 0o755);
  const made = join(emptyDirectory, "made");
  const modes = await Promise.all(
    [emptyDirectory, made].map(async (folder) => {
      await prepareDataDirectory(folder);
      return [await modeOf(folder), await modeOf(join(folder, "database"))];
    }),
  );
  expect(modes).toEqual([
    [0o755, 0o700],
    [0o700, 0o700],
  ]);
});

test("every file has mode 0600 and every folder 0700, also after an upgrade from wider modes", async ({
  dataDirectory,
  start,
}) => {
  const first = await start(dataDirectory);
  await first.migrate();
  await first.query("create table noted as select generate_series(1, 10000) as number");
  expect(await wideModesBelow(dataDirectory)).toEqual([]);
  await first.kill();

  const folder = join(dataDirectory, "database");
  for (const path of await pathsBelow(folder)) {
    const stats = await lstat(path);
    if (!stats.isSocket()) await chmod(path, stats.isDirectory() ? 0o755 : 0o644);
  }
  const second = await start(dataDirectory);
  await second.query("create table more as select * from noted");
  expect(await wideModesBelow(dataDirectory)).toEqual([]);
  expect(await second.close()).toBe(0);
  expect(await wideModesBelow(dataDirectory)).toEqual([]);
});

test("a folder whose path is too long for a socket is refused, and nothing is created", async ({
  emptyDirectory,
}) => {
  const long = join(emptyDirectory, "x".repeat(100));
  await expect(prepareDataDirectory(long)).rejects.toThrow(/^DATA_DIR: .* Choose a shorter folder/);
  expect(await readdir(emptyDirectory)).toEqual([]);
});

const limits = { poolMax: 4, statementTimeoutMilliseconds: 0 };
const journalPath = "src/database/migrations/meta/_journal.json";

async function modeOf(path: string): Promise<number> {
  return (await stat(path)).mode & 0o777;
}

async function pathsBelow(folder: string): Promise<string[]> {
  return (await readdir(folder, { recursive: true })).map((name) => join(folder, name));
}

/** Everything below a folder that has rights for others than its user. */
async function wideModesBelow(folder: string): Promise<string[]> {
  const wide: string[] = [];
  for (const path of await pathsBelow(folder)) {
    const stats = await lstat(path);
    const mode = stats.isDirectory() ? 0o700 : 0o600;
    if ((stats.mode & 0o777) !== mode) wide.push(`${path} ${(stats.mode & 0o777).toString(8)}`);
  }
  return wide;
}
