import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, readdir, rename, rm, writeFile } from "node:fs/promises";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import type { DatabaseConfig } from "../../src/config.ts";
import { builtFile } from "../support/built-file.ts";
import { makeFlac } from "../support/flac.ts";
import { expect, test } from "./acoustic.ts";
import { linesOf } from "./csv.ts";
import { filesBelow } from "./watch-once.ts";

const second = Date.parse("2019-03-01T00:00:00Z") / 1000;
const plain = "sensor_id,datetime,LAeq";

const readAsUtc = "times without an offset were read as UTC: name a timezone in the profile";

test("files go to done or rejected, with their reasons; a folder of a sensor has its profile", async ({
  project: { acoustic, folder, other, sensor, storedSamples },
}) => {
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
  await folder.write(
    "thunder.csv",
    linesOf(
      "sensor_id,start_at,end_at,reason",
      `${sensor},2019-03-01T00:00Z,2019-03-01T01:00Z,thunder`,
    ),
  );
  await folder.write(`${sensor}_20190301T000000Z.flac`, makeFlac());
  await folder.write("noise.flac", "no recording");
  await folder.write("notes.doc", "other");
  await folder.write(".hidden.csv", linesOf(plain, good));
  await folder.write("growing.csv.part", linesOf(plain, good));
  await folder.write(
    `${other}/profile.yaml`,
    "delimiter: ';'\ncolumn: { datetime: Time, LAeq: Leq, sensor_id: '' }\n",
  );
  await folder.write(`${other}/a.txt`, linesOf("sensor_id;Time;Leq", "7;2019-03-01T00:02;62"));

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
      "rejected thunder.csv",
      `${readAsUtc} heard.csv`,
      `${readAsUtc} ${other}/a.txt`,
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
      "rejected/thunder.csv",
      "rejected/thunder.csv.reason.txt",
    ].toSorted(),
  );
  expect(await folder.read("done/good.csv")).toBe("an earlier file");
  expect(await folder.read("rejected/header.csv.reason.txt")).toBe(
    "header.csv:1: the header looks separated by semicolons: use --delimiter ';'\n",
  );
  expect(await folder.read("rejected/thunder.csv.reason.txt")).toBe(
    "thunder.csv:1: end_at, reason are columns of exclusions: use acoustic import exclusions\n",
  );
  expect(await storedSamples()).toEqual([
    { second, laeq: 6000 },
    { second: second + 60, laeq: 6100 },
  ]);
  expect(await storedSamples(other)).toEqual([{ second: second + 120, laeq: 6200 }]);
});

/** Starts a watch whose files have to stand still for a minute. */
async function startWatch(config: DatabaseConfig, folder: string, options: readonly string[] = []) {
  const env =
    config.kind === "postgres" ? { DATABASE_URL: config.url } : { DATA_DIR: config.dataDirectory };
  const args = ["watch", folder, "--settle", "1m", "--metrics-port", "0", ...options];
  const child = spawn(process.execPath, [builtFile("main.js"), ...args], {
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

test("times without a zone are a warning, once a folder and day, and are counted", async ({
  database,
  project: { acoustic, folder, other, sensor },
}) => {
  const counted = async () => {
    const [row] = await database.db.execute<{ rows: number }>(sql`select rows::integer as rows
      from import_counts where kind = 'samples' and result = 'read_as_utc'`);
    return row?.rows ?? 0;
  };
  const before = await counted();
  for (const id of [sensor, other]) await mkdir(join(folder.path, id));
  const rows = linesOf("datetime,LAeq", "2019-07-17 10:00:00,61.3", "2019-07-17 10:05:00,62.5");
  await folder.write(`${sensor}/a.csv`, rows);
  await folder.write(`${sensor}/b.csv`, rows);
  await folder.write(`${other}/profile.yaml`, "timezone: '+01:00'\n");
  await folder.write(`${other}/a.csv`, rows);
  await folder.write("c.csv", linesOf(plain, `${sensor},2019-07-18 10:00:00,60`));
  const run = await acoustic(["watch", folder.path, "--once", "--settle", "0s"]);
  const logged = run.stderr
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Record<string, unknown>)
    .filter(({ msg }) => String(msg).startsWith("times without an offset were read as UTC"));
  expect(logged.map(({ level, folder: named, rows: count }) => [level, named, count])).toEqual(
    expect.arrayContaining([
      ["warn", sensor, 2],
      ["warn", ".", 1],
    ]),
  );
  expect(logged).toHaveLength(2);
  // Other tests may import at the same time.
  expect((await counted()) - before).toBeGreaterThanOrEqual(5);
});

test("a watch --once that is stopped before its files stood still ends with 3", async ({
  databaseConfig,
  project: { folder, sensor },
}) => {
  await folder.write("a.csv", linesOf(plain, `${sensor},2019-03-01T00:00Z,60`));
  const watch = await startWatch(databaseConfig, folder.path, ["--once"]);
  await watch.metricsHave(`acoustic_watch_waiting_files{reason="upload"} 1`);
  watch.child.kill("SIGTERM");
  expect(await watch.ended).toEqual([3, null]);
});

test("a watch imports what comes, has metrics, and ends at SIGTERM with 0", async ({
  databaseConfig,
  project: { folder, sensor, storedSamples },
}) => {
  const { child, ended, metricsHave } = await startWatch(databaseConfig, folder.path);
  const upload = linesOf(plain, `${sensor},2019-03-01T00:00Z,60`, "nobody,2019,1");
  // Hidden until it is whole: a look must not find it half written.
  await rename(await folder.write(".a.csv", upload), join(folder.path, "a.csv.part"));
  await metricsHave(`acoustic_watch_waiting_files{reason="upload"} 1`);
  // Renamed, it does not have to stand still for a minute.
  await rename(join(folder.path, "a.csv.part"), join(folder.path, "a.csv"));
  await metricsHave('acoustic_watch_files_total{kind="samples",outcome="done"} 1');
  await metricsHave('acoustic_watch_rows_total{kind="samples",result="rejected"} 1');
  expect(await storedSamples()).toEqual([{ second, laeq: 6000 }]);
  child.kill("SIGTERM");
  expect(await ended).toEqual([0, null]);
});

test("a metrics port that is in use is reported, and the database is closed", async ({
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
