import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { eq, inArray } from "drizzle-orm";
import { type AudioStore, audioStoreUnavailable } from "../../src/audio/audio-store.ts";
import type { OperatorDatabase } from "../../src/database/client/pool.ts";
import { recordings, unclaimedObjects } from "../../src/database/tables/recordings.ts";
import { sensors } from "../../src/database/tables/sites.ts";
import type { Instant } from "../../src/acoustics/time/instant.ts";
import { importRecordings } from "../../src/ingest/recordings/import-recordings.ts";
import { builtFile } from "../support/built-file.ts";
import { makeFlac, ramp } from "../support/flac.ts";
import type { TestAudioStore } from "../support/audio-store.ts";
import { expect, type Folder, jsonOf, test as base } from "./acoustic.ts";

const now = Date.parse("2026-03-20T10:00:00Z") as Instant;
const first = makeFlac({ channels: [ramp(40)] });
const other = makeFlac({ channels: [ramp(41)] });
const name = (sensorId: string, time = "20190301T060000Z") => `${sensorId}_${time}.flac`;
const digest = (content: Buffer) => createHash("sha256").update(content).digest("hex");

interface ImportOptions {
  readonly retainDays?: number;
  readonly at?: Instant;
  /** Default: the store of the test. */
  readonly store?: AudioStore;
}

/** Imports of recordings of one sensor into a store of the test's own. The database has recordings of other tests. */
interface RecordingsFixture {
  readonly sensor: string;
  readonly folder: Folder;
  readonly db: OperatorDatabase;
  readonly store: TestAudioStore;
  /** Writes a file that is named for the sensor and a time, and returns its path. */
  write(content: Buffer, time?: string, below?: string): Promise<string>;
  /** Imports files as the command does, and answers with their results or reasons. */
  import(files: readonly string[], options?: ImportOptions): Promise<string[]>;
  /** Rows of the sensor in order of time, whole but for the sensor's key. */
  stored(): Promise<Omit<typeof recordings.$inferSelect, "sensorNo">[]>;
  unclaimed(names: readonly string[]): Promise<(typeof unclaimedObjects.$inferSelect)[]>;
}

const test = base.extend<{ imports: RecordingsFixture }>({
  imports: async ({ database, storePlaces, folder, tenantOf }, use) => {
    const { db } = database;
    const [sensor = ""] = (await tenantOf()).sensorIds;
    const own = await storePlaces.create(database);
    await use({
      sensor,
      folder,
      db,
      store: own,
      write: (content, time, below = "") => folder.write(`${below}${name(sensor, time)}`, content),
      import: async (files, { retainDays, at = now, store = own } = {}) => {
        const said: string[] = [];
        const parts = { db, store, clock: () => at };
        const imported = importRecordings(parts, files, retainDays ?? null, () => undefined);
        for await (const { result, reason } of imported) said.push(reason ?? result);
        return said;
      },
      stored: async () => {
        const rows = await db
          .select({ recording: recordings })
          .from(recordings)
          .innerJoin(sensors, eq(sensors.sensorNo, recordings.sensorNo))
          .where(eq(sensors.id, sensor))
          .orderBy(recordings.datetime);
        return rows.map(({ recording: { sensorNo, ...row } }) => {
          expect(sensorNo).toBeGreaterThan(0);
          return row;
        });
      },
      unclaimed: (names) =>
        db
          .select()
          .from(unclaimedObjects)
          .where(inArray(unclaimedObjects.name, [...names])),
    });
  },
});

