import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { createAudioStore } from "../../src/audio/marked-store.ts";
import type { OpenDatabase } from "../../src/database/client/open-database.ts";
import { selectValues } from "../../src/database/client/select-value.ts";
import { createStoreRecord } from "../../src/database/queries/recordings/audio-store.ts";
import { type TestPlace, withBucket } from "../support/audio-store.ts";
import { expect, keepOpen, test as base } from "./acoustic.ts";
import { fill } from "./backups.ts";

const test = base.extend<{ bucket: TestPlace }>({
  bucket: async ({}, use) => {
    const { opened, close } = await keepOpen(withBucket);
    await use(opened.find());
    await close();
  },
});

/** The audio of each recording, in order of time, read from the place where the database has it now. */
async function readAll({ db }: OpenDatabase, read: (name: string) => Promise<Buffer>) {
  const names = sql`select object_name as value from recordings order by datetime`;
  return Promise.all((await selectValues<string>(db, names)).map(read));
}

test("a backup moves recordings from a folder into a bucket, and from there into a folder", async ({
  bucket,
  folder,
  installationOf,
}) => {
  const [file, next] = [join(folder.path, "1"), join(folder.path, "2")];
  const env = bucket.environment;
  const first = await installationOf("migrated");
  const audio = (await fill(first, 3)).map(({ bytes }) => bytes);
  expect(await first.acoustic(["backup", file])).toMatchObject({ code: 0 });
  const second = await installationOf("empty");
  const restored = await second.acoustic(["restore", file], { env });
  expect(restored).toMatchObject({ code: 0, stderr: "" });
  expect(restored.stdout).toContain("audio of 3 recordings");
  expect(await bucket.list()).toHaveLength(3);
  expect(await readAll(second.database, bucket.read)).toEqual(audio);
  expect((await second.acoustic(["doctor", "--deep"], { env })).stdout).toContain(
    "ok       recordings: each of 3 has its object, with the checksum of its import",
  );
  expect(await second.acoustic(["backup", next], { env })).toMatchObject({ code: 0 });
  const third = await installationOf("empty");
  expect(await third.acoustic(["restore", next])).toMatchObject({ code: 0 });
  const read = (name: string) => readFile(join(third.audioStore, name.slice(0, 2), name));
  expect(await readAll(third.database, read)).toEqual(audio);
  // The bucket's objects are untouched. A second database is restored into it with a warning.
  expect(await bucket.list()).toHaveLength(3);
  const fourth = await installationOf("empty");
  const warned = await fourth.acoustic(["restore", file], { env });
  expect(warned.stderr).toContain("was a store before, and keeps its objects");
  expect(await bucket.list()).toHaveLength(6);
});

test("a bucket that cannot be reached ends backup and restore with 3, and nothing is left of them", async ({
  bucket,
  folder,
  installationOf,
}) => {
  const file = join(folder.path, "b");
  const env = bucket.environment;
  const away = { ...env, AUDIO_STORE_ENDPOINT: "http://127.0.0.1:1" };
  const { acoustic, database } = await installationOf("migrated");
  const store = createAudioStore(bucket.objectStore, createStoreRecord(database));
  await fill({ database, store });
  const failed = await acoustic(["backup", file], { env: away });
  expect(failed).toMatchObject({ code: 3, stdout: "" });
  expect(await folder.list()).toEqual([]);
  expect(await acoustic(["backup", file], { env })).toMatchObject({ code: 0 });
  const target = await installationOf("migrated");
  const unreached = await target.acoustic(["restore", file], { env: away });
  expect(unreached).toMatchObject({ code: 3, stdout: "" });
  expect([...(await target.database.db.execute(sql`select id from projects`))]).toEqual([]);
});
