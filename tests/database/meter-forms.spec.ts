import { sql } from "drizzle-orm";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test as base } from "../support/test.ts";
import { exclusionsOf, importFile, type Outcome, samplesOf } from "../support/import-text.ts";
import { type MeterCase, rightOf, transcriptsOf } from "./transcripts.ts";
import { tableOf } from "../support/table.ts";

/*
 * Forms of meters: those of ../fixtures/meters/forms.txt, with families that differ in one thing. Where nothing else is
 * said, times are of 17 March 2026, UTC, and a row is `HH:mm:ss,level`.
 */
const test = base.extend<{ read: Read; sensor: string }>({
  sensor: async ({ tenantOf }, use) => {
    await use((await tenantOf()).sensorIds[0] ?? "");
  },
  read: async ({ database, sensor }, use) => {
    const folder = await mkdtemp(join(tmpdir(), "acoustic-forms-"));
    await use(async (content, options = [], name = "a.csv", more = {}) => {
      await writeFile(join(folder, name), content);
      const outcome = await importFile(database, join(folder, name), sensor, options, more);
      const stored = await samplesOf(database, sensor);
      return { ...outcome, stored, excluded: await exclusionsOf(database, sensor) };
    });
    await rm(folder, { recursive: true });
  },
});

type Read = (
  content: string | Uint8Array,
  options?: readonly string[],
  name?: string,
  more?: Parameters<typeof importFile>[4],
) => Promise<Outcome & { readonly stored: string[]; readonly excluded: string[] }>;

const lines = (...texts: readonly string[]) => `${texts.join("\n")}\n`;
const rowsOf = (header: string, ...rows: readonly string[]) =>
  lines(header, ...rows.map((row) => `2026-03-17T${row}`));

const two = ["10:00:00Z LAeq 61.3", "10:05:00Z LAeq 62.5"];
const plain = rowsOf("datetime,LAeq", "10:00:00Z,61.3", "10:05:00Z,62.5");
/** Options that name columns. */
const named = (...names: readonly string[]) => names.flatMap((name) => ["--column", name]);