test("a folder is imported at any depth: whole files are stored, others rejected with a reason @store", async ({
  acoustic,
  imports,
  tenantOf,
}) => {
  const { sensor, folder } = imports;
  const [second = ""] = (await tenantOf()).sensorIds;
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
  const env = imports.store.environment;
  const input = join(folder.path, "in");

  const run = await acoustic(["import", "recordings", "--json", input], { env });
  expect(run.code).toBe(1);
  const damaged = "the audio is damaged or cut off, somewhere from byte 42 on";
  const unknown = 'unknown sensor "nobody": acoustic apply makes it, from the site file';
  const noFlac = "the file is not FLAC: it does not begin with fLaC";
  const wrongName = "the name is not <sensorId>_<YYYYMMDDTHHmmssZ>.flac";
  const said = jsonOf(run) as { files: unknown[] };
  expect({ ...said, files: new Set(said.files) }).toEqual({
    files: new Set(
      [
        [name(sensor), "imported", null],
        [`deep/${name(sensor, "20190301T061500Z")}`, "imported", null],
        [`deep/a.flac/${name(second)}`, "imported", null],
        [name("nobody"), "rejected", unknown],
        ["noise.flac", "rejected", wrongName],
        [name(sensor, "20190301T063000Z").replace(".flac", ".FLAC"), "rejected", wrongName],
        [name(sensor, "20190301T064500Z"), "rejected", damaged],
        [name(sensor, "20190301T070000Z"), "rejected", noFlac],
      ].map(([file, result, reason]) => ({ file: join(input, file ?? ""), result, reason })),
    ),
    others: 2,
  });

  const stored = await imports.stored();
  const rowOf = (minute: number, content: Buffer, [rate, channels, bits, total]: number[]) => ({
    objectName: expect.stringMatching(/^[0-9a-f]{32}$/),
    importedAt: expect.any(Date),
    retainUntil: null,
    missingSince: null,
    datetime: new Date(Date.UTC(2019, 2, 1, 6, minute)),
    byteLength: content.length,
    sha256: digest(content),
    sampleRateHertz: rate,
    channels,
    bitsPerSample: bits,
    totalSamples: total,
  });
  expect(stored).toEqual([
    rowOf(0, first, [16_000, 1, 16, 40]),
    rowOf(15, stereo, [48_000, 2, 24, 100]),
  ]);
  const object = stored[0]?.objectName ?? "";
  expect(await imports.store.read(object)).toEqual(first);

  // Again, in words: nothing changes.
  const again = await acoustic(["import", "recordings", input], { env });
  expect(again.code).toBe(1);
  expect(again.stdout).toContain(`${join(input, "noise.flac")}: rejected: ${wrongName}`);
  expect(again.stdout).toContain(
    "8 recordings: 0 imported, 0 replaced, 0 updated, 3 unchanged, 5 rejected; 2 other files",
  );
  expect(await imports.stored()).toEqual(stored);
  expect(await imports.store.list()).toHaveLength(3);
});

test("overlapping paths are read once, and other files are counted", async ({
  acoustic,
  imports,
}) => {
  const file = await imports.write(first);
  const text = await imports.folder.write("notes.txt", "");
  const env = imports.store.environment;
  const paths = [file, imports.folder.path, text];
  const run = await acoustic(["import", "recordings", "--json", ...paths], { env });
  expect({ code: run.code, ...(jsonOf(run) as object) }).toEqual({
    code: 0,
    files: [{ file, result: "imported", reason: null }],
    others: 1,
  });
});

test("recordings past their retention are imported, with a note that they are not served", async ({
  acoustic,
  imports,
}) => {
  const file = await imports.write(first);
  const early = await imports.write(first, "19700101T000000Z");
  const env = imports.store.environment;
  const args = ["import", "recordings", "--json", "--retain-days", "1", file, early];
  const run = await acoustic(args, { env });
  const tooEarly = "its instant is before 1970-01-01T00:00:01Z, the first second that is kept";
  expect({ ...run, stdout: jsonOf(run) }).toEqual({
    code: 1,
    stdout: {
      files: [
        { file, result: "imported", reason: null },
        { file: early, result: "rejected", reason: tooEarly },
      ],
      others: 0,
    },
    stderr:
      "Of these, 1 are older than --retain-days: they are not served, and the server removes them.\n",
  });
});

test("an import without a usable store ends with 3 and inserts nothing @store", async ({
  acoustic,
  imports,
}) => {
  const file = await imports.write(first);
  const env = { AUDIO_STORE: join(file, "store") };
  const run = await acoustic(["import", "recordings", file], { env });
  expect(run.code).toBe(3);
  expect(run.stderr).toContain("The audio store cannot be used");
  expect(await imports.stored()).toEqual([]);
});

test("an empty place does not become the store while the database has recordings @store", async ({
  acoustic,
  imports,
  database,
}) => {
  const { store } = imports;
  const files = [await imports.write(first)];
  expect(await imports.import(files)).toEqual(["imported"]);
  const stored = await imports.stored();
  files.push(await imports.write(other, "20190301T061500Z"));

  // The disk is not mounted, or the prefix is wrong: a place of that name is there, and empty.
  const putBack = await store.takeAway();
  const args = ["import", "recordings", "--json", ...files];
  const run = await acoustic(args, { env: store.environment });
  const { location, markerLocation } = store.objectStore;
  expect({ ...run, stdout: jsonOf(run) }).toEqual({
    code: 3,
    stdout: { files: [], others: 0 },
    stderr:
      `The audio store cannot be used: ${location} has no store, and the database has recordings elsewhere. ` +
      "Is its disk mounted, and AUDIO_STORE right? " +
      `To use it without these recordings, write the word new into ${markerLocation}\n`,
  });
  const statements = await database.statementsOf(async () => {
    for (const file of files) await expect(imports.import([file])).rejects.toThrow("no store");
  });
  expect(statements.filter((text) => !text.startsWith("select"))).toEqual([]);
  expect(await store.list()).toEqual([]);
  expect(await store.objectStore.readMarker()).toBeNull();

  // Mounted again, nothing was lost.
  await putBack();
  expect(await imports.import(files)).toEqual(["unchanged", "imported"]);
  expect((await imports.stored()).slice(0, 1)).toEqual(stored);

  // Lost for good, and begun anew.
  await store.lose();
  expect(await imports.import(files)).toEqual(["imported", "imported"]);
});

