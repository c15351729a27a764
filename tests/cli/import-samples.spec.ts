import { sql } from "drizzle-orm";
import { tableOf } from "../support/table.ts";
import { expect, test } from "./acoustic.ts";
import { expectRejected, fileResult, linesOf } from "./csv.ts";

const day = Date.parse("2019-03-01T00:00:00Z") / 1000;
const plain = "sensor_id,datetime,LAeq";

test("every column is stored, rounded once to hundredths of a dB", async ({
  project: { importFiles, sensor, storedSamples },
}) => {
  const { code } = await importFiles({
    "all.csv": linesOf(
      "datetime,LA90,sensor_id,LAeq,LCeq,LZeq,LAFmax,LAFmin,LCpeak,LA10,LA50,limit,classification",
      `2019-03-01T00:00:00.999Z,0.004,${sensor},64.005,-20,200,-0.005,64.1,1.994999,2.995,3,70.5,"siren, ""loud"""`,
      `2019-03-01T02:00:01+01:00,,${sensor},,,,,,,,50,,Glockengeläut {a} \\N NULL`,
    ),
  });
  expect(code).toBe(0);
  expect(await storedSamples()).toEqual([
    {
      second: day,
      laeq: 6401,
      lceq: -2000,
      lzeq: 20_000,
      lafmax: -1,
      lafmin: 6410,
      lcpeak: 199,
      la10: 300,
      la50: 300,
      la90: 0,
      collected_limit: 7050,
      collected_classification: 'siren, "loud"',
    },
    { second: day + 3601, la50: 5000, collected_classification: "Glockengeläut {a} \\N NULL" },
  ]);
});

test("good rows are imported; bad rows are written with line and reason, byte for byte", async ({
  project,
}) => {
  const { sensor } = project;
  const at = "2019-03-01T00:00:00Z";
  const noInstant = "is no instant such as 2019-03-01T00:00:00Z";
  const noLevel = "is no level from -20 to 200 dB";
  const apply = "acoustic apply makes it, from the site file";
  const years = "--date-format reads years of four digits, with a clock";
  const bad = tableOf(`
    nobody,${at},60,, | unknown sensor "nobody": ${apply}
    ,${at},60,, | unknown sensor ""
    ${sensor.toUpperCase()},${at},60,, | unknown sensor "${sensor.toUpperCase()}": ${apply}
    ${sensor},2019-02-30,60,, | datetime "2019-02-30" ${noInstant}
    ${sensor},1551398400,60,, | datetime "1551398400" ${noInstant}: use --date-format "unix"
    ${sensor},01/03/2019 12:00,60,, | datetime "01/03/2019 12:00" ${noInstant}: use --date-format "DD/MM/YYYY HH:mm[:ss]" or "MM/DD/YYYY HH:mm[:ss]"
    ${sensor},1.3.2019,60,, | datetime "1.3.2019" ${noInstant}: ${years}
    ${sensor},2019/03/01,60,, | datetime "2019/03/01" ${noInstant}: ${years}
    ${sensor},01-03-2019,60,, | datetime "01-03-2019" ${noInstant}: ${years}
    ${sensor},17/03/26 10:00,60,, | datetime "17/03/26 10:00" ${noInstant}: ${years}
    ${sensor},1970-01-01T00:00:00.999Z,60,, | datetime "1970-01-01T00:00:00.999Z" is before 1970-01-01T00:00:01Z, the first second that is kept
    ${sensor},${at},200.01,, | LAeq "200.01" ${noLevel}
    ${sensor},${at},-20.001,, | LAeq "-20.001" ${noLevel}
    ${sensor},${at},6ee1,, | LAeq "6ee1" ${noLevel}
    ${sensor},${at},NaN,, | no level is given
    ${sensor},${at},60 dBC,, | LAeq "60 dBC" has another frequency weighting
    ${sensor},${at},"60,5",, | LAeq "60,5" ${noLevel}: for decimal commas use --decimal ','
    ${sensor},${at},60,x, | limit "x" ${noLevel}: --missing "x" makes it no value, --column limit= leaves the column out
    ${sensor},${at},,70,dog | no level is given
    ${sensor},${at},60,,a\u0000b | classification contains control characters
    nobody,never,loud,, | unknown sensor "nobody": ${apply}; datetime "never" ${noInstant}; LAeq "loud" ${noLevel}: --missing "loud" makes it no value
  `);
  const good = ["01", "02"].map((minute) => `${sensor},2019-03-01T00:${minute}:00Z,60,,`);
  await expectRejected(project, "sensor_id,datetime,LAeq,limit,classification", bad, ...good);
  expect(await project.storedSamples()).toEqual([
    { second: day + 60, laeq: 6000 },
    { second: day + 120, laeq: 6000 },
  ]);
});