const families: MeterCase[] = [
  ...[
    "10:00-11:00 11:00-12:00",
    "10:00-10:59 11:00-11:59",
    "10:00-11:00 11:00-13:00",
    "23:00-00:00 22:00-23:00",
  ].map((hours) => ({
    title: `dates: the end of an interval is no offset: ${hours}`,
    content: lines("Date,Hours,LAeq", ...hours.split(" ").map((hour) => `2026-03-17,${hour},50`)),
    options: named("date=Date", "time=Hours"),
    code: 2,
    reasons: ["is an interval, and not a time with an offset"],
  })),
  ...tableOf(`
    11-01T01:00-04:00 11-01T01:00-05:00 11-01T05:00-05:00 | 11-01T05:00 11-01T06:00 11-01T10:00
    10-31T10:00-04:00 11-02T11:00-05:00                   | 10-31T14:00 11-02T16:00
    10-31T10:00-04:00 11-02T04:00-05:00                   | 10-31T14:00 11-02T09:00
    11-01T07:00-07:00 11-02T07:00-07:00                   | 11-01T14:00 11-02T14:00
    11-01T02:55-03:00 11-01T03:00-03:00                   | 11-01T05:55 11-01T06:00`).map(
    ([times = "", instants = ""]) => ({
      title: `dates: offsets west of Greenwich that change are offsets: ${times}`,
      content: lines(
        "datetime,LAeq",
        ...times.split(" ").map((time, at) => `2026-${time},${50 + at}`),
      ),
      stored: instants.split(" ").map((time, at) => `2026-${time}:00Z LAeq ${50 + at}`),
    }),
  ),
  ...tableOf(`
    a date that stays over midnight         | 23:50 23:55 00:00 00:05             | 4 | 23:55 to 00:00
    a clock of half a day without AM and PM | 11:00 12:00 01:00 02:00             | 4 | 12:00 to 01:00
    half a day without AM and PM, two hours | 09:00 11:00 01:00 03:00             | 4 | 11:00 to 01:00
    half a day that begins at its turn      | 12:00 01:00 02:00 11:00             | 3 | 12:00 to 01:00
    a corrected clock before the turn | 12:35 12:40 12:38 12:43 12:48 12:53 12:58 01:03 | 9 | 12:58
    hours that wander                       | 11:00 12:03 01:01 02:02             | 4 | 12:03 to 01:01
    a repeated row after the turn           | 11:00 12:00 01:00 02:00 11:00 12:00 01:00 | 4 | 12:00
    a turn with offsets | 11:00+01:00 12:00+01:00 01:00+01:00 02:00+01:00 | 4 | 12:00 to 01:00`).map(
    ([title, times = "", line, way]) => ({
      title: `dates: a turn of the clock: ${title}`,
      content: rowsOf(
        "datetime,LAeq",
        ...times.split(" ").map((time) => `${time.replace("+", ":00+")},50`),
      ),
      code: 2,
      reasons: [`${line}: the time goes back from ${way}`],
    }),
  ),
  ...tableOf(`
    a ring buffer of a day         | 17 00:00,17 05:00,17 09:00,16 10:00,16 17:00,16 23:00
    a ring buffer by its step      | 17 08:00,17 09:00,16 10:00,16 11:00
    pieces of 6 h, newest first    | 17 18:00,17 21:00,17 12:00,17 15:00,17 06:00,17 09:00
    pieces of 12 h, newest first   | 17 12:00,17 18:00,17 00:00,17 06:00,16 12:00,16 18:00
    pieces of 12 h that begin at 6 | 17 06:00,17 12:00,16 18:00,17 00:00
    rows newest first              | 17 13:00,17 12:00,17 11:00,17 01:00,17 00:00,16 23:00`).map(
    ([title, times = ""]) => ({
      title: `dates: no turn of the clock: ${title}`,
      content: lines("datetime,LAeq", ...times.split(",").map((time) => `2026-03-${time},50`)),
      stored: times
        .split(",")
        .toSorted()
        .map((time) => `2026-03-${time.replace(" ", "T")}:00Z LAeq 50`),
    }),
  ),
  ...["LCeq", "LZF [dB]", "Lceq,1s"].map((header) => ({
    title: `headers: a level of another weighting, by its number: ${header}`,
    content: rowsOf(`Time;LAFmax;${header}`, "10:00:00Z;70;61.3"),
    options: ["--delimiter", ";", ...named("datetime=#1", "LAeq=#3")],
    code: 2,
    reasons: [`1: the column "${header}" has another frequency weighting than LAeq`],
  })),
  ...tableOf(`
    Unit                | dBC        | dBC        | Unit" has "dBC", another frequency weighting than LAeq
    Weighting           | C          | C          | Weighting" has "C", another frequency weighting
    Quantity            | LCeq       | LCeq       | Quantity" has "LCeq", another frequency weighting
    Range,Unit          | 30-130,dBC | 30-130,dBC | Unit" has "dBC", another frequency
    Unit,Peak,Peak unit | dBC,90,dBC | dBC,90,dBC | Unit" has "dBC", another
    Bewertung           | A          | C          | Bewertung" has "A", "C": rows of several quantities`).map(
    ([header, one, other, reason]) => ({
      title: `headers: rows of another weighting by a column of their own: ${header} ${one} ${other}`,
      content: rowsOf(`Time,Value,${header}`, `10:00:00Z,61.3,${one}`, `10:05:00Z,62.5,${other}`),
      options: named("datetime=Time", "LAeq=Value"),
      code: 2,
      reasons: [`the column "${reason}`],
    }),
  ),
  ...tableOf(`
    Time,Value,Site                 | Lafayette St | Lafayette St | LCpeak=Value
    Time,Value,Site                 | LC1          | LC1          | LAeq=Value
    Time,Value,Site                 | Las Vegas    | Las Vegas    | LCpeak=Value
    Time,LAeq,Lpeak,Peak Weighting  | 90,C         | 90,C         | LAeq=LAeq
    Time,Leq,Peak,Peak Weighting    | 90,C         | 90,C         | LAeq=Leq
    Time,Value,Peak,Unit            | 90,dBA       | 90,dBA       | LAeq=Value
    Time,LAeq,Weighting             | C            | Z            | LAeq=LAeq`).map(
    ([header = "", one, other, column = ""]) => ({
      title: `headers: a column that says nothing of the level: ${header} ${one} ${column}`,
      content: rowsOf(header, `10:00:00Z,61.3,${one}`, `10:05:00Z,62.5,${other}`),
      options: named("datetime=Time", column),
      stored: two.map((text) => text.replace("LAeq", column.split("=")[0] ?? "")),
    }),
  ),
  ...tableOf(`
    LCpeak,Unit                  | 90,dB(A)
    Peak,Unit                    | 90,dB(A)
    LCpeak,LAeq unit,LCpeak unit | 90,dB(A),dB(C)
    Lpeak,LAeq unit,Lpeak unit   | 90,dB(A),dB(C)`).map(([names = "", cells]) => ({
    title: `headers: units of one of two levels: ${names}`,
    content: rowsOf(`Time,LAeq,${names}`, `10:00:00Z,61.3,${cells}`, `10:05:00Z,62.5,${cells}`),
    options: named("datetime=Time", `LCpeak=${names.split(",")[0]}`),
    stored: two.map((text) => `${text} LCpeak 90`),
  })),
  ...["Calibration,94.0 dB 1 kHz", "Unit,dB(A)", "Weighting,LAeq", "Calibration,94.0 dB(C)"].map(
    (row) => ({
      title: `headers: a row that is no second header: ${row}`,
      content: `${plain.replace("datetime", "Time")}${row}\n`,
      options: named("datetime=Time"),
      code: 1,
      counts: "3 rows: 2 inserted, 1 rejected",
      reasons: ["4: datetime"],
      stored: two,
    }),
  ),
  ...["Europe/Paris", "Europe/London"].map((zone) => ({
    title: `headers: times in UTC, in another zone: ${zone}`,
    content: lines("Time (UTC),LAeq", "2026-03-17T10:00Z,61.3", "2026-03-17 10:05,62.5"),
    options: [...named("datetime=Time (UTC)"), "--timezone", zone],
    code: 2,
    reasons: [`1: "Time (UTC)" says that times are in UTC, and they are read in ${zone}`],
  })),
  ...["UTC", "Etc/UTC", "GMT", "+00:00", "Atlantic/Reykjavik"].map((zone) => ({
    title: `headers: times in UTC, in a zone that is UTC: ${zone}`,
    content: lines("Time (UTC),LAeq", "2026-03-17 10:00,61.3", "2026-03-17 10:05,62.5"),
    options: [...named("datetime=Time (UTC)"), "--timezone", zone],
    stored: two,
  })),
  ...tableOf(`
    timestamp_utc,utc_offset | +01:00 | --timezone UTC
    timestamp_utc,utc_offset | +01:00 |
    timestamp,utc_offset     | +01:00 | --timezone UTC
    Time,Drift               | +00:02 |
    Time,Offset              | +00:00 |`).map(([header = "", offset, zone = ""]) => ({
    title: `headers: a column of offsets that is not of the times: ${header} ${offset} ${zone}`,
    content: lines(
      `${header},LAeq`,
      `2026-03-17 10:00,${offset},61.3`,
      `2026-03-17 10:05,${offset},62.5`,
    ),
    options: [...named(`datetime=${header.split(",")[0]}`), ...zone.split(" ").filter(Boolean)],
    stored: two,
  })),
  ...tableOf(`
    a decimal           | 61.3       | 62.5       | 6
    one of two decimals | 61.31      | 62.52      | 63.5
    the level           | 61.3       | 62.5       |
    the weighting       | 61.3 dB(A) | 62.5 dB(A) | 63.5 dB`).map(
    ([what, one = "", other = "", last]) => ({
      title: `texts: a last row that is cut off in ${what}`,
      content: rowsOf(
        "datetime,LAFmax,LAeq",
        `10:00:00Z,70,${one}`,
        `10:05:00Z,70,${other}`,
        `10:10:00Z,70,${last}`,
      ).trimEnd(),
      code: 1,
      counts: "3 rows: 2 inserted, 1 rejected",
      reasons: [
        "4: the file ends in this line, which has no line end, and its last cell is shorter",
      ],
      stored: [
        `10:00:00Z LAeq ${parseFloat(one)} LAFmax 70`,
        `10:05:00Z LAeq ${parseFloat(other)} LAFmax 70`,
      ],
    }),
  ),
  {
    title: "717 columns with a mapping",
    content: rowsOf(
      `Time,LAeq${Array.from({ length: 715 }, (_, index) => `,band ${index}`).join("")}`,
      `10:00:00Z,61.3${",40.0".repeat(715)}`,
    ),
    options: named("datetime=Time"),
    stored: ["10:00:00Z LAeq 61.3"],
  },
  {
    title: "more columns than any instrument has",
    content: lines(`Time,LAeq${",b".repeat(1999)}`),
    options: named("datetime=Time"),
    code: 2,
    reasons: ["1: the header has 2001 columns, more than 2000"],
  },
  { title: "UTF-16 with a mark", content: Buffer.from(`\ufeff${plain}`, "utf16le"), stored: two },
  {
    title: "UTF-16, big end first, below a title",
    content: Buffer.from(
      `\ufeffMessgerät\r\n${plain.replaceAll("\n", "\r\n")}`,
      "utf16le",
    ).swap16(),
    options: ["--skip-lines", "1"],
    stored: two,
  },
  { title: "CR", content: plain.trimEnd().replaceAll("\n", "\r"), stored: two },
  {
    title: "a tail that was never written",
    content: Buffer.concat([Buffer.from(plain), Buffer.alloc(300_000)]),
    code: 1,
    counts: "3 rows: 2 inserted, 1 rejected",
    reasons: ["4: the row has 1 cells, the header 2"],
    stored: two,
  },
  {
    title: "a workbook of an older program",
    content: Buffer.from("d0cf11e0a1b11ae1", "hex"),
    code: 2,
    reasons: ["an Excel workbook: save it as CSV"],
  },
];

