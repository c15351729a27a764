import { sql } from "drizzle-orm";
import { tableOf } from "../support/table.ts";
import { expect, jsonOf, success, test as base } from "./acoustic.ts";
import { expectRejected, fileResult, linesOf } from "./csv.ts";

const header = "sensor_id,start_at,end_at,reason,note";
const hour = (from: string, to: string) => `2019-03-10T${from}:00Z,2019-03-10T${to}:00Z`;

/** All that is stored of a sensor's exclusions: start, end, reason, note. */
const test = base.extend<{ stored: (sensorId: string) => Promise<unknown[][]> }>({
  table: "exclusions",
  stored: async ({ database: { db } }, use) => {
    await use(async (sensorId) => {
      const rows = await db.execute(sql`
        select to_char(start_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS') as start,
          to_char(exclusions.end_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS') as end, reason, note
        from exclusions join sensors using (sensor_no)
        where id = ${sensorId} order by start_at, exclusions.end_at, reason collate "C"`);
      return rows.map((row) => Object.values(row));
    });
  },
});

test("exclusions are stored to the second, in any order of columns, with or without notes", async ({
  stored,
  project: { importFiles, sensor },
}) => {
  const run = await importFiles({
    "a.csv": linesOf(
      "reason,end_at,sensor_id,start_at,note",
      `thunder,2019-03-10T13:00:00.999Z,${sensor},2019-03-10T12:00:00.999Z,"loud, ""near"""`,
      `Glocke,2019-03-10T14:00+02:00,${sensor},2019-03-10T10:00,`,
    ),
    "b.csv": linesOf(
      "sensor_id,start_at,end_at,reason",
      `${sensor},${hour("12:00", "13:00")},rain`,
    ),
  });
  expect(run).toEqual({
    code: 0,
    files: [fileResult("a.csv", 2, 2, 0, 0, 0), fileResult("b.csv", 1, 1, 0, 0, 0)],
    stderr: "",
  });
  expect(await stored(sensor)).toEqual([
    ["2019-03-10 10:00:00", "2019-03-10 12:00:00", "Glocke", null],
    ["2019-03-10 12:00:00", "2019-03-10 13:00:00", "rain", null],
    ["2019-03-10 12:00:00", "2019-03-10 13:00:00", "thunder", 'loud, "near"'],
  ]);
});

test("importing again changes nothing; another note replaces the stored one, another reason is another row", async ({
  stored,
  project: { importFiles, sensor },
}) => {
  const row = `${sensor},${hour("12:00", "13:00")}`;
  const first = {
    "a.csv": linesOf(header, `${row},thunder,`, `${row},rain,wet`, `${row},rain,wet`),
  };
  const results = async (files: Record<string, string>) => (await importFiles(files)).files;
  expect(await results(first)).toEqual([fileResult("a.csv", 3, 2, 0, 1, 0)]);
  expect(await results(first)).toEqual([fileResult("a.csv", 3, 0, 0, 3, 0)]);
  const second = {
    "a.csv": linesOf(header, `${row},thunder,near`, `${row},rain,`, `${row},wind,`),
  };
  expect(await results(second)).toEqual([fileResult("a.csv", 3, 1, 2, 0, 0)]);
  expect(await stored(sensor)).toMatchObject([
    [expect.any(String), expect.any(String), "rain", null],
    [expect.any(String), expect.any(String), "thunder", "near"],
    [expect.any(String), expect.any(String), "wind", null],
  ]);
  const twice = { "a.csv": linesOf(header, `${row},wind,a`, `${row},wind,b`) };
  expect(await results(twice)).toEqual([fileResult("a.csv", 2, 0, 2, 0, 0)]);
});

test("bad rows are written with line and reason, and good ones are kept", async ({
  project,
  stored,
}) => {
  const { sensor } = project;
  const time = hour("12:00", "13:00");
  const noInstant = "is no instant such as 2019-03-01T00:00:00Z";
  const noReason = "is no text of 1 to 64 characters without control characters";
  const [long, longNote] = ["r".repeat(65), "n".repeat(501)];
  const bad = tableOf(`
    nobody,${time},a, | unknown sensor "nobody": acoustic apply makes it, from the site file
    ${sensor},never,2019-03-10T12:00Z,a, | start_at "never" ${noInstant}
    ${sensor},2019-03-10T12:00Z,,a, | end_at "" ${noInstant}
    ${sensor},${hour("12:00", "12:00")},a, | end_at "2019-03-10T12:00:00Z" is not after start_at
    ${sensor},2019-03-10T12:00:00.1Z,2019-03-10T12:00:00.9Z,a, | end_at "2019-03-10T12:00:00.9Z" is not after start_at
    ${sensor},${time},, | reason "" ${noReason}
    ${sensor},${time}, , | reason "" ${noReason}
    ${sensor},${time},${long}, | reason "${long.slice(0, 60)}…" ${noReason}
    ${sensor},${time},a\u0007, | reason "a\\u0007" ${noReason}
    ${sensor},${time},a,${longNote} | note "${longNote.slice(0, 60)}…" is no text of at most 500 characters without control characters
  `);
  const longest = ["ü".repeat(64), "ü".repeat(500)] as const;
  await expectRejected(project, header, bad, `${sensor},${time},${longest.join(",")}`);
  expect(await stored(sensor)).toEqual([
    ["2019-03-10 12:00:00", "2019-03-10 13:00:00", ...longest],
  ]);
});