test("a row with too few or too many cells or an open quote is the only rejected one; a byte order mark, CRLF and empty lines are no data", async ({
  project: { folder, importFiles, sensor },
}) => {
  const latin = Buffer.from(`${sensor},2019-03-01,60,caf\xe9`, "latin1");
  const run = await importFiles({
    "cells.csv": linesOf(
      plain,
      sensor,
      `${sensor},2019-03-01,60,x,"y,z"`,
      `${sensor},2019-03-01,60,`,
    ),
    "quotes.csv": [
      `${plain},classification`,
      `${sensor},2019-03-01T00:01Z,60,"open`,
      `${sensor},2019-03-01T00:02Z,60,fine`,
      `${sensor},2019-03-01T00:03Z,60,in"side`,
      `"${sensor}","2019-03-01T00:04Z","60","all ""quoted"""`,
      `${sensor},2019-03-01T00:05Z,60,"behind" it`,
      `${sensor},2019-03-01T00:06Z,60,"last`,
    ].join("\n"),
    "latin.csv": Buffer.concat([Buffer.from(`${plain},classification\r\n`), latin]),
    // A byte order mark, CRLF and empty lines.
    "windows.CSV": `\ufeff${plain}\r\n\r\n${sensor},2019-03-01T00:00Z,60\r\n\n${sensor},bad,60\r\n\r\n`,
    "none.csv": plain,
  });
  expect(run).toEqual({
    code: 1,
    files: [
      fileResult("cells.csv", 3, 1, 0, 0, 2),
      fileResult("quotes.csv", 6, 3, 0, 0, 3),
      fileResult("latin.csv", 1, 0, 1, 0, 0),
      fileResult("windows.CSV", 2, 0, 0, 1, 1),
      fileResult("none.csv", 0, 0, 0, 0, 0),
    ],
    stderr: "",
  });
  expect(await folder.read("cells.rejected.csv")).toBe(
    linesOf(
      `${plain},line,reason`,
      `${sensor},,,2,"the row has 1 cells, the header 3"`,
      `${sensor},2019-03-01,60,3,"the row has 5 cells, the header 3; beyond them stands ""x,y,z"""`,
    ),
  );
  const reason = '"a quote is not closed, or stands inside a cell"';
  expect(await folder.read("quotes.rejected.csv")).toBe(
    linesOf(
      `${plain},classification,line,reason`,
      `${sensor},2019-03-01T00:01Z,60,"""open",2,${reason}`,
      `${sensor},2019-03-01T00:05Z,60,"""behind"" it",6,${reason}`,
      `${sensor},2019-03-01T00:06Z,60,"""last",7,${reason}`,
    ),
  );
  expect(await folder.read("windows.rejected.csv")).toMatch(
    /^sensor_id,datetime,LAeq,line,reason\n[^\n]+,bad,60,5,/,
  );
});

test("importing again changes nothing and removes the rejected rows of the last import", async ({
  project: { folder, importFiles, sensor, storedSamples },
}) => {
  const header = `${plain},LCeq`;
  const again = linesOf(
    header,
    `${sensor},2019-03-01T00:00Z,60,70`,
    `${sensor},2019-03-01T00:05Z,61,`,
    `${sensor},2019-03-01,,`,
  );
  const filesOf = async (content: string) => (await importFiles({ "a.csv": content })).files;
  expect(await filesOf(again)).toEqual([fileResult("a.csv", 3, 2, 0, 0, 1)]);
  expect(await filesOf(again)).toEqual([fileResult("a.csv", 3, 0, 0, 2, 1)]);
  expect(await folder.list()).toEqual(["a.csv", "a.rejected.csv"]);
  // The empty cell removes LCeq.
  const other = linesOf(header, `${sensor},2019-03-01T00:00Z,60,`);
  expect(await filesOf(other)).toEqual([fileResult("a.csv", 1, 0, 1, 0, 0)]);
  expect(await folder.list()).toEqual(["a.csv"]);
  expect(await storedSamples()).toEqual([
    { second: day, laeq: 6000 },
    { second: day + 300, laeq: 6100 },
  ]);
});

