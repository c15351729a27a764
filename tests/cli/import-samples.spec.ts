import { sql } from "drizzle-orm";
import type { Tenant } from "../support/tenant.ts";
import { counts, expect, filesOf, storedSamples, test } from "./acoustic.ts";

const day = Date.parse("2019-03-01T00:00:00Z") / 1000;

const sensorOf = (tenant: Tenant, index = 0) => tenant.sensorIds[index] ?? "";

test("every column is stored, rounded once to hundredths of a dB", async ({
  acoustic,
  folder,
  tenantOf,
  database,
}) => {
  const tenant = await tenantOf();
  const sensor = sensorOf(tenant);
  const file = await folder.write(
    "all.csv",
    [
      "datetime,LA90,sensor_id,LAeq,LCeq,LZeq,LAFmax,LAFmin,LCpeak,LA10,LA50,limit,classification",
      `2019-03-01T00:00:00.999Z,0.004,${sensor},64.005,-20,200,-0.005,064.1,1.994999,2.995,3,70.5,"siren, ""loud"""`,
      `2019-03-01T02:00:01+01:00,,${sensor},,,,,,,,50,,Glockengeläut {a,b} \\N NULL`.replace(
        "{a,b}",
        "{a}",
      ),
      "",
    ].join("\n"),
  );
  expect((await acoustic(["import", "samples", file])).code).toBe(0);
  expect(await storedSamples(database, sensor)).toEqual([
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
  acoustic,
  folder,
  tenantOf,
  database,
}) => {
  const tenant = await tenantOf();
  const sensor = sensorOf(tenant);
  const at = "2019-03-01T00:00:00Z";
  const bad: [cells: string, reason: string][] = [
    [`nobody,${at},60,,`, 'unknown sensor ""nobody""'],
    [`,${at},60,,`, 'unknown sensor """"'],
    [`${sensor.toUpperCase()},${at},60,,`, `unknown sensor ""${sensor.toUpperCase()}""`],
    [
      `${sensor},2019-02-30,60,,`,
      'datetime ""2019-02-30"" is no instant such as 2019-03-01T00:00:00Z',
    ],
    [
      `${sensor},1551398400,60,,`,
      'datetime ""1551398400"" is no instant such as 2019-03-01T00:00:00Z',
    ],
    [`${sensor}, ${at},60,,`, `datetime "" ${at}"" is no instant such as 2019-03-01T00:00:00Z`],
    [
      `${sensor},1970-01-01T00:00:00.999Z,60,,`,
      'datetime ""1970-01-01T00:00:00.999Z"" is before 1970-01-01T00:00:01Z, the first second that is kept',
    ],
    [`${sensor},${at},200.01,,`, 'LAeq ""200.01"" is no level from -20 to 200 dB'],
    [`${sensor},${at},-20.001,,`, 'LAeq ""-20.001"" is no level from -20 to 200 dB'],
    [`${sensor},${at},6e1,,`, 'LAeq ""6e1"" is no level from -20 to 200 dB'],
    [`${sensor},${at},NaN,,`, 'LAeq ""NaN"" is no level from -20 to 200 dB'],
    [`${sensor},${at}, 60,,`, 'LAeq "" 60"" is no level from -20 to 200 dB'],
    [`${sensor},${at},"60,5",,`, 'LAeq ""60,5"" is no level from -20 to 200 dB'],
    [`${sensor},${at},60,x,`, 'limit ""x"" is no level from -20 to 200 dB'],
    [`${sensor},${at},,70,dog`, "no level is given"],
    [`${sensor},${at},60,,a\u0000b`, "classification contains control characters"],
    [
      `nobody,never,loud,,`,
      'unknown sensor ""nobody""; datetime ""never"" is no instant such as 2019-03-01T00:00:00Z; LAeq ""loud"" is no level from -20 to 200 dB',
    ],
  ];
  const header = "sensor_id,datetime,LAeq,limit,classification";
  const good = (minute: string) => `${sensor},2019-03-01T00:${minute}:00Z,60,,`;
  const file = await folder.write(
    "a.csv",
    [header, good("01"), ...bad.map(([cells]) => cells), good("02"), ""].join("\n"),
  );
  const run = await acoustic(["import", "samples", "--json", file]);
  expect(filesOf(run, folder)).toEqual([
    {
      file: "a.csv",
      ...counts(bad.length + 2, 2, 0, 0, bad.length),
      rejectedFile: "a.rejected.csv",
    },
  ]);
  expect({ code: run.code, stderr: run.stderr }).toEqual({ code: 1, stderr: "" });
  const quoted = (reason: string) => (/[",]/.test(reason) ? `"${reason}"` : reason);
  expect(await folder.read("a.rejected.csv")).toBe(
    [
      `${header},line,reason`,
      ...bad.map(([cells, reason], index) => `${cells},${index + 3},${quoted(reason)}`),
      "",
    ].join("\n"),
  );
  expect(await storedSamples(database, sensor)).toEqual([
    { second: day + 60, laeq: 6000 },
    { second: day + 120, laeq: 6000 },
  ]);
});

test("a rejected row with too few or too many cells has line and reason in their columns", async ({
  acoustic,
  folder,
  tenantOf,
}) => {
  const sensor = sensorOf(await tenantOf());
  const file = await folder.write(
    "cells.csv",
    `sensor_id,datetime,LAeq\n${sensor}\n${sensor},2019-03-01,60,x,"y,z"\n${sensor},2019-03-01,60,\n`,
  );
  expect((await acoustic(["import", "samples", file])).code).toBe(1);
  expect(await folder.read("cells.rejected.csv")).toBe(
    [
      "sensor_id,datetime,LAeq,line,reason",
      `${sensor},,,2,"the row has 1 cells, the header 3"`,
      `${sensor},2019-03-01,60,3,"the row has 5 cells, the header 3; beyond them stands ""x,y,z"""`,
      `${sensor},2019-03-01,60,4,"the row has 4 cells, the header 3; beyond them stands """""`,
      "",
    ].join("\n"),
  );
});

test("an unclosed quote rejects its own line only", async ({ acoustic, folder, tenantOf }) => {
  const sensor = sensorOf(await tenantOf());
  const rows = [
    `${sensor},2019-03-01T00:01Z,60,"open`,
    `${sensor},2019-03-01T00:02Z,60,fine`,
    `${sensor},2019-03-01T00:03Z,60,in"side`,
    `"${sensor}","2019-03-01T00:04Z","60","all ""quoted"""`,
    `${sensor},2019-03-01T00:05Z,60,"behind" it`,
    `${sensor},2019-03-01T00:06Z,60,"last`,
  ];
  const file = await folder.write(
    "q.csv",
    `sensor_id,datetime,LAeq,classification\n${rows.join("\n")}`,
  );
  const run = await acoustic(["import", "samples", "--json", file]);
  expect(filesOf(run, folder)).toEqual([
    { file: "q.csv", ...counts(6, 2, 0, 0, 4), rejectedFile: "q.rejected.csv" },
  ]);
  const reason = '"a quote is not closed, or stands inside a cell"';
  expect(await folder.read("q.rejected.csv")).toBe(
    [
      "sensor_id,datetime,LAeq,classification,line,reason",
      `${sensor},2019-03-01T00:01Z,60,"""open",2,${reason}`,
      `${sensor},2019-03-01T00:03Z,60,"in""side",4,${reason}`,
      `${sensor},2019-03-01T00:05Z,60,"""behind"" it",6,${reason}`,
      `${sensor},2019-03-01T00:06Z,60,"""last",7,${reason}`,
      "",
    ].join("\n"),
  );
});

test("text that is not UTF-8 is rejected and written back byte for byte", async ({
  acoustic,
  folder,
  tenantOf,
}) => {
  const sensor = sensorOf(await tenantOf());
  const row = Buffer.from(`${sensor},2019-03-01,60,caf\xe9`, "latin1");
  const file = await folder.write(
    "latin.csv",
    Buffer.concat([Buffer.from("sensor_id,datetime,LAeq,classification\r\n"), row]),
  );
  expect((await acoustic(["import", "samples", file])).code).toBe(1);
  const rejected = Buffer.from(await folder.read("latin.rejected.csv"));
  expect(rejected.toString()).toContain("classification is not UTF-8 text");
  expect((await folder.readBytes("latin.rejected.csv")).includes(row)).toBe(true);
});

test("a byte order mark, CRLF and empty lines are not data", async ({
  acoustic,
  folder,
  tenantOf,
}) => {
  const sensor = sensorOf(await tenantOf());
  const file = await folder.write(
    "windows.CSV",
    `\ufeffsensor_id,datetime,LAeq\r\n\r\n${sensor},2019-03-01T00:00Z,60\r\n\n${sensor},bad,60\r\n\r\n`,
  );
  const run = await acoustic(["import", "samples", "--json", file]);
  expect(filesOf(run, folder)).toEqual([
    { file: "windows.CSV", ...counts(2, 1, 0, 0, 1), rejectedFile: "windows.rejected.csv" },
  ]);
  expect(await folder.read("windows.rejected.csv")).toMatch(
    /^sensor_id,datetime,LAeq,line,reason\n[^\n]+,bad,60,5,/,
  );
});

test("importing again changes nothing and removes the rejected rows of the last import", async ({
  acoustic,
  folder,
  tenantOf,
  database,
}) => {
  const sensor = sensorOf(await tenantOf());
  const header = "sensor_id,datetime,LAeq,LCeq\n";
  const good = `${sensor},2019-03-01T00:00Z,60,70\n${sensor},2019-03-01T00:05Z,61,\n`;
  const file = await folder.write("a.csv", `${header}${good}${sensor},2019-03-01,,\n`);
  const result = async () => filesOf(await acoustic(["import", "samples", "--json", file]), folder);
  expect(await result()).toEqual([
    { file: "a.csv", ...counts(3, 2, 0, 0, 1), rejectedFile: "a.rejected.csv" },
  ]);
  expect(await result()).toEqual([
    { file: "a.csv", ...counts(3, 0, 0, 2, 1), rejectedFile: "a.rejected.csv" },
  ]);
  expect(await folder.list()).toEqual(["a.csv", "a.rejected.csv"]);
  // The row replaces the stored one as a whole: the empty cell takes LCeq away.
  await folder.write("a.csv", `sensor_id,datetime,LAeq,LCeq\n${sensor},2019-03-01T00:00Z,60,\n`);
  expect(await result()).toEqual([{ file: "a.csv", ...counts(1, 0, 1, 0, 0), rejectedFile: null }]);
  expect(await folder.list()).toEqual(["a.csv"]);
  expect(await storedSamples(database, sensor)).toEqual([
    { second: day, laeq: 6000 },
    { second: day + 300, laeq: 6100 },
  ]);
});

for (const [what, stored, levels, expected] of [
  ["new, then other", null, [1, 2], counts(2, 1, 1, 0, 0)],
  ["new, then the same", null, [1, 1], counts(2, 1, 0, 1, 0)],
  ["there, and the same", 1, [1, 1], counts(2, 0, 0, 2, 0)],
  ["there, then other", 1, [1, 2], counts(2, 0, 1, 1, 0)],
  ["other, then as it was", 1, [2, 1], counts(2, 0, 2, 0, 0)],
  ["other, back, other, the same", 1, [2, 1, 2, 2], counts(4, 0, 3, 1, 0)],
] as const) {
  test(`repeated rows count as if imported one after another: ${what}`, async ({
    acoustic,
    folder,
    tenantOf,
    database,
  }) => {
    const tenant = await tenantOf();
    const sensor = sensorOf(tenant);
    if (stored !== null) await tenant.addSamples([{ second: day, LAeq: stored }]);
    const file = await folder.write(
      "twice.csv",
      `sensor_id,datetime,LAeq\n${levels.map((level) => `${sensor},2019-03-01T00:00:00Z,${level}\n`).join("")}`,
    );
    const run = await acoustic(["import", "samples", "--json", file]);
    expect(filesOf(run, folder)).toEqual([{ file: "twice.csv", ...expected, rejectedFile: null }]);
    expect(run.code).toBe(0);
    expect(await storedSamples(database, sensor)).toEqual([
      { second: day, laeq: (levels.at(-1) ?? 0) * 100 },
    ]);
  });
}

test("if the header of one file is wrong, no file is imported", async ({
  acoustic,
  folder,
  tenantOf,
  database,
}) => {
  const sensor = sensorOf(await tenantOf());
  const path = folder.path;
  const names = {
    "good.csv": `sensor_id,datetime,LAeq\n${sensor},2019-03-01,60\n`,
    "empty.csv": "",
    "blank.csv": "\nsensor_id,datetime,LAeq\n",
    "columns.csv": "sensor_id,laeq,LAeq,LAeq,noise\n",
    "utf16.csv": Buffer.from("\ufeffsensor_id,datetime", "utf16le"),
    "binary.csv": Buffer.from([0x7f, 0x45, 0x4c, 0x46, 0, 1, 2, 0xff]),
    "old.rejected.csv": "sensor_id,datetime,LAeq,line,reason\n",
  };
  for (const [name, content] of Object.entries(names)) await folder.write(name, content);
  const files = [...Object.keys(names), "missing.csv", "."].map((name) => `${path}/${name}`);
  const run = await acoustic(["import", "samples", ...files]);
  const columns =
    "columns are sensor_id, datetime, LAeq, LCeq, LZeq, LAFmax, LAFmin, LCpeak, LA10, LA50, LA90, limit, classification";
  const hint = "in a file of rejected rows, remove the columns line and reason";
  expect(run).toEqual({
    code: 2,
    stdout: "",
    stderr: [
      "empty.csv:1: there is no header: the first line names the columns",
      "blank.csv:1: there is no header: the first line names the columns",
      'columns.csv:1: unknown column "laeq"; write LAeq',
      `columns.csv:1: unknown column "noise"; ${columns}`,
      "columns.csv:1: the column LAeq stands here twice",
      "columns.csv:1: there is no column datetime",
      "utf16.csv:1: the text is UTF-16: save it as UTF-8",
      `binary.csv:1: unknown column "\x7fELF\\u0000\\u0001\\u0002ÿ"; ${columns}`,
      "binary.csv:1: there is no column sensor_id",
      "binary.csv:1: there is no column datetime",
      `old.rejected.csv:1: unknown column "line"; ${hint}`,
      `old.rejected.csv:1: unknown column "reason"; ${hint}`,
      `missing.csv: cannot be read: ENOENT: no such file or directory, stat '${path}/missing.csv'`,
      ".: cannot be read: it is a folder, not a file",
    ]
      .map((line) => `${path}/${line}\n`)
      .join(""),
  });
  expect(await storedSamples(database, sensor)).toEqual([]);
});

test("a file without rows is imported", async ({ acoustic, folder }) => {
  const file = await folder.write("none.csv", "sensor_id,datetime,LAeq");
  const run = await acoustic(["import", "samples", "--json", file]);
  expect({ code: run.code, files: filesOf(run, folder) }).toEqual({
    code: 0,
    files: [{ file: "none.csv", ...counts(0, 0, 0, 0, 0), rejectedFile: null }],
  });
});

test("rejected rows never overwrite an imported file", async ({ acoustic, folder, tenantOf }) => {
  const sensor = sensorOf(await tenantOf());
  const content = `sensor_id,datetime,LAeq\n${sensor},2019-03-01,60\n`;
  const [a, rejected] = [
    await folder.write("a.csv", content),
    await folder.write("a.rejected.csv", content),
  ];
  const run = await acoustic(["import", "samples", a, rejected]);
  expect(run).toEqual({
    code: 2,
    stdout: "",
    stderr: `${a}: its rejected rows would go to ${rejected}, which is taken by ${rejected}\n`,
  });
  expect(await folder.read("a.rejected.csv")).toBe(content);
});

test("a bad line of 10 MB is rejected; a line of 20 MB refuses the file", async ({
  acoustic,
  folder,
  tenantOf,
  database,
}) => {
  const sensor = sensorOf(await tenantOf());
  const long = "9".repeat(10_000_000);
  const rows = [
    `${sensor},2019-03-01T00:00Z,60`,
    `${sensor},2019-03-01T00:01Z,${long}`,
    `${sensor},2019-03-01T00:02Z,60`,
  ];
  const file = await folder.write("long.csv", `sensor_id,datetime,LAeq\n${rows.join("\n")}\n`);
  const run = await acoustic(["import", "samples", "--json", file]);
  expect(filesOf(run, folder)).toEqual([
    { file: "long.csv", ...counts(3, 2, 0, 0, 1), rejectedFile: "long.rejected.csv" },
  ]);
  expect((await folder.read("long.rejected.csv")).includes(`${rows[1]},3,`)).toBe(true);

  const longer = await folder.write(
    "longer.csv",
    `sensor_id,datetime,LAeq\n${sensor},2019-03-01T00:03Z,60\n${long}${long}\n`,
  );
  expect(await acoustic(["import", "samples", longer])).toEqual({
    code: 2,
    stdout: "",
    stderr: `${longer}:3: the line is longer than 16 MiB; this is no CSV file\n`,
  });
  expect(await storedSamples(database, sensor)).toHaveLength(2);
});

test("files that were reported stay imported if a later file fails", async ({
  acoustic,
  folder,
  tenantOf,
  database,
}) => {
  const tenant = await tenantOf({ sensors: 2 });
  const content = (index: number) =>
    `sensor_id,datetime,LAeq\n${sensorOf(tenant, index)},2019-03-01T00:00Z,60\nnobody,2019-03-01,60\n`;
  const first = await folder.write("first.csv", content(0));
  const second = await folder.write("second.csv", content(1));
  // Rejected rows cannot be put where a folder stands, so the second file cannot be finished.
  await folder.makeFolder("second.rejected.csv");
  const run = await acoustic(["import", "samples", "--json", first, second]);
  expect(run.code).toBe(2);
  expect(run.stderr).toBe(
    `${folder.path}/second.rejected.csv: this is where the rejected rows belong, and it is no file\n`,
  );
  expect(filesOf(run, folder)).toEqual([
    { file: "first.csv", ...counts(2, 1, 0, 0, 1), rejectedFile: "first.rejected.csv" },
  ]);
  expect(await storedSamples(database, sensorOf(tenant, 0))).toHaveLength(1);
  expect(await storedSamples(database, sensorOf(tenant, 1))).toEqual([]);
  expect(await folder.list()).toEqual([
    "first.csv",
    "first.rejected.csv",
    "second.csv",
    "second.rejected.csv",
  ]);
});

test("if rejected rows cannot be written, nothing of the file is imported", async ({
  acoustic,
  folder,
  tenantOf,
  database,
}) => {
  const sensor = sensorOf(await tenantOf());
  const good = `${sensor},2019-03-01T00:00Z,60\n`;
  // As long as a name can be, so that the one of its rejected rows is too long.
  const file = await folder.write(
    `${"a".repeat(251)}.csv`,
    `sensor_id,datetime,LAeq\n${good}nobody,2019,1\n`,
  );
  const run = await acoustic(["import", "samples", file]);
  expect({ code: run.code, stdout: run.stdout }).toEqual({ code: 2, stdout: "" });
  expect(run.stderr).toMatch(
    /^[^\n]*\/a+\.rejected\.csv: rejected rows were to go there, and nothing of this file was kept: ENAMETOOLONG[^\n]*\n$/,
  );
  expect(await storedSamples(database, sensor)).toEqual([]);
  await folder.write(`${"a".repeat(251)}.csv`, `sensor_id,datetime,LAeq\n${good}`);
  expect((await acoustic(["import", "samples", file])).code).toBe(0);
});

test("an import that is killed leaves neither rows nor files", async ({
  acoustic,
  folder,
  tenantOf,
  database,
}) => {
  const sensor = sensorOf(await tenantOf());
  const rows = Array.from({ length: 600_000 }, (_, index) => {
    const datetime = new Date((day + index * 60) * 1000).toISOString();
    return `${sensor},${datetime},${index % 100 === 0 ? "bad" : "60"}\n`;
  });
  const file = await folder.write("big.csv", `sensor_id,datetime,LAeq\n${rows.join("")}`);
  const run = await acoustic(["import", "samples", file], { killAtFirstProgress: true });
  expect(run).toEqual({
    code: null,
    stdout: "",
    stderr: expect.stringMatching(/^\d+ % \S+big\.csv: [\d,]+ rows\n/),
  });
  expect(await storedSamples(database, sensor)).toEqual([]);
  expect(await folder.list()).toEqual(["big.csv"]);
});

test("a large import updates the statistics of the planner", async ({
  acoustic,
  folder,
  tenantOf,
  database,
}) => {
  const sensor = sensorOf(await tenantOf());
  const rows = Array.from(
    { length: 1000 },
    (_, index) => `${sensor},${new Date((day + index) * 1000).toISOString()},60\n`,
  );
  const file = await folder.write("large.csv", `sensor_id,datetime,LAeq\n${rows.join("")}`);
  expect((await acoustic(["import", "samples", file])).code).toBe(0);
  const [table] = await database.db.execute<{ tuples: number }>(
    sql`select reltuples::float8 as tuples from pg_class where oid = 'samples'::regclass`,
  );
  expect(table?.tuples).toBeGreaterThanOrEqual(1000);
});
