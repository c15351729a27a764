import {
  chmod,
  mkdir,
  readFile,
  readdir,
  stat,
  symlink,
  truncate,
  watch,
  writeFile,
} from "node:fs/promises";
import { join } from "node:path";
import { prepareEmbeddedPlace } from "#embedded/location.ts";
import { openDatabase } from "#database/client/open-database.ts";
import { isDatabaseUnreachable } from "#database/client/connection-errors.ts";
import { packageFile } from "#package-files.ts";
import { type EmbeddedProcess, expect, test } from "./embedded-process.ts";

/** A process with a database of its own takes seconds to start where the machine is busy. */
test.describe.configure({ timeout: 120_000 });

test("a second process uses the database of the first, and leaves it running", async ({
  dataDirectory,
  start,
}) => {
  const first = await start(dataDirectory);
  const second = await start(dataDirectory);
  expect([first.role, second.role]).toEqual(["holder", "guest"]);

  await second.query("create table noted (word text)");
  await first.query("insert into noted values ('hello')");
  expect(await second.query("select word from noted")).toEqual([{ word: "hello" }]);

  expect(await second.close()).toBe(0);
  expect(await first.query("select word from noted")).toEqual([{ word: "hello" }]);
  expect(await first.close()).toBe(0);
});

test("of two processes that start at once on an empty folder one holds the database, both use it", async ({
  emptyDirectory,
  start,
}) => {
  const both = await Promise.all([start(emptyDirectory), start(emptyDirectory)]);
  expect(both.map(({ role }) => role).toSorted()).toEqual(["guest", "holder"]);
  const rows = await Promise.all(both.map((process) => process.query("select 1 as one")));
  expect(rows).toEqual([[{ one: 1 }], [{ one: 1 }]]);
});

test("two spellings of a folder are one database", async ({
  dataDirectory,
  emptyDirectory,
  start,
}) => {
  const link = join(emptyDirectory, "link");
  await symlink(dataDirectory, link);
  const first = await start(dataDirectory);
  const second = await start(`${link}/../link/.`);
  expect([first.role, second.role]).toEqual(["holder", "guest"]);
});

test("everything acknowledged before a kill is there at the next start", async ({
  dataDirectory,
  start,
}) => {
  const writer = await start(dataDirectory);
  const acknowledged = await writer.write(500);
  await writer.kill();

  const next = await start(dataDirectory);
  expect(next.role).toBe("holder");
  const rows = await next.query("select number from written");
  const found = new Set(rows.map(({ number }) => number as number));
  expect([...acknowledged].filter((number) => !found.has(number))).toEqual([]);
  expect(await next.query("insert into written values (-1) returning number")).toEqual([
    { number: -1 },
  ]);
});

test("a guest of a killed holder goes on alone, with everything that was acknowledged", async ({
  dataDirectory,
  start,
}) => {
  const holder = await start(dataDirectory);
  const guest = await start(dataDirectory);
  await guest.query("select 1");
  const acknowledged = await holder.write(200);
  await holder.kill();

  await guest.untilHolder();
  const rows = await guest.query("select number from written");
  const found = new Set(rows.map(({ number }) => number as number));
  expect([...acknowledged].filter((number) => !found.has(number))).toEqual([]);
  expect(await guest.close()).toBe(0);
});

test("of two guests whose holder ends one becomes the holder, and both go on", async ({
  dataDirectory,
  start,
}) => {
  const holder = await start(dataDirectory);
  const guests = [await start(dataDirectory), await start(dataDirectory)] as const;
  await holder.query("create table noted (word text)");
  await holder.query("insert into noted values ('hello')");
  expect(await holder.close()).toBe(0);

  const successor = await Promise.race(
    guests.map((guest) => guest.untilHolder().then(() => guest)),
  );
  const other = successor === guests[0] ? guests[1] : guests[0];
  expect(await successor.query("select word from noted")).toEqual([{ word: "hello" }]);
  expect(await other.query("select word from noted")).toEqual([{ word: "hello" }]);
});

test("a holder that ends lets its guests finish what they have begun", async ({
  dataDirectory,
  start,
}) => {
  const holder = await start(dataDirectory);
  const guest = await start(dataDirectory);
  await guest.begin();
  const closed = holder.close();
  await guest.commit();
  expect(await closed).toBe(0);
  await guest.untilHolder();
  expect(await guest.query("select number from held")).toEqual([{ number: 1 }]);
});

