import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { watch } from "node:fs";
import { mkdir, readdir, readFile, rename, rm, truncate, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { eq, inArray } from "drizzle-orm";
import type { AudioStore } from "#audio/audio-store.ts";
import { createFolderStore } from "#audio/folder-store.ts";
import type { OperatorDatabase } from "#database/client/pool.ts";
import { recordings } from "#database/tables/recordings.ts";
import { sensors } from "#database/tables/sensors.ts";
import { unclaimedObjects } from "#database/tables/unclaimed-objects.ts";
import type { Instant } from "#acoustics/time/instant.ts";
import { importRecordings } from "#ingest/import-recordings.ts";
import { packageFile } from "#package-files.ts";
import { makeFlac, ramp } from "../support/flac.ts";
import type { TestAudioStore } from "../support/test.ts";
import { expect, type Folder, test } from "./acoustic.ts";

const now = Date.parse("2026-03-20T10:00:00Z") as Instant;
const first = makeFlac({ channels: [ramp(40)] });
const other = makeFlac({ channels: [ramp(41)] });
const name = (sensorId: string, time = "20190301T060000Z") => `${sensorId}_${time}.flac`;

interface ImportOptions {
  readonly retainDays?: number;
  readonly at?: Instant;
}

/** Imports files as the command does, and answers with their results or reasons. */
async function importFiles(
  { db, store }: { readonly db: OperatorDatabase; readonly store: AudioStore },
  files: readonly string[],
  { retainDays, at = now }: ImportOptions = {},
): Promise<string[]> {
  const said: string[] = [];
  for await (const { result, reason } of importRecordings(
    { db, store, clock: () => at },
    files,
    retainDays ?? null,
    () => undefined,
  )) {
    said.push(reason ?? result);
  }
  return said;
}

/** Rows of a sensor in order of time, whole but for the sensor's key. */
async function storedRecordings(db: OperatorDatabase, sensorId: string) {
  const rows = await db
    .select({ recording: recordings })
    .from(recordings)
    .innerJoin(sensors, eq(sensors.sensorNo, recordings.sensorNo))
    .where(eq(sensors.id, sensorId))
    .orderBy(recordings.datetime);
  return rows.map(({ recording: { sensorNo, ...row } }) => {
    expect(sensorNo).toBeGreaterThan(0);
    return row;
  });
}

async function objectsOf(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && entry.name !== "acoustic-audio-store")
    .map((entry) => entry.name)
    .toSorted();
}

async function unclaimedOf(db: OperatorDatabase, names: readonly string[]) {
  return db
    .select()
    .from(unclaimedObjects)
    .where(inArray(unclaimedObjects.name, [...names]));
}

const pathOf = ({ folder }: TestAudioStore, object: string) =>
  join(folder, object.slice(0, 2), object);

/** A store of the test's own, that can be counted. The database knows recordings of other tests. */
async function ownStore(folder: Folder): Promise<TestAudioStore> {
  const path = join(folder.path, "store");
  await beginStore(path);
  return { ...createFolderStore(path), folder: path };
}

/** Makes a store, or an empty one in place of one that was lost, as an operator would. */
async function beginStore(path: string): Promise<void> {
  await mkdir(path, { recursive: true });
  await writeFile(join(path, "acoustic-audio-store"), "");
}

