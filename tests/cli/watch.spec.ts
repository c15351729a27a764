import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, readdir, rename, rm, writeFile } from "node:fs/promises";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { DatabaseConfig } from "#config.ts";
import type { DroppedFile } from "#ingest/drop-folder/import-dropped-file.ts";
import { companionsOf, putAway } from "#ingest/drop-folder/put-away.ts";
import { seeFile } from "#ingest/drop-folder/look-into-folder.ts";
import {
  type PutAwayFile,
  watchFolder,
  type WatchOptions,
} from "#ingest/drop-folder/watch-folder.ts";
import { packageFile } from "#package-files.ts";
import { makeFlac } from "../support/flac.ts";
import { expect, storedSamples } from "./acoustic.ts";
import { linesOf, testOfTable } from "./csv.ts";

const test = testOfTable("samples");
const second = Date.parse("2019-03-01T00:00:00Z") / 1000;
const plain = "sensor_id,datetime,LAeq";

/** All files below a folder, hidden ones included. */
async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(folder.length + 1))
    .toSorted();
}

test("files go to done or rejected, with their reasons; a folder of a sensor has its profile", async ({
  acoustic,
  csv,
  database,
}) => {
  const [sensor = "", other = ""] = csv.tenant.sensorIds;
  const { folder } = csv;
  const good = `${sensor},2019-03-01T00:00Z,60`;
  await mkdir(join(folder.path, other));
  await mkdir(join(folder.path, "done"));
  await folder.write("done/good.csv", "an earlier file");
  await folder.write("good.csv", linesOf(plain, good));
  await folder.write(
    "partly.csv",
    linesOf(plain, `${sensor},2019-03-01T00:01Z,61`, "nobody,2019,1"),
  );
  await folder.write("bad.csv", linesOf(plain, "nobody,2019,1"));
  await folder.write("header.csv", linesOf("sensor_id;datetime;LAeq", good));
  await folder.write(
    "heard.csv",
    linesOf("sensor_id,datetime,model,label,confidence", `${sensor},2019-03-01,m,dog,0.5`),
  );
  await folder.write(`${sensor}_20190301T000000Z.flac`, makeFlac());
  await folder.write("noise.flac", "no recording");
  await folder.write("notes.doc", "other");
  await folder.write(".hidden.csv", linesOf(plain, good));
  await folder.write("growing.csv.part", linesOf(plain, good));
  await folder.write(
    `${other}/profile.yaml`,
    "delimiter: ';'\ncolumn: { datetime: Time, LAeq: Leq }\n",
  );
  await folder.write(`${other}/a.txt`, linesOf("Time;Leq", "2019-03-01T00:02;62"));

  const store = await mkdtemp(join(tmpdir(), "acoustic-audio-"));
  await writeFile(join(store, "acoustic-audio-store"), "new");
  const run = await acoustic(["watch", folder.path, "--once", "--settle", "0s"], {
    env: { AUDIO_STORE: store },
  });
  await rm(store, { recursive: true });
  expect({ code: run.code, stdout: run.stdout }).toEqual({ code: 1, stdout: "" });
  const logged = run.stderr
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as { msg: string; file: string; movedTo: string });
  expect(logged.map(({ msg, file }) => `${msg} ${file}`).toSorted()).toEqual(
    [
      `imported ${sensor}_20190301T000000Z.flac`,
      `imported ${other}/a.txt`,
      "imported good.csv",
      "imported heard.csv",
      "imported partly.csv",
      "rejected bad.csv",
      "rejected header.csv",
      "rejected noise.flac",
      "rejected notes.doc",
    ].toSorted(),
  );
  expect(await filesBelow(folder.path)).toEqual(
    [
      ".hidden.csv",
      "growing.csv.part",
      `${other}/profile.yaml`,
      `done/${sensor}_20190301T000000Z.flac`,
      `done/${other}/a.txt`,
      "done/good.csv",
      "done/good.2.csv",
      "done/heard.csv",
      "done/partly.csv",
      "rejected/bad.csv",
      "rejected/bad.rejected.csv",
      "rejected/header.csv",
      "rejected/header.csv.reason.txt",
      "rejected/noise.flac",
      "rejected/noise.flac.reason.txt",
      "rejected/notes.doc",
      "rejected/notes.doc.reason.txt",
      "rejected/partly.rejected.csv",
    ].toSorted(),
  );
  expect(await folder.read("done/good.csv")).toBe("an earlier file");
  expect(await folder.read("rejected/header.csv.reason.txt")).toBe(
    "header.csv:1: the header looks separated by semicolons: give --delimiter ';'\n",
  );
  expect(await storedSamples(database, sensor)).toEqual([
    { second, laeq: 6000 },
    { second: second + 60, laeq: 6100 },
  ]);
  expect(await storedSamples(database, other)).toEqual([{ second: second + 120, laeq: 6200 }]);
});

