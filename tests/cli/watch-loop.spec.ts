import { appendFile, mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { DroppedFile } from "../../src/ingest/drop-folder/import-dropped-file.ts";
import { UnknownSensor } from "../../src/ingest/invalid-input.ts";
import { expect, type Folder, test } from "./acoustic.ts";
import { done, filesBelow, looks, watchOnce } from "./watch-once.ts";

const refused = () => Object.assign(new Error("refused"), { code: "ECONNREFUSED" });

test("a database that is away is reported once; its files stay, and are imported when it is back", async ({
  folder,
}) => {
  await folder.write("a.csv", "a");
  await folder.write("b.csv", "b");
  let isAway = true;
  const watch = await watchOnce(folder.path, {
    importFile: async () => {
      if (isAway) throw refused();
      return done;
    },
    ...looks(5, async (look) => {
      if (look !== 3) return;
      expect(await filesBelow(folder.path)).toEqual(["b.csv", "importing/a.csv"]);
      isAway = false;
    }),
  });
  expect(watch).toMatchObject({
    hasFilesLeft: false,
    files: ["done/a.csv", "done/b.csv"],
    failures: ["all: refused", null],
  });
});

test("what keeps one file from being imported keeps no other, and rejects nothing", async ({
  folder,
}) => {
  await folder.write("a.csv", "a");
  await folder.write("b.csv", "b");
  const importFile = async (path: string) => {
    if (path === "a.csv") throw new Error("no permission");
    return done;
  };
  expect(await watchOnce(folder.path, { importFile })).toEqual({
    imported: ["a.csv", "b.csv"],
    hasFilesLeft: true,
    files: ["done/b.csv"],
    failures: ["a.csv: no permission"],
    waiting: { upload: 0, sensor: 0, failure: 1, kind: 0 },
  });
  expect(await filesBelow(folder.path)).toEqual(["done/b.csv", "importing/a.csv"]);
});

for (const [what, error, waits, pauses] of [
  ["of a sensor that is not known", new UnknownSensor(["unknown sensor"]), "sensor", 300],
  ["that fails", new Error("no permission"), "failure", 300],
  ["that waits for the database", refused(), "upload", 30],
] as const) {
  test(`a file ${what} is tried again after pauses that double, and is reported and counted`, async ({
    folder,
  }) => {
    await folder.write("a.csv", "a");
    const stop = new AbortController();
    const doubled = Array.from({ length: 11 }, (_, index) => Math.min(2 ** index, pauses));
    // A look a second before each try, and one at its time.
    const steps = doubled.flatMap((pause) => [pause - 1, 1]);
    const triedAt: number[] = [];
    let second = 0;
    const watch = await watchOnce(folder.path, {
      isOnce: false,
      signal: stop.signal,
      now: () => second * 1000,
      importFile: async () => {
        triedAt.push(second);
        throw error;
      },
      pause: async () => {
        const step = steps.shift();
        if (step === undefined) stop.abort();
        else second += step;
      },
    });
    const between = triedAt.map((at, index) => at - (triedAt[index - 1] ?? at)).slice(1);
    expect(between).toEqual(doubled);
    expect(watch.failures).toHaveLength(1);
    expect(watch.waiting).toMatchObject({ [waits]: 1 });
  });
}

/** Options of a watch that is stopped during the first import. */
function stopped() {
  const stop = new AbortController();
  const importFile = async () => {
    stop.abort();
    return done;
  };
  return { signal: stop.signal, importFile };
}

test("a stop between two files leaves the second", async ({ folder }) => {
  await folder.write("a.csv", "a");
  await folder.write("b.csv", "b");
  const watch = await watchOnce(folder.path, stopped());
  expect(watch).toMatchObject({ files: ["done/a.csv"], hasFilesLeft: true });
  expect(await filesBelow(folder.path)).toEqual(["b.csv", "done/a.csv"]);
});

test("a stop after the last file leaves none, though another one is under way as .part", async ({
  folder,
}) => {
  await folder.write("a.csv", "a");
  await folder.write("b.csv.part", "b");
  const watch = await watchOnce(folder.path, stopped());
  expect(watch).toMatchObject({ files: ["done/a.csv"], hasFilesLeft: false });
});

test("a file that is written during its import is not moved: it is imported again", async ({
  folder,
}) => {
  await folder.write("a.csv", "first");
  const read: string[] = [];
  const watch = await watchOnce(folder.path, {
    ...looks(3),
    importFile: async () => {
      read.push(await folder.read("importing/a.csv"));
      // As an uploader does who opened it before it was moved.
      if (read.length === 1) await appendFile(join(folder.path, "importing/a.csv"), " more");
      return done;
    },
  });
  expect(read).toEqual(["first", "first more"]);
  expect(watch.files).toEqual(["done/a.csv"]);
});

test("a new file under the name of one that is being imported waits, and is imported after it", async ({
  folder,
}) => {
  await folder.write("a.csv", "first");
  const read: string[] = [];
  const watch = await watchOnce(folder.path, {
    ...looks(4),
    importFile: async () => {
      read.push(await folder.read("importing/a.csv"));
      if (read.length === 1) await folder.write("a.csv", "second");
      if (read.length <= 2) throw new Error("not now");
      return done;
    },
  });
  expect(read).toEqual(["first", "first", "first", "second"]);
  expect(watch.files).toEqual(["done/a.csv", "done/a.2.csv"]);
});

/** As an import that rejects rows, and as one that rejects a file, for the reason that is its content. */
const rejecting = (folder: Folder) => async (name: string) => {
  const content = await folder.read(`importing/${name}`);
  if (content.startsWith("reason")) {
    return { ...done, outcome: "rejected", reasons: [content] } satisfies DroppedFile;
  }
  await writeFile(join(folder.path, "importing/.new/rows"), content);
  return done;
};

test("rejected rows and reasons belong to their file, whatever the names in done and rejected are", async ({
  folder,
}) => {
  await folder.makeFolder("s");
  for (const number of ["first", "second"]) {
    await folder.write("a.csv", number);
    await folder.write("s/b.txt", `reason ${number}`);
    await watchOnce(folder.path, { importFile: rejecting(folder) });
  }
  const files = await filesBelow(folder.path);
  const contents = await Promise.all(files.map((file) => folder.read(file)));
  expect(Object.fromEntries(files.map((file, index) => [file, contents[index]]))).toEqual({
    "done/a.csv": "first",
    "done/a.2.csv": "second",
    "rejected/a.rejected.csv": "first",
    "rejected/a.2.rejected.csv": "second",
    "rejected/s/b.txt": "reason first",
    "rejected/s/b.2.txt": "reason second",
    "rejected/s/b.txt.reason.txt": "reason first\n",
    "rejected/s/b.2.txt.reason.txt": "reason second\n",
  });
});

test("two watchers of one folder import each file once, and neither stumbles", async ({
  folder,
}) => {
  const names = Array.from({ length: 20 }, (_, index) => `${index}.csv`);
  for (const name of names) await folder.write(name, `rows of ${name}`);
  const options = { importFile: rejecting(folder) };
  const watches = await Promise.all([
    watchOnce(folder.path, options),
    watchOnce(folder.path, options),
  ]);
  expect(watches.flatMap(({ failures }) => failures)).toEqual([]);
  const all = names.map((name) => `done/${name}`).toSorted();
  expect(watches.flatMap(({ files }) => files).toSorted()).toEqual(all);
  const rows = names.map((name) => `rejected/${name.replace(".csv", ".rejected.csv")}`);
  expect(await filesBelow(folder.path)).toEqual([...all, ...rows.toSorted()]);
});

test("a process that is killed after any step leaves what the next one finishes, once", async ({
  folder,
}) => {
  const leave = async (path: string, content: string) => {
    const place = join(folder.path, "importing", path);
    await mkdir(join(place, ".."), { recursive: true });
    await writeFile(place, content);
  };
  await watchOnce(folder.path);
  // After the move to `importing`.
  await leave("s/a.csv", "a");
  await mkdir(join(folder.path, "s"));
  // During the next file's import.
  await leave("b.csv", "b");
  await leave(".new/rows", "rows of b.csv, half written");
  await leave(".new/.0123456789.partial", "rows of b.csv, half written");
  // Before that file's move, and after it.
  await leave("c.csv", "c");
  await leave(".finished/rows/c.csv", "c");
  await folder.write("done/d.csv", "d");
  await leave(".finished/rows/d.csv", "d");
  await folder.write("rejected/e.csv", "reason e");
  await leave(".finished/reason/e.csv", "reason e\n");
  await folder.makeFolder("done/s");
  await folder.write("done/s/g.csv", "g");
  await leave(".finished/remaining/s/g.csv", "rows of g.csv that wait");
  const { files } = await watchOnce(folder.path, { importFile: rejecting(folder) });
  expect(files.toSorted()).toEqual([
    "done/b.csv",
    "done/c.csv",
    "done/s/a.csv",
    "done/s/g.unknown-sensors.csv",
  ]);
  expect(await filesBelow(folder.path)).toEqual([
    "done/b.csv",
    "done/c.csv",
    "done/d.csv",
    "done/s/a.csv",
    "done/s/g.csv",
    "done/s/g.unknown-sensors.csv",
    "rejected/b.rejected.csv",
    "rejected/c.rejected.csv",
    "rejected/d.rejected.csv",
    "rejected/e.csv",
    "rejected/e.csv.reason.txt",
    "rejected/s/a.rejected.csv",
    "rejected/s/g.unknown-sensors.rejected.csv",
  ]);
  expect(await folder.read("rejected/b.rejected.csv")).toBe("b");
  // With no other file to import.
  await folder.write("done/f.csv", "f");
  await leave(".finished/rows/f.csv", "f");
  await watchOnce(folder.path);
  expect(await folder.read("rejected/f.rejected.csv")).toBe("f");
});