test("other bytes are stored under another name, and the earlier object is removed @store", async ({
  imports,
}) => {
  const file = await imports.write(first);
  expect(await imports.import([file], { retainDays: 9 })).toEqual(["imported"]);
  const [before] = await imports.stored();
  await writeFile(file, other);
  const later = (now + 5000) as Instant;
  expect(await imports.import([file], { at: later })).toEqual(["replaced"]);
  const [after] = await imports.stored();
  expect(after).toEqual({
    ...before,
    objectName: expect.any(String),
    byteLength: other.length,
    sha256: digest(other),
    totalSamples: 41,
    importedAt: new Date(later),
    retainUntil: null,
  });
  expect(await imports.store.list()).toEqual([after?.objectName]);
  expect(await imports.unclaimed([before?.objectName ?? ""])).toEqual([]);
});

type Spoil = (imports: RecordingsFixture, object: string) => Promise<unknown>;

const spoils: Readonly<Record<string, Spoil>> = {
  "known to be gone": async ({ db }, object) => {
    const missingSince = new Date(now);
    await db.update(recordings).set({ missingSince }).where(eq(recordings.objectName, object));
  },
  "without an object": ({ store }, object) => store.remove(object),
  "with a shortened object": ({ store }, object) => store.shorten(object),
  "without its whole store": ({ store }) => store.lose(),
};

for (const [title, spoil] of Object.entries(spoils)) {
  test(`the same bytes are stored again for a recording ${title} @store`, async ({ imports }) => {
    const file = await imports.write(first);
    expect(await imports.import([file], { retainDays: 3 })).toEqual(["imported"]);
    const [before] = await imports.stored();
    await spoil(imports, before?.objectName ?? "");
    expect(await imports.import([file])).toEqual(["imported"]);
    const [after] = await imports.stored();
    expect(after).toEqual({ ...before, objectName: expect.any(String), retainUntil: null });
    expect(after?.objectName).not.toBe(before?.objectName);
    expect(await imports.store.read(after?.objectName ?? "")).toEqual(first);
    expect(await imports.store.list()).toEqual([after?.objectName]);
    expect(await imports.import([file])).toEqual(["unchanged"]);
  });
}

test("retention counts from the recording's own instant; without an option it has no end", async ({
  imports,
}) => {
  const file = await imports.write(first);
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
    expect(await imports.import([file], options)).toEqual([result]);
    const [row] = await imports.stored();
    expect(row?.retainUntil?.toISOString() ?? null).toBe(until);
  }
});

test("if files are the same recording, one with other bytes replaces the one before it", async ({
  imports,
}) => {
  for (const below of ["a", "b", "c"]) await imports.folder.makeFolder(below);
  const files = [
    await imports.write(first, undefined, "a/"),
    await imports.write(first, undefined, "b/"),
    await imports.write(other, undefined, "c/"),
  ];
  const storedContents = async () =>
    Promise.all((await imports.store.list()).map((object) => imports.store.read(object)));
  expect(await imports.import(files)).toEqual(["imported", "unchanged", "replaced"]);
  expect(await storedContents()).toEqual([other]);
  expect(await imports.import(files.toReversed())).toEqual(["unchanged", "replaced", "unchanged"]);
  expect(await storedContents()).toEqual([first]);
});

test("concurrent imports of one recording leave one object, which its row names @store", async ({
  imports,
}) => {
  const files = await Promise.all(
    [40, 41, 42].map(async (count) => {
      await imports.folder.makeFolder(String(count));
      return imports.write(makeFlac({ channels: [ramp(count)] }), undefined, `${count}/`);
    }),
  );
  const results = await Promise.all(files.map((file) => imports.import([file])));
  expect(results.flat()).toContain("imported");
  const stored = await imports.stored();
  expect(await imports.store.list()).toEqual(stored.map(({ objectName }) => objectName));
});