/** Starts a watch whose files have to stand still for a minute. */
async function startWatch(config: DatabaseConfig, folder: string, options: readonly string[] = []) {
  const env =
    config.kind === "postgres" ? { DATABASE_URL: config.url } : { DATA_DIR: config.dataDirectory };
  const args = ["watch", folder, "--settle", "1m", "--metrics-port", "0", ...options];
  const child = spawn(process.execPath, [packageFile("dist/main.js"), ...args], {
    env: { PATH: process.env["PATH"], ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const ended = once(child, "exit");
  const [address] = (await once(child.stdout, "data")) as [Buffer];
  const metrics = address.toString().replace("metrics ", "").trim();
  const metricsHave = (text: string) =>
    expect.poll(async () => (await fetch(metrics)).text(), { timeout: 0 }).toContain(text);
  return { child, ended, metricsHave };
}

test("a watch --once that is stopped before its files stood still ends with 3", async ({
  csv,
  databaseConfig,
}) => {
  await csv.folder.write("a.csv", linesOf(plain, `${csv.sensor},2019-03-01T00:00Z,60`));
  const watch = await startWatch(databaseConfig, csv.folder.path, ["--once"]);
  await watch.metricsHave("acoustic_watch_waiting_files 1");
  watch.child.kill("SIGTERM");
  expect(await watch.ended).toEqual([3, null]);
});

test("a watch imports what comes, has metrics, and ends at SIGTERM with 0", async ({
  csv,
  databaseConfig,
  database,
}) => {
  const { folder, sensor } = csv;
  const { child, ended, metricsHave } = await startWatch(databaseConfig, folder.path);
  const upload = linesOf(plain, `${sensor},2019-03-01T00:00Z,60`, "nobody,2019,1");
  // Hidden until it is whole: a look must not find it half written.
  await rename(await folder.write(".a.csv", upload), join(folder.path, "a.csv.part"));
  await metricsHave("acoustic_watch_waiting_files 1");
  // Renamed, it does not have to stand still for a minute.
  await rename(join(folder.path, "a.csv.part"), join(folder.path, "a.csv"));
  await metricsHave('acoustic_watch_files_total{kind="samples",outcome="done"} 1');
  await metricsHave('acoustic_watch_rows_total{kind="samples",result="rejected"} 1');
  expect(await storedSamples(database, sensor)).toEqual([{ second, laeq: 6000 }]);
  child.kill("SIGTERM");
  expect(await ended).toEqual([0, null]);
});

test("wrong usage of watch is told", async ({ acoustic, folder }) => {
  const run = await acoustic(["watch", folder.path, "--settle", "5", "--metrics-port", "x"]);
  expect(run).toEqual({
    code: 2,
    stdout: "",
    stderr:
      "--settle: must be a time such as 5s, 500ms or 2m\n--metrics-port: must be a port from 0 to 65535\n",
  });
  const missing = await acoustic(["watch", join(folder.path, "none")]);
  expect(missing).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("cannot be read: ENOENT"),
  });
});

test("a metrics port that is taken is told, and the database is closed", async ({
  acoustic,
  dataDirectory,
  folder,
}) => {
  const taken = createServer().listen(0, "127.0.0.1");
  await once(taken, "listening");
  const { port } = taken.address() as AddressInfo;
  const run = await acoustic(["watch", folder.path, "--metrics-port", String(port)], {
    env: { DATABASE_URL: "", DATA_DIR: dataDirectory },
  });
  taken.close();
  expect(run).toMatchObject({ code: 2, stderr: expect.stringContaining("--metrics-port") });
  expect(await readdir(join(dataDirectory, "database"))).not.toContain("lock");
});

const done: DroppedFile = { kind: "samples", outcome: "done", rows: null, reasons: [] };

/** One watch of a folder without a database: `importFile` stands for the import. */
async function watchOnce(folder: string, changes: Partial<WatchOptions>) {
  const files: PutAwayFile[] = [];
  const troubles: (string | null)[] = [];
  const result = await watchFolder({
    folder,
    settleMilliseconds: 0,
    isOnce: true,
    signal: new AbortController().signal,
    importFile: async () => done,
    onPutAway: (file) => files.push(file),
    onTrouble: (trouble, file) =>
      troubles.push(trouble === null ? null : `${file ?? "all"}: ${trouble.message}`),
    pause: async () => undefined,
    ...changes,
  });
  return { ...result, files: files.map(({ movedTo }) => movedTo), troubles };
}

test("a database that is away is told once; its files stay, and are imported when it is back", async ({
  folder,
}) => {
  await folder.write("a.csv", "a");
  await folder.write("b.csv", "b");
  let rounds = 0;
  const stop = new AbortController();
  const watch = await watchOnce(folder.path, {
    isOnce: false,
    signal: stop.signal,
    importFile: async () => {
      if (rounds >= 3) return done;
      throw Object.assign(new Error("refused"), { code: "ECONNREFUSED" });
    },
    pause: async () => {
      rounds += 1;
      if (rounds === 3) expect(await folder.list()).toEqual(["a.csv", "b.csv", "done", "rejected"]);
      if (rounds === 5) stop.abort();
    },
  });
  expect(watch).toEqual({
    isInTrouble: false,
    files: ["done/a.csv", "done/b.csv"],
    troubles: ["all: refused", null],
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
    isInTrouble: true,
    files: ["done/b.csv"],
    troubles: ["a.csv: no permission"],
  });
  expect(await filesBelow(folder.path)).toEqual(["a.csv", "done/b.csv"]);
});

test("a stop between two files leaves the second", async ({ folder }) => {
  await folder.write("a.csv", "a");
  await folder.write("b.csv", "b");
  const stop = new AbortController();
  const importFile = async () => {
    stop.abort();
    return done;
  };
  const watch = await watchOnce(folder.path, { signal: stop.signal, importFile });
  expect(watch).toMatchObject({ files: ["done/a.csv"], isInTrouble: true });
  expect(await filesBelow(folder.path)).toEqual(["b.csv", "done/a.csv"]);
});

test("a stop after the last file leaves none, though another one is under way as .part", async ({
  folder,
}) => {
  await folder.write("a.csv", "a");
  await folder.write("b.csv.part", "b");
  const stop = new AbortController();
  const importFile = async () => {
    stop.abort();
    return done;
  };
  const watch = await watchOnce(folder.path, { signal: stop.signal, importFile });
  expect(watch).toMatchObject({ files: ["done/a.csv"], isInTrouble: false });
});

test("a file that is written or replaced during its import is not moved: it is imported again", async ({
  folder,
}) => {
  for (const replace of [false, true]) {
    const path = await folder.write("a.csv", "first");
    const read: string[] = [];
    const watch = await watchOnce(folder.path, {
      isOnce: false,
      signal: stopAfter(3),
      importFile: async () => {
        read.push(await folder.read("a.csv"));
        if (read.length === 1 && !replace) await writeFile(path, " more", { flag: "a" });
        if (read.length === 1 && replace) {
          await folder.write(".new", "second");
          await rename(join(folder.path, ".new"), path);
        }
        return done;
      },
      pause: async () => stopAfterPause(),
    });
    expect(read).toEqual(["first", replace ? "second" : "first more"]);
    expect(watch.files).toHaveLength(1);
  }
});

let pauses = 0;
let stopping = new AbortController();
function stopAfter(count: number): AbortSignal {
  pauses = count;
  stopping = new AbortController();
  return stopping.signal;
}
function stopAfterPause(): void {
  pauses -= 1;
  if (pauses === 0) stopping.abort();
}

test("a process that is killed after any step leaves what the next one finishes, once", async ({
  folder,
}) => {
  const rejected: DroppedFile = { ...done, outcome: "rejected", reasons: ["bad"] };
  const killed = new Error("killed");
  // After the import, and before the move.
  await folder.write("a.csv", "a");
  const seen = { path: "a.csv", ...(await seeFile(join(folder.path, "a.csv"))) } as const;
  await writeFile(join(folder.path, companionsOf("a.csv").reason), "bad\n");
  await watchOnce(folder.path, { importFile: () => Promise.reject(killed) });
  expect(await filesBelow(folder.path)).toEqual([".a.csv.reason.txt", "a.csv"]);
  expect(await watchOnce(folder.path, { importFile: async () => rejected })).toMatchObject({
    files: ["rejected/a.csv"],
  });
  const whole = ["rejected/a.csv", "rejected/a.csv.reason.txt"];
  expect(await filesBelow(folder.path)).toEqual(whole);
  // After the move, and before its companions.
  await folder.write(".b.csv.rejected.csv", "rows");
  await watchOnce(folder.path, {});
  expect(await filesBelow(folder.path)).toEqual([...whole, "rejected/b.rejected.csv"]);
  // Another process has moved it meanwhile.
  expect(await putAway(folder.path, seen as never, "done")).toBe("gone");
});

test("reasons of a file that was replaced, or that a mended profile lets in, do not stay", async ({
  folder,
}) => {
  await folder.write("a.csv", "a");
  await folder.write(".a.csv.reason.txt", "bad");
  await watchOnce(folder.path, {});
  expect(await filesBelow(folder.path)).toEqual(["done/a.csv"]);
  await folder.write("b.csv", "b");
  await folder.write(".b.csv.rejected.csv", "rows of an earlier b.csv");
  const whole: DroppedFile = { ...done, outcome: "rejected", rows: null, reasons: ["bad"] };
  await watchOnce(folder.path, { importFile: async () => whole });
  expect(await filesBelow(folder.path)).toEqual([
    "done/a.csv",
    "rejected/b.csv",
    "rejected/b.csv.reason.txt",
  ]);
});

test("two watchers of one folder move each file once, and neither stumbles", async ({ folder }) => {
  const names = Array.from({ length: 20 }, (_, index) => `${index}.csv`);
  for (const name of names) await folder.write(name, name);
  const watches = await Promise.all([watchOnce(folder.path, {}), watchOnce(folder.path, {})]);
  expect(watches.flatMap(({ troubles }) => troubles)).toEqual([]);
  // The name that one has taken in vain may be the reason for another number.
  const unnumbered = (files: readonly string[]) =>
    files.map((file) => file.replace(/\.2\.csv$/, ".csv")).toSorted();
  const all = names.map((name) => `done/${name}`).toSorted();
  expect(unnumbered(watches.flatMap(({ files }) => files))).toEqual(all);
  const kept = await filesBelow(folder.path);
  expect(unnumbered(kept)).toEqual(all);
  for (const name of kept) expect(await folder.read(name)).not.toBe("");
});
