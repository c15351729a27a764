import { mkdir, readdir, rmdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createRejectedFile } from "../../src/ingest/csv/rejected-file.ts";
import { makeFlac } from "../support/flac.ts";
import { expect, test } from "./acoustic.ts";
import { linesOf } from "./csv.ts";
import { filesBelow, watchOnce } from "./watch-once.ts";

const second = Date.parse("2019-03-01T00:00:00Z") / 1000;
const plain = "sensor_id,datetime,LAeq";
const once = ["--once", "--settle", "0s"];

test("a file whose name is as long as a name can be is imported once, and has its rejected rows", async ({
  project: { acoustic, folder, sensor },
}) => {
  // 255 bytes, two for a letter.
  const nameOf = (letters: number, end: string) => `a${"ä".repeat(letters)}${end}`;
  const name = nameOf(125, ".csv");
  const content = linesOf(plain, `${sensor},2019-03-01T00:00Z,60`, "nobody,2019,1");
  for (const files of [
    [name, nameOf(120, ".rejected.csv")],
    [nameOf(117, ".2.csv"), nameOf(117, ".2.rejected.csv")],
  ]) {
    await folder.write(name, content);
    const { code } = await acoustic(["watch", folder.path, ...once]);
    expect(code).toBe(1);
    const places = [`done/${files[0]}`, `rejected/${files[1]}`];
    expect(await filesBelow(folder.path)).toEqual(expect.arrayContaining(places));
  }
  expect(await filesBelow(folder.path)).toHaveLength(4);
});

test("names that are not UTF-8, or steer a terminal, are rejected under a plain name, and reported", async ({
  folder,
}) => {
  const names = [
    Buffer.from("caf\u00e9.csv", "latin1"),
    Buffer.from("\u001b[2J\n.csv"),
    Buffer.from("\u009b.csv"),
    Buffer.from("ev\u202eil.csv"),
  ];
  const path = (name: Buffer) => Buffer.concat([Buffer.from(`${folder.path}/`), name]);
  for (const name of names) await writeFile(path(name), "a");
  const odd = Buffer.from([0xff]);
  await mkdir(path(odd));
  await writeFile(path(Buffer.concat([odd, Buffer.from("/a.csv")])), "a");
  await folder.write("café.csv", "a");

  const { files, imported } = await watchOnce(folder.path);
  expect(imported).toEqual(["café.csv"]);
  const plainNames = ["%1B[2J%A.csv", "%C2%9B.csv", "%FF/a.csv", "caf%E9.csv", "ev%E2%80%AEil.csv"];
  const rejected = plainNames.map((name) => `rejected/${name}`);
  await rmdir(path(odd));
  expect(files.toSorted()).toEqual(["done/café.csv", ...rejected].toSorted());
  expect(await filesBelow(folder.path)).toEqual(
    ["done/café.csv", ...rejected, ...rejected.map((name) => `${name}.reason.txt`)].toSorted(),
  );
  expect(await folder.read("rejected/caf%E9.csv.reason.txt")).toBe("its name is not UTF-8\n");
});

test("rejected rows go through a name that nobody can foresee, and not into a file that is there", async ({
  folder,
}) => {
  const write = async () => {
    const rows = createRejectedFile(
      join(folder.path, "a.rejected.csv"),
      { line: 1, text: "a", cells: ["a"], issue: null },
      ",",
    );
    await rows.add({ line: 2, text: "x", cells: ["x"], issue: null }, "bad");
    await rows.prepare();
    const [name = ""] = await readdir(folder.path);
    await rows.close();
    return name;
  };
  const [first, next] = [await write(), await write()];
  expect(first).toMatch(/^\.[0-9a-f]{24}\.partial$/);
  expect(next).not.toBe(first);
});

test("reasons of a file quote a part of what was uploaded", async ({
  project: { acoustic, folder },
}) => {
  const header = Array.from({ length: 90 }, (_, index) => `${index}${"x".repeat(600)}`).join(",");
  await folder.write("a.csv", linesOf(header, "1"));
  await acoustic(["watch", folder.path, ...once]);
  const reasons = (await folder.read("rejected/a.csv.reason.txt")).trim().split("\n");
  expect(reasons).toHaveLength(20);
  expect(Math.max(...reasons.map((line) => line.length))).toBeLessThanOrEqual(501);
});