/** Stored level, levels of the rows of a file in order, the four counts, and the level afterwards. */
const repetitions = [
  ["new, then other", null, [1, 2], 0, 0, 0, 2, null],
  ["new, then the same", null, [1, 1], 1, 0, 1, 0, 1],
  ["there, and the same", 1, [1, 1], 0, 0, 2, 0, 1],
  ["there, then other", 1, [1, 2], 0, 0, 0, 2, 1],
  ["replaced, twice the same", 1, [2, 2], 0, 1, 1, 0, 2],
  ["other, the same, other", 1, [2, 1, 2], 0, 0, 0, 3, 1],
] as const;

for (const [what, before, levels, inserted, updated, unchanged, rejected, after] of repetitions) {
  test(`of rows of one second with other levels none counts, and equal ones count once: ${what}`, async ({
    project: { addSamples, importFiles, sensor, storedSamples },
  }) => {
    if (before !== null) await addSamples([{ second: day, LAeq: before }]);
    const [first = "", ...others] = levels.map((level) => `${sensor},2019-03-01,${level}`);
    // Another row is between them, so that they are not neighbours.
    const between = `${sensor},2019-02-01,50`;
    const run = await importFiles({ "a.csv": linesOf(plain, first, between, ...others) });
    const counts = [levels.length + 1, inserted + 1, updated, unchanged, rejected] as const;
    const code = rejected === 0 ? 0 : 1;
    expect(run).toEqual({ code, files: [fileResult("a.csv", ...counts)], stderr: "" });
    expect(await storedSamples()).toEqual([
      { second: day - 28 * 86_400, laeq: 5000 },
      ...(after === null ? [] : [{ second: day, laeq: after * 100 }]),
    ]);
  });
}

test("each of several rows of one second names one with other levels", async ({
  project: { folder, importFiles, sensor },
}) => {
  const rows = [2, 1, 2].map((level) => `${sensor},2019-03-01,${level}`);
  await importFiles({ "a.csv": linesOf(plain, ...rows) });
  expect(await folder.read("a.rejected.csv")).toMatch(
    /,2,line 3 has other levels of the same second\n.*,3,line 2 has other[^\n]*\n.*,4,line 3 has other/,
  );
});

test("a row replaces the levels of its columns, in either order of the files", async ({
  project: { importFiles, other: second, sensor: first, storedSamples },
}) => {
  const leq = (sensor: string) => linesOf(`${plain},LAFmax`, `${sensor},2019-03-01,65.1,77`);
  const ln = (sensor: string) =>
    linesOf("sensor_id,datetime,LA10,LA90", `${sensor},2019-03-01,68.1,52`);
  await importFiles({ "a.csv": leq(first), "b.csv": ln(first) });
  await importFiles({ "b.csv": ln(second), "a.csv": leq(second) });
  const row = { second: day, laeq: 6510, lafmax: 7700, la10: 6810, la90: 5200 };
  expect(await storedSamples(first)).toEqual([row]);
  expect(await storedSamples(second)).toEqual([row]);
});

test("if the header of one file is wrong, no file is imported", async ({
  project: { importFiles, sensor, storedSamples },
}) => {
  const run = await importFiles(
    {
      "good.csv": linesOf(plain, `${sensor},2019-03-01,60`),
      "empty.csv": "",
      "columns.csv": linesOf("sensor_id,laeq,LAeq,LAeq,noise"),
      "binary.csv": Buffer.from([0x7f, 0x45, 0x4c, 0x46, 0, 1, 2, 0xff]),
      "old.rejected.csv": linesOf(`${plain},line,reason`),
    },
    { paths: ["missing.csv", "."] },
  );
  const columns =
    "columns are sensor_id, datetime, date, time, LAeq, LCeq, LZeq, LAFmax, LAFmin, LCpeak, LA10, LA50, LA90, limit, classification";
  const hint = "in a file of rejected rows, remove the columns line and reason";
  expect(run).toEqual({
    code: 2,
    files: null,
    stderr: linesOf(
      "empty.csv:1: there is no header: the first line names the columns",
      'columns.csv:1: unknown column "laeq"; write LAeq',
      `columns.csv:1: unknown column "noise"; ${columns}`,
      "columns.csv:1: the column LAeq occurs twice",
      "columns.csv:1: there is no column datetime: use --column datetime=…, or --column date=… and --column time=…",
      `binary.csv:1: unknown column "\x7fELF\\u0000\\u0001\\u0002ÿ"; ${columns}`,
      "binary.csv:1: there is no column sensor_id: use --sensor, or --column sensor_id=…",
      "binary.csv:1: there is no column datetime: use --column datetime=…, or --column date=… and --column time=…",
      "binary.csv:1: if the columns are named in a later line, use --skip-lines; one with # is a comment",
      `old.rejected.csv:1: unknown column "line"; ${hint}`,
      `old.rejected.csv:1: unknown column "reason"; ${hint}`,
      "missing.csv: cannot be read: ENOENT: no such file or directory, stat 'missing.csv'",
      ".: cannot be read: it is a folder, not a file",
      "acoustic look columns.csv says how the file is imported",
    ),
  });
  expect(await storedSamples()).toEqual([]);
});