test("a folder is imported at any depth: whole files are stored, others rejected with a reason", async ({
  acoustic,
  folder,
  tenantOf,
  database,
}) => {
  const [sensor = "", second = ""] = (await tenantOf({ sensors: 2 })).sensorIds;
  await folder.makeFolder("in");
  await folder.makeFolder("in/deep");
  await folder.makeFolder("in/deep/a.flac");
  const stereo = makeFlac({ channels: [ramp(100), ramp(100)], bits: 24, rate: 48_000 });
  await folder.write(`in/${name(sensor)}`, first);
  await folder.write(`in/deep/${name(sensor, "20190301T061500Z")}`, stereo);
  await folder.write(`in/deep/a.flac/${name(second)}`, first);
  await folder.write(`in/${name("nobody")}`, first);
  await folder.write("in/noise.flac", first);
  await folder.write(`in/${name(sensor, "20190301T063000Z").replace(".flac", ".FLAC")}`, first);
  await folder.write(`in/${name(sensor, "20190301T064500Z")}`, first.subarray(0, -1));
  await folder.write(`in/${name(sensor, "20190301T070000Z")}`, "RIFF");
  await folder.write("in/readme.txt", "");
  await folder.write("in/deep/sound.wav", "");
  const env = { AUDIO_STORE: (await ownStore(folder)).folder };
  const input = join(folder.path, "in");

  const { code, stdout } = await acoustic(["import", "recordings", "--json", input], { env });
  expect(code).toBe(1);
  const wrongName = "the name is not <sensorId>_<YYYYMMDDTHHmmssZ>.flac";
  const said = JSON.parse(stdout) as { files: { file: string }[]; others: number };
  const byName = (left: { file: string }, right: { file: string }) =>
    left.file < right.file ? -1 : 1;
  expect({ ...said, files: said.files.toSorted(byName) }).toEqual({
    files: [
      [name(sensor), "imported", null],
      [`deep/${name(sensor, "20190301T061500Z")}`, "imported", null],
      [`deep/a.flac/${name(second)}`, "imported", null],
      [name("nobody"), "rejected", 'unknown sensor "nobody"'],
      ["noise.flac", "rejected", wrongName],
      [name(sensor, "20190301T063000Z").replace(".flac", ".FLAC"), "rejected", wrongName],
      [
        name(sensor, "20190301T064500Z"),
        "rejected",
        "the audio is damaged or cut off, somewhere from byte 42 on",
      ],
      [
        name(sensor, "20190301T070000Z"),
        "rejected",
        "the file is not FLAC: it does not begin with fLaC",
      ],
    ]
      .map(([file = "", result, reason]) => ({ file: join(input, file ?? ""), result, reason }))
      .toSorted(byName),
    others: 2,
  });

  const stored = await storedRecordings(database.db, sensor);
  const digest = (content: Buffer) => createHash("sha256").update(content).digest("hex");
  const common = {
    objectName: expect.stringMatching(/^[0-9a-f]{32}$/),
    importedAt: expect.any(Date),
    retainUntil: null,
    missingSince: null,
  };
  expect(stored).toEqual([
    {
      ...common,
      datetime: new Date("2019-03-01T06:00:00Z"),
      byteLength: first.length,
      sha256: digest(first),
      sampleRateHertz: 16_000,
      channels: 1,
      bitsPerSample: 16,
      totalSamples: 40,
    },
    {
      ...common,
      datetime: new Date("2019-03-01T06:15:00Z"),
      byteLength: stereo.length,
      sha256: digest(stereo),
      sampleRateHertz: 48_000,
      channels: 2,
      bitsPerSample: 24,
      totalSamples: 100,
    },
  ]);
  const object = stored[0]?.objectName ?? "";
  expect(await readFile(join(env.AUDIO_STORE, object.slice(0, 2), object))).toEqual(first);

  // Again, in words: nothing changes.
  const again = await acoustic(["import", "recordings", input], { env });
  expect(again.code).toBe(1);
  expect(again.stdout).toContain(`${join(input, "noise.flac")}: rejected: ${wrongName}`);
  expect(again.stdout).toContain(
    "8 recordings: 0 imported, 0 replaced, 0 updated, 3 unchanged, 5 rejected; 2 other files",
  );
  expect(await storedRecordings(database.db, sensor)).toEqual(stored);
  expect(await objectsOf(env.AUDIO_STORE)).toHaveLength(3);
});

test("overlapping paths are read once, and other files are counted", async ({
  acoustic,
  folder,
  tenantOf,
}) => {
  const [sensor = ""] = (await tenantOf()).sensorIds;
  const file = await folder.write(name(sensor), first);
  const text = await folder.write("notes.txt", "");
  const env = { AUDIO_STORE: `${folder.path}.store` };
  await beginStore(env.AUDIO_STORE);
  const run = await acoustic(["import", "recordings", "--json", file, folder.path, text], { env });
  await rm(env.AUDIO_STORE, { recursive: true });
  expect(JSON.parse(run.stdout)).toEqual({
    files: [{ file, result: "imported", reason: null }],
    others: 1,
  });
  expect(run.code).toBe(0);
});

