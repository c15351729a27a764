import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { createFolderStore } from "../../src/audio/folder-store.ts";
import type { ObjectStore } from "../../src/audio/audio-store.ts";
import { createAudioStore } from "../../src/audio/marked-store.ts";
import type { OpenDatabase } from "../../src/database/client/open-database.ts";
import { createStoreRecord } from "../../src/database/queries/recordings/audio-store.ts";
import { type TestPlace, withBucket } from "../support/audio-store.ts";
import { type Installation, withConfigured } from "../support/installation.ts";
import type { TestRecording } from "../support/recordings.ts";
import { expect, test } from "./acoustic.ts";
import { fill } from "./backups.ts";

/** The environment of an installation that has its recordings in a bucket. */
function inBucket({ env }: Installation, place: TestPlace) {
  return { ...env, ...place.environment };
}

/** Three recordings in a store. */
function record({ database }: Installation, objects: ObjectStore): Promise<TestRecording[]> {
  return fill({ database }, createAudioStore(objects, createStoreRecord(database)), 3);
}

/** The audio of each recording, in order of time, read from the place where the database has it now. */
async function readAll({ db }: OpenDatabase, read: (name: string) => Promise<Buffer>) {
  const rows = await db.execute<{ name: string }>(
    sql`select object_name as name from recordings order by datetime`,
  );
  return Promise.all(rows.map(({ name }) => read(name)));
}

test("a backup moves recordings from a folder into a bucket, and from there into a folder", async ({
  folder,
  acoustic,
}) => {
  await withBucket(async (places) => {
    const bucket = places.find();
    const audio: Buffer[] = [];
    const file = join(folder.path, "1");
    const next = join(folder.path, "2");
    await withConfigured("migrated", async (first) => {
      const recorded = await record(first, createFolderStore(first.audioStore));
      audio.push(...recorded.map(({ bytes }) => bytes));
      expect(await acoustic(["backup", file], { env: first.env })).toMatchObject({ code: 0 });
    });
    await withConfigured("empty", async (second) => {
      const env = inBucket(second, bucket);
      const restored = await acoustic(["restore", file], { env });
      expect(restored).toMatchObject({ code: 0, stderr: "" });
      expect(restored.stdout).toContain("audio of 3 recordings");
      expect(await bucket.list()).toHaveLength(3);
      expect(await readAll(second.database, bucket.read)).toEqual(audio);
      expect((await acoustic(["doctor", "--deep"], { env })).stdout).toContain(
        "ok       recordings: each of 3 has its object, with the checksum of its import",
      );
      expect(await acoustic(["backup", next], { env })).toMatchObject({ code: 0 });
    });
    await withConfigured("empty", async (third) => {
      expect(await acoustic(["restore", next], { env: third.env })).toMatchObject({ code: 0 });
      const read = (name: string) => readFile(join(third.audioStore, name.slice(0, 2), name));
      expect(await readAll(third.database, read)).toEqual(audio);
    });
    // The bucket's objects are untouched. A second database is restored into it with a warning.
    expect(await bucket.list()).toHaveLength(3);
    await withConfigured("empty", async (fourth) => {
      const restored = await acoustic(["restore", file], { env: inBucket(fourth, bucket) });
      expect(restored.stderr).toContain("was a store before, and keeps its objects");
      expect(await bucket.list()).toHaveLength(6);
    });
  });
});

test("a bucket that cannot be reached ends backup and restore with 3, and nothing is left of them", async ({
  folder,
  acoustic,
}) => {
  await withBucket(async (places) => {
    const bucket = places.find();
    const away = { AUDIO_STORE_ENDPOINT: "http://127.0.0.1:1" };
    const file = join(folder.path, "b");
    await withConfigured("migrated", async (installation) => {
      await record(installation, bucket.objectStore);
      const env = inBucket(installation, bucket);
      const failed = await acoustic(["backup", file], { env: { ...env, ...away } });
      expect(failed).toMatchObject({ code: 3, stdout: "" });
      expect(await folder.list()).toEqual([]);
      expect(await acoustic(["backup", file], { env })).toMatchObject({ code: 0 });
    });
    await withConfigured("migrated", async (target) => {
      const env = { ...inBucket(target, bucket), ...away };
      expect(await acoustic(["restore", file], { env })).toMatchObject({ code: 3, stdout: "" });
      const rows = await target.database.db.execute(sql`select id from projects`);
      expect([...rows]).toEqual([]);
    });
  });
});
