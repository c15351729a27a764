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
import { expect, test } from "../support/embedded-process.ts";
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
  await client.untilLost();
  const next = await start(dataDirectory, { runBy: unshare });
  expect(next.role).toBe("owner");
  expect(await next.query("select 1 as one")).toEqual([{ one: 1 }]);
});

test("after a kill, a client has lost the database; the next process is the owner, and finds everything acknowledged", async ({
  dataDirectory,
  start,
}) => {
  const owner = await start(dataDirectory);
  const client = await start(dataDirectory);
  const byClient = await client.write(200);
  const byOwner = await owner.write(200, 1_000_000);
  await owner.kill();
  expect(await client.untilLost()).toBe(
    `The process that ran the database in ${dataDirectory}/database has ended, and this one had only joined it. ` +
      "Start this one again: it then runs the database itself.",
  );
  const failure: unknown = await client.query("select 1").catch((error: unknown) => error);
  expect(failure).toMatchObject({ unreachable: true });

  const next = await start(dataDirectory);
  expect(next.role).toBe("owner");
  const rows = await next.query("select number from written");
  const found = new Set(rows.map(({ number }) => number));
  expect([...byOwner, ...byClient].filter((number) => !found.has(number))).toEqual([]);
  expect(await next.query("insert into written values (-1) returning number")).toEqual([
    { number: -1 },
  ]);
  await client.kill();
  expect(await next.close()).toBe(0);
});

test("a command that ends waits for the commands that have joined it, and not for a server", async ({
  dataDirectory,
  start,
}) => {
  const owner = await start(dataDirectory);
  const server = await start(dataDirectory, { isServer: true });
  const clients = [await start(dataDirectory), await start(dataDirectory)] as const;
  await clients[0].begin();
  const closed = owner.close();
  expect(await clients[1].close()).toBe(0);
  await clients[0].commit();
  expect(await clients[0].query("select number from kept")).toEqual([{ number: 1 }]);
  expect(await clients[0].close()).toBe(0);
  expect(await closed).toBe(0);
  expect(await server.untilLost()).toContain("has ended, and this one had only joined it");
});

test("a server that ends rolls back the transaction of a command after a second", async ({
  dataDirectory,
  start,
}) => {
  const server = await start(dataDirectory, { isServer: true });
  const command = await start(dataDirectory);
  await command.begin();
  expect(await server.close()).toBe(0);
  const next = await start(dataDirectory);
  expect(await next.query("select to_regclass('kept') as kept")).toEqual([{ kept: null }]);
});

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