test("rejected rows never overwrite an imported file", async ({
  project: { folder, importFiles, sensor },
}) => {
  const content = linesOf(plain, `${sensor},2019-03-01,60`);
  expect(await importFiles({ "a.csv": content, "a.rejected.csv": content })).toEqual({
    code: 2,
    files: null,
    stderr:
      "a.csv: its rejected rows would go to a.rejected.csv, which is that of a.rejected.csv\n",
  });
  expect(await folder.read("a.rejected.csv")).toBe(content);
});

test("a bad line of 10 MB is rejected; a line of 20 MB refuses the file", async ({
  project: { folder, importFiles, sensor, storedSamples },
}) => {
  const long = "9".repeat(10_000_000);
  const bad = `${sensor},2019-03-01T00:01Z,${long}`;
  const run = await importFiles({
    "long.csv": linesOf(
      plain,
      `${sensor},2019-03-01T00:00Z,60`,
      bad,
      `${sensor},2019-03-01T00:02Z,60`,
    ),
    "longer.csv": linesOf(plain, `${sensor},2019-03-01T00:03Z,60`, `${long}${long}`),
  });
  expect(run).toEqual({
    code: 2,
    files: [fileResult("long.csv", 3, 2, 0, 0, 1)],
    stderr: "longer.csv:3: the line is longer than 16 MiB; this is no CSV file\n",
  });
  expect((await folder.read("long.rejected.csv")).includes(`${bad},3,`)).toBe(true);
  expect(await storedSamples()).toHaveLength(2);
});

test("files that were reported stay imported if a later file fails", async ({
  project: { folder, importFiles, other: second, sensor: first, storedSamples },
}) => {
  const content = (sensor: string) =>
    linesOf(plain, `${sensor},2019-03-01T00:00Z,60`, "nobody,2019-03-01,60");
  // Rejected rows cannot be put where a folder stands, so the second file cannot be finished.
  await folder.makeFolder("second.rejected.csv");
  expect(await importFiles({ "first.csv": content(first), "second.csv": content(second) })).toEqual(
    {
      code: 2,
      files: [fileResult("first.csv", 2, 1, 0, 0, 1)],
      stderr:
        "second.rejected.csv: the rejected rows go there, and it is no file\n" +
        "second.csv: nothing of this file is kept\n",
    },
  );
  expect(await storedSamples(first)).toHaveLength(1);
  expect(await storedSamples(second)).toEqual([]);
  expect(await folder.list()).toEqual([
    "first.csv",
    "first.rejected.csv",
    "second.csv",
    "second.rejected.csv",
  ]);
});

test("if rejected rows cannot be written, nothing of the file is imported, or the rows of its steps in the embedded database", async ({
  database,
  project: { importFiles, sensor, storedSamples },
}) => {
  const isEmbedded = database.kind === "embedded";
  const good = `${sensor},2019-03-01T00:00Z,60`;
  // As long as a name can be, so that the one of its rejected rows is too long.
  const name = `${"a".repeat(251)}.csv`;
  expect(await importFiles({ [name]: linesOf(plain, good, "nobody,2019,1") })).toEqual({
    code: 2,
    files: [],
    stderr: expect.stringMatching(
      isEmbedded
        ? /^a+\.rejected\.csv: the rejected rows cannot be written: ENAMETOOLONG[^\n]*\na+\.csv: 1 row of it is stored; importing it again completes it\n$/
        : /^a+\.rejected\.csv: the rejected rows cannot be written: ENAMETOOLONG[^\n]*\na+\.csv: nothing of this file is kept\n$/,
    ),
  });
  expect(await storedSamples()).toHaveLength(isEmbedded ? 1 : 0);
  expect(await importFiles({ [name]: linesOf(plain, good) })).toMatchObject({ code: 0 });
});