test("recordings past their retention are imported, with a note that they are not served", async ({
  acoustic,
  folder,
  tenantOf,
}) => {
  const [sensor = ""] = (await tenantOf()).sensorIds;
  const file = await folder.write(name(sensor), first);
  const early = await folder.write(`${sensor}_19700101T000000Z.flac`, first);
  const env = { AUDIO_STORE: `${folder.path}.store` };
  await beginStore(env.AUDIO_STORE);
  const args = ["import", "recordings", "--json", "--retain-days", "1", file, early];
  const run = await acoustic(args, { env });
  await rm(env.AUDIO_STORE, { recursive: true });
  const tooEarly = "its instant is before 1970-01-01T00:00:01Z, the first second that is kept";
  expect(JSON.parse(run.stdout)).toEqual({
    files: [
      { file, result: "imported", reason: null },
      { file: early, result: "rejected", reason: tooEarly },
    ],
    others: 0,
  });
  expect({ code: run.code, stderr: run.stderr }).toEqual({
    code: 1,
    stderr:
      "Of these, 1 are older than --retain-days: they are not served, and the server removes them.\n",
  });
});

for (const [title, args, code, message] of [
  ["a path that is not there", ["nowhere", "nor here"], 2, "nowhere: cannot be read: ENOENT"],
  ["no path", [], 2, "missing required argument 'path'"],
  ["no days", ["--retain-days", "0", "."], 2, "whole number from 1 to 36500"],
  ["days that are no number", ["--retain-days", "1.5", "."], 2, "whole number from 1 to 36500"],
  ["too many days", ["--retain-days", "36501", "."], 2, "whole number from 1 to 36500"],
] as const) {
  test(`an import of recordings ends with ${code}: ${title}`, async ({ acoustic }) => {
    const run = await acoustic(["import", "recordings", ...args]);
    expect({ code: run.code, stdout: run.stdout }).toEqual({ code, stdout: "" });
    expect(run.stderr).toContain(message);
  });
}

test("an import without a usable store ends with 3 and inserts nothing", async ({
  acoustic,
  folder,
  tenantOf,
  database,
}) => {
  const [sensor = ""] = (await tenantOf()).sensorIds;
  const file = await folder.write(name(sensor), first);
  const env = { AUDIO_STORE: join(file, "store") };
  const run = await acoustic(["import", "recordings", file], { env });
  expect(run.code).toBe(3);
  expect(run.stderr).toContain("The audio store cannot be used");
  expect(await storedRecordings(database.db, sensor)).toEqual([]);
});

test("an empty folder does not become the store while the database has recordings", async ({
  acoustic,
  folder,
  tenantOf,
  database,
}) => {
  const [sensor = ""] = (await tenantOf()).sensorIds;
  const store = await ownStore(folder);
  const target = { db: database.db, store };
  const files = [await folder.write(name(sensor), first)];
  expect(await importFiles(target, files)).toEqual(["imported"]);
  const stored = await storedRecordings(database.db, sensor);
  files.push(await folder.write(name(sensor, "20190301T061500Z"), other));

  // The disk is not mounted: a folder of that name is there, and empty.
  const elsewhere = `${store.folder}.elsewhere`;
  await rename(store.folder, elsewhere);
  await mkdir(store.folder);
  const args = ["import", "recordings", "--json", ...files];
  const run = await acoustic(args, { env: { AUDIO_STORE: store.folder } });
  const marker = join(store.folder, "acoustic-audio-store");
  expect({ ...run, stdout: JSON.parse(run.stdout) }).toEqual({
    code: 3,
    stdout: { files: [], others: 0 },
    stderr:
      `The audio store cannot be used: ${store.folder} holds no store, and the database has recordings. ` +
      `Is its disk mounted, and AUDIO_STORE right? To begin anew without them, create an empty file ${marker}\n`,
  });
  const statements = await database.statementsOf(async () => {
    for (const file of files) await expect(importFiles(target, [file])).rejects.toThrow("no store");
  });
  expect(statements.filter((text) => !text.startsWith("select"))).toEqual([]);
  expect(await readdir(store.folder)).toEqual([]);

  // Mounted again, nothing was lost.
  await rm(store.folder, { recursive: true });
  await rename(elsewhere, store.folder);
  expect(await importFiles(target, files)).toEqual(["unchanged", "imported"]);
  expect((await storedRecordings(database.db, sensor)).slice(0, 1)).toEqual(stored);

  // Lost for good, and begun anew.
  await rm(store.folder, { recursive: true });
  await beginStore(store.folder);
  expect(await importFiles(target, files)).toEqual(["imported", "imported"]);
});