for (const { title, content, options, ...right } of [...transcriptsOf("forms.txt"), ...families]) {
  test(title, async ({ read }) => {
    expect(await read(content, options)).toMatchObject(rightOf(right));
  });
}

test("a flag that is not mapped is counted, or that has another value", async ({ read }) => {
  const content = rowsOf(
    "datetime,LAeq,Over,OVERLOAD,Wind",
    "10:00:00Z,61.3,O,0,1",
    "10:05:00Z,62.5,X,Yes,2",
    "10:10:00Z,63.7,-,no,3",
    "10:15:00Z,64.1,0.0 %,0.0,4",
    '10:20:00Z,64.2,-,"0,0",5',
  );
  const options = ["--column", "LAeq=LAeq", "--flag", "Over=O:overload"];
  const { imported } = await read(content, options);
  expect(imported?.unusedFlags).toMatchObject([
    { header: "Over", rows: 1 },
    { header: "OVERLOAD", rows: 1 },
  ]);
});

test("the latest sample keeps its levels, also if the rows fill whole statements", async ({
  read,
  database,
  sensor,
}) => {
  const seconds = Array.from(
    { length: 5000 },
    (_, at) => new Date(Date.UTC(2026, 2, 17) + at * 1000),
  );
  await read(lines("datetime,LA90", `${seconds.at(-1)?.toISOString()},50`));
  await read(lines("datetime,LAeq", ...seconds.map((second) => `${second.toISOString()},61.3`)));
  const latest = await database.db.execute(sql`select laeq, la90
    from sensor_latest join sensors using (sensor_no) where sensors.id = ${sensor}`);
  expect(latest).toEqual([{ laeq: 6130, la90: 5000 }]);
});