test("an import that is killed leaves no file of its own, and on a server all rows or none", async ({
  database,
  project: { folder, importFiles, sensor, storedSamples },
}) => {
  const rows = Array.from({ length: 600_000 }, (_, index) => {
    const datetime = new Date((day + index * 60) * 1000).toISOString();
    return `${sensor},${datetime},${index % 100 === 0 ? "bad" : "60"}`;
  });
  const run = await importFiles(
    { "big.csv": linesOf(plain, rows.join("\n")) },
    { killAtFirstProgress: true },
  );
  expect(run).toEqual({
    code: null,
    files: null,
    stderr: expect.stringMatching(/^\d+ % big\.csv: [\d,]+ rows\n/),
  });
  expect(await folder.list()).toEqual(["big.csv"]);
  const stored = await storedSamples();
  if (database.kind === "embedded") expect(stored.length).toBeLessThan(rows.length * 0.99);
  else expect([0, rows.length * 0.99]).toContain(stored.length);
});

test("a large import updates the statistics of the planner", async ({
  database,
  onCitus,
  project: { importFiles, sensor },
}) => {
  test.skip(onCitus, "on Citus, autovacuum of the workers updates the statistics");
  const rows = Array.from(
    { length: 1000 },
    (_, index) => `${sensor},${new Date((day + index) * 1000).toISOString()},60`,
  );
  expect(await importFiles({ "large.csv": linesOf(plain, ...rows) })).toMatchObject({ code: 0 });
  const [table] = await database.db.execute<{ tuples: number }>(
    sql`select sum(reltuples)::float8 as tuples from pg_class join pg_inherits on inhrelid = oid
      where inhparent = 'samples'::regclass`,
  );
  expect(table?.tuples).toBeGreaterThanOrEqual(1000);
});

test("one connection in the configuration is enough for an import into a new month", async ({
  project: { acoustic, folder, sensor, storedSamples },
}) => {
  const file = await folder.write("a.csv", linesOf(plain, `${sensor},2037-05-01T00:00Z,60`));
  const env = { DATABASE_POOL_MAX: "1" };
  const run = await acoustic(`import samples --allow-future ${file}`, { env });
  expect(run).toMatchObject({ code: 0 });
  expect(await storedSamples()).toHaveLength(1);
});

test("samples more than a day in the future are rejected, unless an option accepts them", async ({
  project: { acoustic, folder, importFiles, sensor, storedSamples },
}) => {
  const [near, far] = [23, 25].map((hours) =>
    new Date(Date.now() + hours * 3_600_000).toISOString().replace(/\.\d+/, ""),
  );
  const content = linesOf(plain, ...[near, far].map((time) => `${sensor},${time},60`));
  const files = [{ inserted: 1, rejected: 1 }];
  expect(await importFiles({ "a.csv": content })).toMatchObject({ code: 1, files });
  expect(await folder.read("a.rejected.csv")).toContain(
    `"datetime ""${far}"" is more than a day in the future (--allow-future accepts it)"`,
  );
  expect(await storedSamples()).toHaveLength(1);
  const run = await acoustic(`import samples --allow-future ${folder.path}/a.csv`);
  expect(run).toMatchObject({ code: 0 });
  expect(await storedSamples()).toHaveLength(2);
});

test("the summary counts the stored rows outside the contract, and all where there is none", async ({
  project,
}) => {
  const { acoustic, folder, sensor } = project;
  // March 2019 in Dublin: to 22:59:59 UTC.
  const times = ["2019-02-28T23:59:59Z", "2019-03-01", "2019-03-31T22:59:59Z", "2019-03-31T23:00Z"];
  const rows = times.map((time) => `${sensor},${time},60`);
  const file = await folder.write("a.csv", linesOf(plain, ...rows, `${sensor},2036,60`));
  const outside = async () =>
    /outside the contract.*/.exec((await acoustic(["import", "samples", file])).stdout)?.[0];
  const [two, one, four] = ["2 rows", "1 row", "4 rows"].map(
    (count) => `outside the contract, stored but not served: ${count}`,
  );
  expect(await outside()).toBe(two);
  await project.apply({ contract: { startAt: "2019-02-01", endAt: "2019-03-31" } });
  expect(await outside()).toBe(one);
  await project.apply({ contract: { startAt: "2019-02-01", endAt: "2019-04-01" } });
  expect(await outside()).toBeUndefined();
  await project.apply({ contract: null });
  expect(await outside()).toBe(four);
});