test("other bytes are stored under another name, and the earlier object is removed", async ({
  folder,
  tenantOf,
  database,
}) => {
  const [sensor = ""] = (await tenantOf()).sensorIds;
  const store = await ownStore(folder);
  const target = { db: database.db, store };
  const file = await folder.write(name(sensor), first);
  expect(await importFiles(target, [file], { retainDays: 9 })).toEqual(["imported"]);
  const [before] = await storedRecordings(database.db, sensor);
  await writeFile(file, other);
  const later = (now + 5000) as Instant;
  expect(await importFiles(target, [file], { at: later })).toEqual(["replaced"]);
  const [after] = await storedRecordings(database.db, sensor);
  expect(after).toEqual({
    ...before,
    objectName: expect.any(String),
    byteLength: other.length,
    sha256: createHash("sha256").update(other).digest("hex"),
    totalSamples: 41,
    importedAt: new Date(later),
    retainUntil: null,
  });
  expect(await objectsOf(store.folder)).toEqual([after?.objectName]);
  expect(await unclaimedOf(database.db, [before?.objectName ?? ""])).toEqual([]);
});

for (const [title, spoil] of [
  [
    "known to be gone",
    async (db: OperatorDatabase, _: TestAudioStore, object: string) =>
      db
        .update(recordings)
        .set({ missingSince: new Date(now) })
        .where(eq(recordings.objectName, object)),
  ],
  [
    "without an object",
    async (_: OperatorDatabase, store: TestAudioStore, object: string) => store.remove(object),
  ],
  [
    "with a shortened object",
    async (_: OperatorDatabase, store: TestAudioStore, object: string) =>
      truncate(pathOf(store, object), 10),
  ],
  [
    "without its whole store",
    async (_: OperatorDatabase, store: TestAudioStore) => {
      await rm(store.folder, { recursive: true });
      await beginStore(store.folder);
    },
  ],
] as const) {
  test(`the same bytes are stored again for a recording ${title}`, async ({
    folder,
    tenantOf,
    database,
  }) => {
    const [sensor = ""] = (await tenantOf()).sensorIds;
    const store = await ownStore(folder);
    const target = { db: database.db, store };
    const file = await folder.write(name(sensor), first);
    expect(await importFiles(target, [file], { retainDays: 3 })).toEqual(["imported"]);
    const [before] = await storedRecordings(database.db, sensor);
    await spoil(database.db, store, before?.objectName ?? "");
    expect(await importFiles(target, [file])).toEqual(["imported"]);
    const [after] = await storedRecordings(database.db, sensor);
    expect(after).toEqual({ ...before, objectName: expect.any(String), retainUntil: null });
    expect(after?.objectName).not.toBe(before?.objectName);
    expect(await readFile(pathOf(store, after?.objectName ?? ""))).toEqual(first);
    expect(await objectsOf(store.folder)).toEqual([after?.objectName]);
    expect(await importFiles(target, [file])).toEqual(["unchanged"]);
  });
}