test("the options of files hold for exclusions: zone, delimiter, form of dates, columns, sensor", async ({
  stored,
  project: { acoustic, folder, sensor },
}) => {
  const file = await folder.write(
    "a.csv",
    linesOf(
      "Von;end_at;Grund",
      "31/03/2019 00:30;31/03/2019 02:30;storm",
      "31/03/2019 01:30;31/03/2019 02:30;skipped",
      "27/10/2019 00:30;27/10/2019 01:30;twice",
      "27/10/2019 01:30;27/10/2019 02:30;from either pass",
    ),
  );
  const options = `--timezone Europe/Dublin --delimiter ; --column start_at=Von --column reason=Grund`;
  const words = `import exclusions ${options} --sensor ${sensor}`.split(" ");
  const run = await acoustic([...words, "--date-format", "DD/MM/YYYY HH:mm", file]);
  expect(run.code).toBe(1);
  expect(await stored(sensor)).toEqual([
    ["2019-03-31 00:30:00", "2019-03-31 01:30:00", "storm", null],
  ]);
  const rejected = await folder.read("a.rejected.csv");
  expect(rejected).toContain('start_at ""31/03/2019 01:30"" does not exist in Europe/Dublin');
  expect(rejected).toContain('end_at ""27/10/2019 01:30"" exists twice in Europe/Dublin');
  expect(rejected).toContain('start_at ""27/10/2019 01:30"" exists twice in Europe/Dublin');
});

test("a dry run counts what the import does, and writes nothing", async ({
  stored,
  project: { acoustic, folder, importFiles, sensor },
}) => {
  const row = `${sensor},${hour("12:00", "13:00")}`;
  await importFiles({ "stored.csv": linesOf(header, `${row},a,`, `${row},b,note`) });
  const before = await stored(sensor);
  const rows = [
    `${row},a,`,
    `${row},b,other`,
    `${row},b,other`,
    `${row},c,`,
    `nobody,${hour("12:00", "13:00")},c,`,
  ];
  const file = await folder.write("a.csv", linesOf(header, ...rows));
  const run = await acoustic(["import", "exclusions", "--dry-run", file]);
  expect(run).toMatchObject({
    code: 1,
    stdout: expect.stringMatching(
      /: 5 rows would be: 1 inserted, 1 updated, 2 unchanged, 1 rejected\n {2}from 2019-03-10T12:00:00.000Z to [^\n]+\nThis was a dry run: nothing was written.\n$/,
    ),
  });
  const json = await acoustic(["import", "exclusions", "--dry-run", "--json", file]);
  expect(jsonOf(json)).toMatchObject({
    files: [{ ...fileResult(file, 5, 1, 1, 2, 1), rejectedFile: null }],
  });
  expect(await stored(sensor)).toEqual(before);
  expect(await folder.list()).toEqual(["a.csv", "stored.csv"]);
});

test("a header that is not that of exclusions ends with 2, and nothing is imported", async ({
  project: { importFiles },
}) => {
  const run = await importFiles({
    "a.csv": linesOf("sensor_id,datetime,end_at,reasons", "x"),
  });
  expect(run).toMatchObject({ code: 2, files: null });
  expect(run.stderr).toContain(
    'a.csv:1: unknown column "datetime"; columns are sensor_id, start_at, end_at, reason, note',
  );
  expect(run.stderr).toContain("a.csv:1: there is no column start_at");
  expect(run.stderr).toContain("a.csv:1: there is no column reason");
});