test("an exclusion that was removed is made again", async ({ read, database, sensor }) => {
  const content = rowsOf("datetime,LAeq,Over", "10:00:00Z,61.3,O", "10:05:00Z,62.5,-");
  const options = ["--column", "LAeq=LAeq", "--flag", "Over=O:overload"];
  expect((await read(content, options)).counts).toBe("2 rows: 2 inserted, 1 excluded");
  await database.db.execute(sql`delete from exclusions
    where sensor_no = (select sensor_no from sensors where id = ${sensor})`);
  const again = await read(content, options);
  expect(again.counts).toBe("2 rows: 2 unchanged, 1 excluded");
  expect(again.excluded).toEqual(["2026-03-17T10:00:00Z 2026-03-17T10:05:00Z overload"]);
});

test("a dry run says what its import does, with flags and emptied levels", async ({ read }) => {
  await read(rowsOf("datetime,LAeq,LA90", "10:00:00Z,61.3,50", "10:05:00Z,62.5,51"));
  const content = rowsOf("datetime,LA90,Over", "10:00:00Z,-,-", "10:05:00Z,52,O", "10:10:00Z,53,-");
  const options = ["--column", "LA90=LA90", "--flag", "Over=O:overload"];
  const dry = await read(content, options, "b.csv", { isDryRun: true });
  expect(dry.stored[1]).toBe("2026-03-17T10:05:00Z LAeq 62.5 LA90 51");
  const { counts, reasons } = await read(content, options, "b.csv");
  expect({ counts, reasons }).toEqual({
    counts: "3 rows: 1 inserted, 1 updated, 1 rejected, 1 excluded",
    reasons: [":2: no level is given"],
  });
  expect({ counts: dry.counts, reasons: dry.reasons }).toEqual({ counts, reasons });
});

