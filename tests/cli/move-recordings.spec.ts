import { randomBytes } from "node:crypto";
import { buffer } from "node:stream/consumers";
import { eq } from "drizzle-orm";
import { compareIds } from "../../src/acoustics/ids.ts";
import type { ObjectStore } from "../../src/audio/audio-store.ts";
import { createAudioStore } from "../../src/audio/marked-store.ts";
import { createFolderStore } from "../../src/audio/folder-store.ts";
import type { OpenDatabase } from "../../src/database/client/open-database.ts";
import { createStoreRecord } from "../../src/database/queries/recordings/audio-store.ts";
import { recordings, unclaimedObjects } from "../../src/database/tables/recordings.ts";
import type { Run } from "../support/command.ts";
import type { TestPlace } from "../support/audio-store.ts";
import { addRecording, type TestRecording } from "../support/recordings.ts";
import type { Tenant } from "../support/tenant.ts";
import { expect, refusal, test as base } from "./acoustic.ts";

/** A database of the test's own with recordings in a store, and a new place to move them to. */
interface House {
  readonly database: OpenDatabase;
  readonly tenant: Tenant;
  readonly from: ObjectStore;
  readonly folder: string;
  readonly to: TestPlace;
  readonly recorded: readonly TestRecording[];
  add(second: number): Promise<TestRecording>;
  /** Runs the command. */
  run(...args: string[]): Promise<Run>;
  /** The same from the store to the target: its exit code, and what it printed as JSON. */
  move(): Promise<{ code: number | null; moved: unknown }>;
  /** The store in the target, as a server has it. */
  target(): ReturnType<typeof createAudioStore>;
}

const second = 1_552_176_000;

const test = base.extend<{ house: House }>({
  house: async ({ installationOf, storePlaces }, use) => {
    const {
      acoustic,
      audioStore: folder,
      database,
      store,
      tenantOf,
    } = await installationOf("embedded");
    const tenant = await tenantOf();
    await store.begin();
    const parts = { db: database.db, store };
    const add = (at: number) => addRecording(parts, tenant.sensorIds[0] ?? "", at);
    const recorded = [await add(second), await add(second + 300), await add(second + 600)];
    const to = storePlaces.find();
    const place = to.environment["AUDIO_STORE"] ?? "";
    const env = to.environment;
    const run = (...args: string[]) => acoustic(["recordings", "move", ...args], { env });
    await use({
      database,
      tenant,
      from: createFolderStore(folder),
      folder,
      to,
      recorded,
      add,
      run,
      async move() {
        const { code, stdout, stderr } = await run("--json", "--from", folder, "--to", place);
        expect(stderr).toBe("");
        return { code, moved: JSON.parse(stdout) as unknown };
      },
      target: () => createAudioStore(to.objectStore, createStoreRecord(database)),
    });
  },
});

const done = (copied: number, alreadyThere: number) => ({
  code: 0,
  moved: { copied, alreadyThere, problems: [] },
});

async function contentIn(
  store: ObjectStore,
  { objectName }: TestRecording,
): Promise<Buffer | null> {
  const opened = await store.open(objectName);
  return opened === "missing" ? null : buffer(opened.chunks);
}

test("a move copies every object that the database names, and the target is then its store", async ({
  house,
}) => {
  const { database, from, to, recorded, target, move } = house;
  // One that was replaced, one that was never stored, and one that is none of this database's.
  const [unclaimed, never, stranger] = ["un", "ne", "st"].map((start) => `${start}0123456789`);
  for (const name of [unclaimed ?? "", stranger ?? ""]) await from.put(name, Buffer.from(name));
  const removeAt = new Date(Date.now() + 86_400_000);
  await database.db
    .insert(unclaimedObjects)
    .values([unclaimed ?? "", never ?? ""].map((name) => ({ name, removeAt })));
  await expect(target().check()).rejects.toThrow("has no store");

  expect(await move()).toEqual(done(4, 0));
  expect(await to.list()).toEqual(
    [...recorded.map(({ objectName }) => objectName), unclaimed ?? ""].toSorted(compareIds),
  );
  for (const recording of recorded) {
    expect(await contentIn(to.objectStore, recording)).toEqual(recording.bytes);
    expect(await contentIn(from, recording)).toEqual(recording.bytes);
  }
  await target().check();
  await createAudioStore(from, createStoreRecord(database)).check();

  expect(await move()).toEqual(done(0, 4));
  const added = await house.add(second + 900);
  expect(await move()).toEqual(done(1, 4));
  expect(await contentIn(to.objectStore, added)).toEqual(added.bytes);
});