for (const [how, end] of [
  ["ends", (holder: EmbeddedProcess) => holder.close()],
  ["is killed", (holder: EmbeddedProcess) => holder.kill()],
] as const) {
  test(`migrations under way when the holder ${how} are applied all the same`, async ({
    dataDirectory,
    start,
  }) => {
    const holder = await start(dataDirectory);
    const guest = await start(dataDirectory);
    // Whoever asks now has to wait.
    await holder.begin();
    const migrated = guest.migrate();
    await end(holder);
    await migrated;
    await guest.untilHolder();
    expect(await guest.query("select 1 as one from projects")).toEqual([]);
  });
}

test("a process killed while it creates the files leaves nothing in the way", async ({
  emptyDirectory,
  start,
}) => {
  const folder = join(emptyDirectory, "database");
  await mkdir(folder);
  const watching = new AbortController();
  const killing = new AbortController();
  const changes = watch(folder, { signal: watching.signal });
  const killed = start(emptyDirectory, killing.signal).catch((error: Error) => error.message);
  for await (const { filename } of changes) {
    if (filename === "files") break;
  }
  killing.abort();
  expect(await killed).toContain("the process ended");
  expect(await readdir(folder)).toContain("files.unfinished");

  const next = await start(emptyDirectory);
  expect(await next.query("select 1 as one")).toEqual([{ one: 1 }]);
  expect(await next.close()).toBe(0);
  expect(await readdir(folder)).toEqual(["files"]);
});

test("files that are marked as unfinished are made again", async ({ dataDirectory, start }) => {
  const folder = join(dataDirectory, "database");
  await truncate(join(folder, "files", "global", "pg_control"), 0);
  await writeFile(join(folder, "files.unfinished"), "");
  const process = await start(dataDirectory);
  expect(await process.query("select 1 as one")).toEqual([{ one: 1 }]);
});

test("a database that breaks down fails what is under way as unreachable and is started again", async ({
  dataDirectory,
  start,
}) => {
  const process = await start(dataDirectory);
  await process.query("create table noted (word text)");
  // PGlite's backend ends where it has to wait for the client in the middle of a statement.
  const failure = await process.query("copy noted from stdin").catch((error: unknown) => error);
  expect(failure).toMatchObject({ unreachable: true });

  const guest = await start(dataDirectory);
  expect(guest.role).toBe("guest");
  expect(await guest.query("select word from noted")).toEqual([]);
  expect(await process.query("select word from noted")).toEqual([]);
});

test("migrations applied by two processes at once are applied once", async ({
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

test("files that are damaged are an error that says what cannot be used, where, and why that may be", async ({
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

test("a data directory that is none names the variable", async ({ emptyDirectory }) => {
  const file = join(emptyDirectory, "file");
  await writeFile(file, "");
  await expect(prepareEmbeddedPlace(file)).rejects.toThrow(
    /^DATA_DIR: the folder .*\/file\/database has to be this user's, to read and to write: /,
  );
});

test("folders are made for this user alone, also inside a folder that is not", async ({
  emptyDirectory,
}) => {
  await chmod(emptyDirectory, 0o755);
  const made = join(emptyDirectory, "made");
  const modes = await Promise.all(
    [emptyDirectory, made].map(async (folder) => {
      await prepareEmbeddedPlace(folder);
      return [await modeOf(folder), await modeOf(join(folder, "database"))];
    }),
  );
  expect(modes).toEqual([
    [0o755, 0o700],
    [0o700, 0o700],
  ]);
});

test("a folder whose path is too long for a socket is refused in words", async ({
  emptyDirectory,
}) => {
  const long = join(emptyDirectory, "x".repeat(100));
  await expect(prepareEmbeddedPlace(long)).rejects.toThrow(/^DATA_DIR: .* Choose a shorter folder/);
  expect(await readdir(emptyDirectory)).toEqual([]);
});

const limits = { poolMax: 4, statementTimeoutMilliseconds: 0 };
const journalPath = "src/database/migrations/meta/_journal.json";

async function modeOf(path: string): Promise<number> {
  return (await stat(path)).mode & 0o777;
}