test("files of a sensor that is not known wait, and are imported once apply has made it", async ({
  project,
}) => {
  const { acoustic, folder, storedSamples } = project;
  const later = `${project.projectId}-later`;
  await folder.makeFolder(later);
  await folder.write("a.csv", linesOf(plain, `${later},2019-03-01T00:00Z,60`, "bad,row"));
  await folder.write(`${later}/b.csv`, linesOf("datetime,LAeq", "2019-03-01T00:01Z,61"));
  await folder.write(`${later}_20190301T000000Z.flac`, makeFlac());
  const store = join(folder.path, ".store");
  await mkdir(store);
  await writeFile(join(store, "acoustic-audio-store"), "new");
  const watch = () => acoustic(["watch", folder.path, ...once], { env: { AUDIO_STORE: store } });
  const waiting = await watch();
  expect(waiting.code).toBe(3);
  expect(waiting.stderr.match(/unknown sensor/g)).toHaveLength(3);
  const names = [`${later}/b.csv`, `${later}_20190301T000000Z.flac`, "a.csv"];
  const inFolder = async (name: string) =>
    (await filesBelow(join(folder.path, name))).map((file) => `${name}/${file}`);
  expect(await inFolder("importing")).toEqual(names.map((name) => `importing/${name}`).toSorted());
  expect([...(await inFolder("done")), ...(await inFolder("rejected"))]).toEqual([]);

  await project.apply({ sensors: [...project.sensorIds, later].map((id) => ({ id, name: id })) });
  expect((await watch()).code).toBe(1);
  expect(await inFolder("done")).toEqual(names.map((name) => `done/${name}`).toSorted());
  expect(await inFolder("rejected")).toEqual(["rejected/a.rejected.csv"]);
  expect(await storedSamples(later)).toEqual([
    { second, laeq: 6000 },
    { second: second + 60, laeq: 6100 },
  ]);
});

test("rows of sensors that are not known wait in a file of their own, whose import touches no other sensor", async ({
  project,
}) => {
  const { acoustic, folder, sensor, storedSamples } = project;
  const [early, late] = [`${project.projectId}-early`, `${project.projectId}-late`];
  // Dublin's clock goes back at 02:00; the order of each sensor's rows determines the passes of 01:00.
  const profile = { "skip-lines": 1, delimiter: ";", timezone: "Europe/Dublin" };
  await folder.write("profile.yaml", JSON.stringify(profile));
  const hour = ["00:30", "01:30", "01:30", "02:30"];
  const rows = [sensor, early, late].flatMap((id) =>
    hour.map((time, index) => `${id};2019-10-27T${time};6${index};"a;b"`),
  );
  const header = "sensor_id;datetime;LAeq;classification";
  const bad = [`${early};2019;60;`, `${early};2019-10-27;60`, "no id;2019-10-27T00:30;60;"];
  await folder.write("a.csv", linesOf("Logger 7", header, ...rows, ...bad));
  const watch = () => acoustic(["watch", folder.path, ...once]);
  const makeSensors = (...ids: string[]) =>
    project.apply({ sensors: [...project.sensorIds, ...ids].map((id) => ({ id, name: id })) });
  const first = Date.UTC(2019, 9, 26, 23, 30) / 1000;
  const stored = [0, 1, 2, 3].map((index) => ({
    second: first + index * 3600,
    laeq: 6000 + index * 100,
    collected_classification: "a;b",
  }));

  const waiting = await watch();
  expect(waiting.code).toBe(3);
  expect(waiting.stderr).toContain(`unknown sensor \\"${early}\\"`);
  const unknown = "importing/a.unknown-sensors.csv";
  const rejected = "rejected/a.rejected.csv";
  expect(await filesBelow(folder.path)).toEqual(
    [unknown, "profile.yaml", "done/a.csv", rejected].toSorted(),
  );
  expect(await folder.read(unknown)).toBe(linesOf("", header, ...rows.slice(4)));
  expect((await folder.read(rejected)).trim().split("\n")).toHaveLength(4);
  expect(await storedSamples()).toEqual(stored);

  // A correction that comes meanwhile is newer than the file of which rows wait.
  await folder.write("b.csv", linesOf("Logger 7", header, `${sensor};2019-10-27T00:30;70;`));
  await makeSensors(early);
  expect((await watch()).code).toBe(3);
  expect(await folder.read(unknown)).toBe(linesOf("", header, ...rows.slice(8)));
  await makeSensors(early, late);
  expect((await watch()).code).toBe(0);
  expect(await filesBelow(folder.path)).toEqual([
    "done/a.csv",
    "done/a.unknown-sensors.2.csv",
    "done/a.unknown-sensors.csv",
    "done/b.csv",
    "profile.yaml",
    rejected,
  ]);
  expect(await storedSamples(early)).toEqual(stored);
  expect(await storedSamples(late)).toEqual(stored);
  const corrected = [{ second: first, laeq: 7000 }, ...stored.slice(1)];
  expect(await storedSamples()).toEqual(corrected);
});