test("recordings are moved back, too, and a move says in words what it did", async ({ house }) => {
  const { folder, to, recorded, run } = house;
  const place = to.environment["AUDIO_STORE"] ?? "";
  const back = `${folder}/back`;
  expect((await run("--from", folder, "--to", place)).stdout).toBe(
    `Moved: ${place} has the recordings: 3 copied, 0 already there, 0 missing, 0 damaged\n`,
  );
  expect((await run("--from", place, "--to", back)).stdout).toBe(
    `Moved: ${back} has the recordings: 3 copied, 0 already there, 0 missing, 0 damaged\n`,
  );
  expect((await run("--from", place, "--to", back)).stdout).toBe(
    `Nothing was to be done: ${back} has the recordings: 0 copied, 3 already there, 0 missing, 0 damaged\n`,
  );
  for (const recording of recorded) {
    expect(await contentIn(createFolderStore(back), recording)).toEqual(recording.bytes);
  }
});

test("an interrupted move leaves no store, and goes on with what is not there or not whole", async ({
  house,
}) => {
  const { database, to, recorded, target, move } = house;
  const id = await createStoreRecord(database).selectId();
  await to.objectStore.writeMarker(`unfinished copy of ${id}`, { replaces: false });
  for (const [index, { objectName, bytes }] of recorded.slice(1).entries()) {
    await to.objectStore.put(objectName, index === 0 ? bytes : randomBytes(bytes.length));
  }
  const isUnfinished = "has only a part of the recordings";
  await expect(target().check()).rejects.toThrow(isUnfinished);
  await expect(target().begin()).rejects.toThrow(isUnfinished);
  await expect(target().open(recorded[0]?.objectName ?? "")).rejects.toThrow(isUnfinished);
  expect(await move()).toEqual(done(2, 1));
  for (const recording of recorded) {
    expect(await contentIn(to.objectStore, recording)).toEqual(recording.bytes);
  }
  await target().check();
});

test("recordings that are missing or damaged in the source are listed, and the others moved", async ({
  house,
}) => {
  const { database, folder, from, to, recorded, tenant, run, move } = house;
  const [missing = "", damaged = "", whole = ""] = recorded.map(({ objectName }) => objectName);
  await from.remove(missing);
  await from.put(damaged, randomBytes(5000));
  const [sensorId = ""] = tenant.sensorIds;
  const names = ["20190310T000000Z", "20190310T000500Z"].map((time) => `${sensorId}_${time}.flac`);
  expect(await move()).toEqual({
    code: 1,
    moved: {
      copied: 1,
      alreadyThere: 0,
      problems: expect.arrayContaining([
        { recording: names[0], object: missing, problem: "missing" },
        { recording: names[1], object: damaged, problem: "damaged" },
      ]),
    },
  });
  expect(await to.list()).toEqual([whole]);
  const place = to.environment["AUDIO_STORE"] ?? "";
  const inWords = await run("--from", folder, "--to", place);
  expect(inWords.code).toBe(1);
  expect(inWords.stdout).toContain(`${names[0]}: missing: the source has no object ${missing}\n`);
  expect(inWords.stdout).toContain(
    `${names[1]}: damaged: the object ${damaged} has other bytes than were imported\n`,
  );
  expect(inWords.stdout).toContain("0 copied, 1 already there, 1 missing, 1 damaged\n");
  // Known to nobody any more, it is no loss.
  await database.db.delete(recordings).where(eq(recordings.objectName, missing));
  await database.db.delete(recordings).where(eq(recordings.objectName, damaged));
  expect(await move()).toEqual(done(0, 1));
});

test("nothing is moved from a store that is not the database's, or to another's", async ({
  house,
}) => {
  const { folder, to, run } = house;
  const place = to.environment["AUDIO_STORE"] ?? "";
  const wrong = await run("--from", `${folder}/empty`, "--to", place);
  expect(wrong).toEqual({
    code: 3,
    stdout: "",
    stderr: `The audio store cannot be used: --from: ${folder}/empty is not the store of this database: name the one that AUDIO_STORE has had until now\n`,
  });
  expect(await to.objectStore.readMarker()).toBeNull();
  await to.objectStore.writeMarker("3b241101-e2bb-4255-8caf-4136c566a962", { replaces: false });
  expect(await run("--from", folder, "--to", place)).toEqual(
    refusal(`${to.objectStore.location} is the store of another database`),
  );
  expect(await to.list()).toEqual([]);
});