test("an interrupted import leaves no row without its object, and notes its object as unclaimed @store", async ({
  imports,
}) => {
  const { db, store } = imports;
  const file = await imports.write(first);
  const ended = new Error("ended here");

  // Before the object is there.
  const names: string[] = [];
  const before = async (object: string) => {
    names.push(object);
    throw ended;
  };
  await expect(imports.import([file], { store: { ...store, put: before } })).rejects.toBe(ended);
  expect(await imports.unclaimed(names)).toHaveLength(1);

  // Between the object and its row.
  const between: AudioStore["put"] = async (object, content) => {
    await store.put(object, content);
    names.push(object);
    await db.delete(unclaimedObjects).where(eq(unclaimedObjects.name, object));
    await db.insert(unclaimedObjects).values({ name: object, removeAt: new Date(now + 3_600_000) });
  };
  await expect(imports.import([file], { store: { ...store, put: between } })).rejects.toThrow(
    "took too long",
  );
  expect(await imports.stored()).toEqual([]);
  expect(await imports.store.list()).toEqual(names.slice(1));
  expect(await imports.unclaimed(names)).toHaveLength(2);
});

test("an object is noted as unclaimed for a day while it is stored @store", async ({ imports }) => {
  const file = await imports.write(first);
  const found: unknown[] = [];
  const put: AudioStore["put"] = async (object, content) => {
    found.push(...(await imports.unclaimed([object])));
    await imports.store.put(object, content);
  };
  expect(await imports.import([file], { store: { ...imports.store, put } })).toEqual(["imported"]);
  const [row] = await imports.stored();
  const object = row?.objectName ?? "";
  expect(found).toEqual([{ name: object, removeAt: new Date(now + 86_400_000) }]);
  expect(await imports.unclaimed([object])).toEqual([]);
});

test("a replaced object that cannot be removed stays unclaimed @store", async ({ imports }) => {
  const file = await imports.write(first);
  await imports.import([file]);
  const [before] = await imports.stored();
  await writeFile(file, other);
  const remove = () => Promise.reject(audioStoreUnavailable("not now"));
  expect(await imports.import([file], { store: { ...imports.store, remove } })).toEqual([
    "replaced",
  ]);
  const replaced = before?.objectName ?? "";
  expect(await imports.unclaimed([replaced])).toEqual([
    { name: replaced, removeAt: new Date(now) },
  ]);
});

test("an import that is killed can be run again and leaves no partial object under a name @store", async ({
  imports,
  reach,
}) => {
  test.slow();
  const { folder, store } = imports;
  await folder.makeFolder("in");
  const contents = new Map<string, Buffer>();
  const files: string[] = [];
  // So many that the import goes on for seconds after the file at which it is killed.
  for (let second = 0; second < 3600; second += 30) {
    const content = makeFlac({ channels: [ramp(2000 + second / 30)] });
    const clock = new Date(second * 1000).toISOString().slice(14, 19).replace(":", "");
    const time = `20190301T06${clock}Z`;
    files.push(await imports.write(content, time, "in/"));
    contents.set(digest(content), content);
  }
  const args = [builtFile("main.js"), "import", "recordings", join(folder.path, "in")];
  const child = spawn(process.execPath, args, {
    env: { PATH: process.env["PATH"], ...reach, ...store.environment },
    stdio: "ignore",
  });
  let events = 0;
  const endWatch = store.watch(() => {
    events += 1;
    if (events === 40) child.kill("SIGKILL");
  });
  const signal = await new Promise((resolve) => child.once("exit", (_code, by) => resolve(by)));
  endWatch();
  expect(signal).toBe("SIGKILL");

  const stored = await imports.stored();
  expect(stored.length).toBeGreaterThan(0);
  expect(stored.length).toBeLessThan(files.length);
  for (const { objectName, sha256 } of stored) {
    expect(await store.read(objectName)).toEqual(contents.get(sha256));
  }
  // Objects without a row are written down; only a whole file has a name of an object.
  const named = new Set(stored.map(({ objectName }) => objectName));
  const left = (await imports.store.list()).filter((object) => !named.has(object));
  expect(left.length).toBeLessThan(2);
  const unclaimed = await imports.unclaimed(left.map((object) => basename(object, ".partial")));
  expect(unclaimed).toHaveLength(left.length);

  const results = await imports.import(files);
  expect(results.filter((result) => result === "unchanged")).toHaveLength(stored.length);
  expect(results.filter((result) => result === "imported")).toHaveLength(
    files.length - stored.length,
  );
});