test("an export is imported again without a change, and a range takes those that meet it, whole", async ({
  project: { acoustic, folder, other, projectId, sensor },
}) => {
  const lines = [
    `${sensor},2001-01-01T00:00:00.000Z,2001-01-01T00:00:01.000Z,outside of the contract,`,
    `${sensor},2019-03-10T12:00:00.000Z,2019-03-10T13:00:00.000Z,"a, ""b""",'=1+1`,
    `${other},2019-03-10T12:30:00.000Z,2019-03-10T12:40:00.000Z,c,"two, parts"`,
  ];
  const file = await folder.write("a.csv", linesOf(header, ...lines));
  expect(await acoustic(["import", "exclusions", file])).toMatchObject({ code: 0 });
  const run = (...args: string[]) =>
    acoustic(["export", "exclusions", "--project", projectId, ...args]);
  const exported = await run();
  expect(exported).toEqual(success(linesOf(header, ...lines)));
  const again = await folder.write("b.csv", exported.stdout);
  const imported = await acoustic(["import", "exclusions", "--json", again]);
  expect(jsonOf(imported)).toMatchObject({ files: [fileResult(again, 3, 0, 0, 3, 0)] });
  const inRange = await run("--start-at", "2019-03-10T12:59:59Z", "--end-at", "2019-03-11");
  expect(inRange.stdout).toBe(linesOf(header, lines[1] ?? ""));
  const after = await run("--start-at", "2019-03-10T13:00:00Z", "--end-at", "2019-03-11");
  expect(after.stdout).toBe(linesOf(header));
  const ofSensor = await run("--sensor", other);
  expect(ofSensor.stdout).toBe(linesOf(header, lines[2] ?? ""));
});

test("those wholly inside a range are removed; others that meet it are named, and stay", async ({
  stored,
  project: { acoustic, folder, other, sensor },
}) => {
  const rows = [
    `${sensor},${hour("11:00", "12:00")},before,`,
    `${sensor},${hour("11:30", "12:30")},across the start,`,
    `${sensor},${hour("12:00", "13:00")},inside,`,
    `${sensor},${hour("12:30", "13:00")},inside too,`,
    `${sensor},2019-03-10T12:30:00Z,2019-03-10T13:00:01Z,across the end,`,
    `${sensor},${hour("13:00", "14:00")},after,`,
    `${other},${hour("12:00", "13:00")},of another,`,
  ];
  const file = await folder.write("a.csv", linesOf(header, ...rows));
  await acoustic(["import", "exclusions", file]);
  const range = ["--start-at", "2019-03-10T12:00:00Z", "--end-at", "2019-03-10T12:59:59Z"];
  const remove = (...args: string[]) =>
    acoustic(["remove", "exclusions", "--sensor", sensor, ...range, ...args]);
  const refused = await remove();
  expect(refused).toMatchObject({ code: 2 });
  const words = (verb: string) =>
    [
      `${verb}, the sensor ${sensor}, 2019-03-10T12:00:00.000Z to 2019-03-10T12:59:59.000Z:`,
      "  exclusions: 2",
      '  stays, for it is not wholly inside: 2019-03-10T11:30:00.000Z to 2019-03-10T12:30:00.000Z, "across the start"',
      '  stays, for it is not wholly inside: 2019-03-10T12:30:00.000Z to 2019-03-10T13:00:01.000Z, "across the end"',
      "",
    ].join("\n");
  expect(refused.stdout).toBe(words("To be removed"));
  expect(await stored(sensor)).toHaveLength(6);
  expect(await remove("--yes")).toEqual(success(words("Removed")));
  expect((await stored(sensor)).map((row) => row[2])).toEqual([
    "before",
    "across the start",
    "across the end",
    "after",
  ]);
  const left = (startAt: string, endAt: string, reason: string) => ({ startAt, endAt, reason });
  expect(jsonOf(await remove("--yes", "--json"))).toEqual({
    removed: true,
    sensors: [],
    samples: 0,
    classifications: 0,
    recordings: 0,
    bytes: 0,
    keys: [],
    exclusions: 0,
    left: [
      left("2019-03-10T11:30:00.000Z", "2019-03-10T12:30:00.000Z", "across the start"),
      left("2019-03-10T12:30:00.000Z", "2019-03-10T13:00:01.000Z", "across the end"),
    ],
  });
  expect(await stored(other)).toHaveLength(1);
});

test("exclusions go with their sensor, and are counted", async ({
  database,
  stored,
  project: { acoustic, importFiles, other, sensor },
}) => {
  const rows = [sensor, other].map((id) => `${id},${hour("12:00", "13:00")},a,`);
  await importFiles({ "a.csv": linesOf(header, ...rows) });
  const run = await acoustic(["remove", "sensor", sensor, "--yes", "--json"]);
  expect(jsonOf(run)).toMatchObject({ removed: true, sensors: [sensor], exclusions: 1 });
  const left = await database.db.execute(sql`select count(*)::integer as count from exclusions
    where sensor_no not in (select sensor_no from sensors)`);
  expect([...left]).toEqual([{ count: 0 }]);
  expect(await stored(other)).toHaveLength(1);
});