const minutes = [0, 1, 2, 3, 4, 24, 44, 45, 46, 47, 48, 49, 50, 51, 52];
/** Rows whose times agree with no interval. */
const times = minutes.map((minute) => `10:${String(minute).padStart(2, "0")}:00Z,60`);

test("times of a file without a good row say nothing of an interval", async ({ read }) => {
  const rows = times.map((row) => row.replace("60", "x"));
  const { counts, imported } = await read(rowsOf("datetime,LAeq", ...rows));
  expect(counts).toBe("15 rows: 15 rejected");
  expect(imported?.unsteady).toEqual([]);
});

test("times that agree with no interval are said with the sensor", async ({ read, sensor }) => {
  const { imported } = await read(rowsOf("datetime,LAeq", ...times));
  expect(imported?.unsteady).toEqual([{ id: sensor, seconds: 1200, declared: null }]);
  const declared = await read(rowsOf("datetime,LAeq", ...times), ["--interval", "1m"]);
  expect(declared.imported?.unsteady).toEqual([]);
  const other = await read(plain, ["--labels", "end", "--interval", "1h"]);
  expect(other.imported?.unsteady).toEqual([{ id: sensor, seconds: 300, declared: 3600 }]);
});

const declaring = test.extend({
  sensor: async ({ tenantOf }, use) => {
    await use((await tenantOf({ sensors: [{ intervalSeconds: 3600 }] })).sensorIds[0] ?? "");
  },
});

declaring("rows that are joined say nothing of the interval of the site", async ({ read }) => {
  const { imported } = await read(rowsOf("datetime,LAeq", ...times), ["--every", "1h"]);
  expect(imported?.unsteady).toEqual([]);
});