test("retention counts from the recording's own instant; without an option it has no end", async ({
  folder,
  tenantOf,
  database,
  audioStore,
}) => {
  const [sensor = ""] = (await tenantOf()).sensorIds;
  const target = { db: database.db, store: audioStore };
  const file = await folder.write(name(sensor), first);
  const retainUntil = async () => (await storedRecordings(database.db, sensor))[0]?.retainUntil;
  for (const [retainDays, result, until] of [
    [undefined, "imported", null],
    [30, "updated", "2019-03-31T06:00:00.000Z"],
    [30, "unchanged", "2019-03-31T06:00:00.000Z"],
    [undefined, "updated", null],
    [undefined, "unchanged", null],
    [1, "updated", "2019-03-02T06:00:00.000Z"],
    [36_500, "updated", "2119-02-05T06:00:00.000Z"],
  ] as const) {
    const options = retainDays === undefined ? {} : { retainDays };
    expect(await importFiles(target, [file], options)).toEqual([result]);
    expect((await retainUntil())?.toISOString() ?? null).toBe(until);
  }
});

test("if files are the same recording, one with other bytes replaces the one before it", async ({
  folder,
  tenantOf,
  database,
}) => {
  const [sensor = ""] = (await tenantOf()).sensorIds;
  const store = await ownStore(folder);
  for (const below of ["a", "b", "c"]) await folder.makeFolder(below);
  const files = [
    await folder.write(`a/${name(sensor)}`, first),
    await folder.write(`b/${name(sensor)}`, first),
    await folder.write(`c/${name(sensor)}`, other),
  ];
  const target = { db: database.db, store };
  const storedContents = async () => {
    const objects = await objectsOf(store.folder);
    return Promise.all(objects.map((object) => readFile(pathOf(store, object))));
  };
  expect(await importFiles(target, files)).toEqual(["imported", "unchanged", "replaced"]);
  expect(await storedContents()).toEqual([other]);
  expect(await importFiles(target, files.toReversed())).toEqual([
    "unchanged",
    "replaced",
    "unchanged",
  ]);
  expect(await storedContents()).toEqual([first]);
});

test("concurrent imports of one recording leave one object, which its row names", async ({
  folder,
  tenantOf,
  database,
}) => {
  const [sensor = ""] = (await tenantOf()).sensorIds;
  const store = await ownStore(folder);
  const target = { db: database.db, store };
  const files = await Promise.all(
    [40, 41, 42].map(async (count) => {
      await folder.makeFolder(String(count));
      const content = makeFlac({ channels: [ramp(count)] });
      return folder.write(`${count}/${name(sensor)}`, content);
    }),
  );
  const results = await Promise.all(files.map((file) => importFiles(target, [file])));
  expect(results.flat()).toContain("imported");
  const stored = await storedRecordings(database.db, sensor);
  expect(await objectsOf(store.folder)).toEqual(stored.map(({ objectName }) => objectName));
});

test("an interrupted import leaves no row without its object, and notes its object as unclaimed", async ({
  folder,
  tenantOf,
  database,
}) => {
  const [sensor = ""] = (await tenantOf()).sensorIds;
  const { db } = database;
  const store = await ownStore(folder);
  const file = await folder.write(name(sensor), first);
  const failing = (put: AudioStore["put"]): AudioStore => ({ ...store, put });
  const ended = new Error("ended here");

  // Before the object is there.
  const names: string[] = [];
  const before = failing(async (object) => {
    names.push(object);
    throw ended;
  });
  await expect(importFiles({ db, store: before }, [file])).rejects.toBe(ended);
  expect(await unclaimedOf(db, names)).toHaveLength(1);

  // Between the object and its row.
  const between: AudioStore = failing(async (object, content) => {
    await store.put(object, content);
    names.push(object);
    await db.delete(unclaimedObjects).where(eq(unclaimedObjects.name, object));
    await db.insert(unclaimedObjects).values({ name: object, removeAt: new Date(now + 3_600_000) });
  });
  await expect(importFiles({ db, store: between }, [file])).rejects.toThrow("took too long");
  expect(await storedRecordings(db, sensor)).toEqual([]);
  expect(await objectsOf(store.folder)).toEqual(names.slice(1));
  expect(await unclaimedOf(db, names)).toHaveLength(2);
});

test("an object is noted as unclaimed for a day while it is stored", async ({
  folder,
  tenantOf,
  database,
  audioStore,
}) => {
  const [sensor = ""] = (await tenantOf()).sensorIds;
  const file = await folder.write(name(sensor), first);
  const found: unknown[] = [];
  const store: AudioStore = {
    ...audioStore,
    async put(object, content) {
      found.push(...(await unclaimedOf(database.db, [object])));
      await audioStore.put(object, content);
    },
  };
  expect(await importFiles({ db: database.db, store }, [file])).toEqual(["imported"]);
  const [row] = await storedRecordings(database.db, sensor);
  const object = row?.objectName ?? "";
  expect(found).toEqual([{ name: object, removeAt: new Date(now + 86_400_000) }]);
  expect(await unclaimedOf(database.db, [object])).toEqual([]);
});

test("a replaced object that cannot be removed stays unclaimed", async ({
  folder,
  tenantOf,
  database,
  audioStore,
}) => {
  const [sensor = ""] = (await tenantOf()).sensorIds;
  const { db } = database;
  const file = await folder.write(name(sensor), first);
  await importFiles({ db, store: audioStore }, [file]);
  const [before] = await storedRecordings(db, sensor);
  await writeFile(file, other);
  const elsewhere = createFolderStore(join(folder.path, "never written"));
  const store: AudioStore = { ...audioStore, remove: elsewhere.remove };
  expect(await importFiles({ db, store }, [file])).toEqual(["replaced"]);
  const replaced = before?.objectName ?? "";
  expect(await unclaimedOf(db, [replaced])).toEqual([{ name: replaced, removeAt: new Date(now) }]);
});

test("an import that is killed can be run again and leaves no partial object under a name", async ({
  folder,
  tenantOf,
  database,
  databaseConfig,
}) => {
  const [sensor = ""] = (await tenantOf()).sensorIds;
  await folder.makeFolder("in");
  const store = await ownStore(folder);
  const count = 60;
  for (let minute = 0; minute < count; minute += 1) {
    const content = makeFlac({ channels: [ramp(2000 + minute)] });
    const time = `20190301T06${String(minute).padStart(2, "0")}00Z`;
    await folder.write(`in/${name(sensor, time)}`, content);
  }
  const input = join(folder.path, "in");
  const reach =
    databaseConfig.kind === "postgres"
      ? { DATABASE_URL: databaseConfig.url }
      : { DATA_DIR: databaseConfig.dataDirectory };
  const args = [packageFile("dist/main.js"), "import", "recordings", input];
  const child = spawn(process.execPath, args, {
    env: { PATH: process.env["PATH"], ...reach, AUDIO_STORE: store.folder },
    stdio: "ignore",
  });
  const watcher = watch(store.folder, { recursive: true });
  let events = 0;
  watcher.on("change", () => {
    events += 1;
    if (events === 40) child.kill("SIGKILL");
  });
  const signal = await new Promise((resolve) => child.once("exit", (_code, by) => resolve(by)));
  watcher.close();
  expect(signal).toBe("SIGKILL");

  const contents = new Map<string, Buffer>();
  for (const file of await readdir(input)) {
    const content = await readFile(join(input, file));
    contents.set(createHash("sha256").update(content).digest("hex"), content);
  }
  const stored = await storedRecordings(database.db, sensor);
  expect(stored.length).toBeGreaterThan(0);
  expect(stored.length).toBeLessThan(count);
  for (const { objectName, sha256 } of stored) {
    expect(await readFile(pathOf(store, objectName))).toEqual(contents.get(sha256));
  }
  // What lies there without a row is written down; only a whole file has a name of an object.
  const named = new Set(stored.map(({ objectName }) => objectName));
  const left = (await objectsOf(store.folder)).filter((object) => !named.has(object));
  expect(left.length).toBeLessThan(2);
  const unclaimed = await unclaimedOf(
    database.db,
    left.map((object) => basename(object, ".partial")),
  );
  expect(unclaimed).toHaveLength(left.length);

  const files = [...contents].length;
  const all = (await readdir(input)).map((file) => join(input, file));
  const results = await importFiles({ db: database.db, store }, all);
  expect(results.filter((result) => result === "unchanged")).toHaveLength(stored.length);
  expect(results.filter((result) => result === "imported")).toHaveLength(files - stored.length);
});
