import { sql } from "drizzle-orm";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test as base } from "../support/test.ts";
import { exclusionsOf, importFile, type Outcome, samplesOf } from "../support/import-text.ts";

/*
 * Forms of meters, and what is stored of them. Where nothing else is said, times are of 17 March 2026, UTC, and a row
 * is `HH:mm:ss,level`.
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
      const excluded = await exclusionsOf(database, sensor);
      const short = (texts: readonly string[]) =>
        texts.map((text) => text.replaceAll("2026-03-17T", ""));
      return { ...outcome, stored: short(stored), excluded: short(excluded) };
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

interface Case {
  readonly title: string;
  readonly content: string | Uint8Array;
  readonly options?: readonly string[];
  readonly code?: number;
  readonly counts?: string;
  readonly reasons?: readonly string[];
  readonly stored: readonly string[];
  readonly excluded?: readonly string[];
}

const two = ["10:00:00Z LAeq 61.3", "10:05:00Z LAeq 62.5"];
const plain = rowsOf("datetime,LAeq", "10:00:00Z,61.3", "10:05:00Z,62.5");

const cases: Record<string, readonly Case[]> = {
  "one second, one sample": [
    {
      title: "rows of 100 ms are joined on demand",
      content: rowsOf(
        "datetime,LAeq,LAFmax,LAFmin,LCpeak,LA10",
        ...Array.from(
          { length: 10 },
          (_, index) => `10:00:00.${index}Z,60,7${index},4${index},9${index},61`,
        ),
      ),
      options: ["--every", "1s"],
      counts: "10 rows: 1 inserted",
      stored: ["10:00:00Z LAeq 60 LAFmax 79 LAFmin 40 LCpeak 99"],
    },
    {
      title: "seconds that a spreadsheet has cut are no samples, unless the rows are equal",
      content: lines(
        "Time,LAeq",
        ...["10:00,50.1", "10:00,50.2", "10:01,50.1", "10:01,50.1"].map(
          (row) => `17/03/2026 ${row}`,
        ),
      ),
      options: ["--column", "datetime=Time", "--date-format", "DD/MM/YYYY HH:mm"],
      code: 1,
      counts: "4 rows: 1 inserted, 1 unchanged, 2 rejected",
      reasons: [
        "2: line 3 has other levels of the same second",
        "3: line 2 has other levels of the same second",
      ],
      stored: ["10:01:00Z LAeq 50.1"],
    },
    {
      title: "two seconds of a log with jitter are one",
      content: rowsOf(
        "datetime,LAeq",
        "10:00:00.02Z,50",
        "10:00:01.01Z,51",
        "10:00:01.99Z,52",
        "10:00:03.01Z,53",
      ),
      code: 1,
      counts: "4 rows: 2 inserted, 2 rejected",
      reasons: [
        "3: line 4 has other levels of the same second",
        "4: line 3 has other levels of the same second",
      ],
      stored: ["10:00:00Z LAeq 50", "10:00:03Z LAeq 53"],
    },
    {
      title: "a maximum in the long form is no LAeq",
      content: rowsOf("datetime,name,value", "10:00:00Z,LAeq,50", "10:00:00Z,LAFmax,70"),
      options: ["--column", "LAeq=value"],
      code: 1,
      counts: "2 rows: 2 rejected",
      reasons: ["2: line 3 has other", "3: line 2 has other"],
      stored: [],
    },
    {
      title: "rows that are far apart in the file, in other zones",
      content: lines(
        "datetime,LAeq",
        "2026-03-17T10:00:00Z,50",
        "2026-03-17T10:05:00Z,51",
        "2026-03-17T11:00:00+01:00,52",
      ),
      code: 1,
      counts: "3 rows: 1 inserted, 2 rejected",
      reasons: ["2: line 4 has other", "4: line 2 has other"],
      stored: ["10:05:00Z LAeq 51"],
    },
    {
      title: "joined rows cover three quarters of a sample, and what cannot be joined is left out",
      content: rowsOf(
        "datetime,LAeq,LA90",
        ...[0, 1, 2, 3, 5, 6, 7, 10, 11, 12, 13, 14].map(
          (minute) => `10:${String(minute).padStart(2, "0")}:00Z,60,50`,
        ),
      ),
      options: ["--every", "5m"],
      code: 1,
      counts: "12 rows: 2 inserted, 3 rejected",
      reasons: [6, 7, 8].map(
        (line) => `${line}: the rows of the sample of 2026-03-17T10:05:00.000Z cover 60 % of it`,
      ),
      stored: ["10:00:00Z LAeq 60", "10:10:00Z LAeq 60"],
    },
    {
      title: "two rows of one instant are rejected before others are joined",
      content: rowsOf(
        "datetime,LAeq",
        "10:00:00.0Z,50",
        "10:00:00.0Z,51",
        "10:00:00.5Z,52",
        "10:00:01.0Z,50",
        "10:00:01.5Z,50",
      ),
      options: ["--every", "1s"],
      code: 1,
      counts: "5 rows: 1 inserted, 3 rejected",
      reasons: [
        "2: line 3 has other levels of the same time",
        "3: line 2",
        "4: the rows of the sample",
      ],
      stored: ["10:00:01Z LAeq 50"],
    },
    {
      title: "labels at the end count before joining",
      content: rowsOf("datetime,LAeq", ...[1, 2, 3, 4, 5].map((minute) => `10:0${minute}:00Z,60`)),
      options: ["--every", "5m", "--labels", "end", "--interval", "1m"],
      stored: ["10:00:00Z LAeq 60"],
      counts: "5 rows: 1 inserted",
    },
    {
      title: "a row that lasts into the next sample is part of both",
      content: rowsOf(
        "datetime,LAeq,LAFmax",
        "10:00:00Z,60,70",
        "10:50:00Z,90,99",
        "11:40:00Z,60,71",
        "12:30:00Z,60,72",
      ),
      options: ["--every", "1h"],
      counts: "4 rows: 3 inserted",
      stored: [
        "10:00:00Z LAeq 82.24 LAFmax 70",
        "11:00:00Z LAeq 88.24 LAFmax 99",
        "12:00:00Z LAeq 60 LAFmax 72",
      ],
    },
    {
      title: "seconds with jitter are joined to the second in which most of each lies",
      content: rowsOf(
        "datetime,LAeq,LAFmax",
        "10:00:00.02Z,50,60",
        "10:00:01.01Z,51,61",
        "10:00:01.99Z,52,62",
        "10:00:03.01Z,53,63",
      ),
      options: ["--every", "1s"],
      counts: "4 rows: 4 inserted",
      stored: [
        "10:00:00Z LAeq 50 LAFmax 60",
        "10:00:01Z LAeq 51 LAFmax 61",
        "10:00:02Z LAeq 52 LAFmax 62",
        "10:00:03Z LAeq 53 LAFmax 63",
      ],
    },
    {
      title: "a row of several samples is none of them",
      content: rowsOf("datetime,LAeq", "10:00:00Z,60", "10:05:00Z,61"),
      options: ["--every", "1m"],
      code: 1,
      counts: "2 rows: 2 rejected",
      reasons: ["2: the row lasts 300 s, longer than a sample of --every", "3: the row lasts"],
      stored: [],
    },
    {
      title: "a level that too few of the joined rows have rejects them",
      content: rowsOf("datetime,LAeq,LAFmax", "10:00:00Z,60,70", "10:05:00Z,-,71"),
      options: ["--every", "10m"],
      code: 1,
      counts: "2 rows: 2 rejected",
      reasons: ["2: the rows with LAeq of the sample of 2026-03-17T10:00:00.000Z cover 50 %", "3:"],
      stored: [],
    },
    {
      title: "statistical levels alone cannot be joined",
      content: rowsOf("datetime,LA10", "10:00:00Z,60", "10:05:00Z,61"),
      options: ["--every", "10m"],
      code: 2,
      reasons: ["--every joins no column of this file"],
      stored: [],
    },
    {
      title: "quantities of several kinds in one column, at times of their own",
      content: rowsOf("datetime,name,value", "10:00:00Z,LAeq,50", "10:00:01Z,LAFmax,70"),
      options: ["--column", "LAeq=value"],
      code: 2,
      reasons: ['1: the column "name" has "LAeq", "LAFmax": rows of several quantities'],
      stored: [],
    },
  ],
  "the repeated hour": [
    {
      title: "a corrected clock of the second pass stays in it",
      content: lines(
        "datetime,LAeq",
        ...["00:55", "01:00", "01:25", "01:55", "01:00", "01:30", "01:20", "01:50", "02:00"].map(
          (time, index) => `2026-10-25 ${time},${50 + index}`,
        ),
      ),
      options: ["--timezone", "Europe/London"],
      stored: [
        "2026-10-24T23:55:00Z LAeq 50",
        "2026-10-25T00:00:00Z LAeq 51",
        "2026-10-25T00:25:00Z LAeq 52",
        "2026-10-25T00:55:00Z LAeq 53",
        "2026-10-25T01:00:00Z LAeq 54",
        "2026-10-25T01:20:00Z LAeq 56",
        "2026-10-25T01:30:00Z LAeq 55",
        "2026-10-25T01:50:00Z LAeq 57",
        "2026-10-25T02:00:00Z LAeq 58",
      ],
    },
    {
      title: "a step of half an hour where the clock goes back by half an hour",
      content: lines(
        "datetime,LAeq",
        ...["01:20", "01:30", "01:40", "01:50", "01:30", "01:40", "01:50", "02:00"].map(
          (time, index) => `2026-04-05 ${time},${50 + index}`,
        ),
      ),
      options: ["--timezone", "Australia/Lord_Howe"],
      stored: [
        "2026-04-04T14:20:00Z LAeq 50",
        "2026-04-04T14:30:00Z LAeq 51",
        "2026-04-04T14:40:00Z LAeq 52",
        "2026-04-04T14:50:00Z LAeq 53",
        "2026-04-04T15:00:00Z LAeq 54",
        "2026-04-04T15:10:00Z LAeq 55",
        "2026-04-04T15:20:00Z LAeq 56",
        "2026-04-04T15:30:00Z LAeq 57",
      ],
    },
  ],
  dates: [
    {
      title: "a day-first file read month-first is refused whole",
      content: lines("datetime,LAeq", "01/03/2026 12:00,50", "13/03/2026 12:00,51"),
      options: ["--date-format", "MM/DD/YYYY HH:mm"],
      code: 2,
      reasons: [
        '3: datetime "13/03/2026 12:00" fits only DD/MM/YYYY HH:mm, which all rows fit: use --date-format',
      ],
      stored: [],
    },
    {
      title: "rows of both orders are named, and no form",
      content: lines(
        "datetime,LAeq",
        "01/03/2026 12:00,50",
        "13/03/2026 12:00,51",
        "03/14/2026 12:00,51",
      ),
      options: ["--date-format", "DD/MM/YYYY HH:mm"],
      code: 2,
      reasons: ["4: datetime", "3: datetime"],
      stored: [],
    },
    {
      title: "a month above 12 in a column of its own",
      content: lines("Y;M;D;T;LAeq", "2026;3;4;12:00;50", "2026;13;4;12:00;51"),
      options: [
        ..."--delimiter ; --column year=Y --column month=M --column day=D".split(" "),
        ..."--column time=T --column LAeq=LAeq".split(" "),
      ],
      code: 2,
      reasons: [
        '3: datetime "2026-13-04 12:00" fits only YYYY-DD-MM HH:mm[:ss], which all rows fit',
      ],
      stored: [],
    },
    {
      title: "what is no ISO 8601 for another reason is one rejected row",
      content: lines("datetime,LAeq", "2026-03-17T10:00:00Z,50", "2026-03-01T12:15:00 +01:00,51"),
      code: 1,
      counts: "2 rows: 1 inserted, 1 rejected",
      reasons: [
        '3: datetime "2026-03-01T12:15:00 +01:00" is no instant such as 2019-03-01T00:00:00Z: use --date-format "YYYY-MM-DD HH:mm[:ss]"',
      ],
      stored: ["10:00:00Z LAeq 50"],
    },
    {
      title: "milliseconds since 1970 are no seconds",
      content: lines("t,LAeq", "1773741600000,50"),
      options: ["--column", "datetime=t", "--date-format", "unix"],
      code: 1,
      counts: "1 rows: 1 rejected",
      reasons: ['2: datetime "1773741600000" is no time of the form unix: "unix-ms" fits'],
      stored: [],
    },
    {
      title: "seconds since 1970 are no milliseconds",
      content: lines("t,LAeq", "1773741600,50"),
      options: ["--column", "datetime=t", "--date-format", "unix-ms"],
      code: 1,
      counts: "1 rows: 1 rejected",
      reasons: ['2: datetime "1773741600" is no time of the form unix-ms: "unix" fits'],
      stored: [],
    },
    {
      title: "AM and PM in a column of their own",
      content: lines("Date,Time,Half,LAeq", "17/03/2026,11:55,AM,50", "17/03/2026,01:00,PM,51"),
      options: "--column date=Date --column time=Time --date-format"
        .split(" ")
        .concat("DD/MM/YYYY HH:mm"),
      code: 2,
      reasons: ['1: the column "Half" has AM and PM'],
      stored: [],
    },
    {
      title: "the end of a day is the start of the next one",
      content: lines("datetime,LAeq", "2026-12-31 24:00:00,50", "2026-03-05 24:00,51"),
      stored: ["2026-03-06T00:00:00Z LAeq 51", "2027-01-01T00:00:00Z LAeq 50"],
    },
    ...[
      "10:00-11:00 11:00-12:00",
      "10:00-10:59 11:00-11:59",
      "10:00-11:00 11:00-13:00",
      "23:00-00:00 22:00-23:00",
    ].map((hours) => ({
      title: `the end of an interval is no offset: ${hours}`,
      content: lines(
        "Date,Hours,LAeq",
        ...hours.split(" ").map((hour, index) => `2026-03-17,${hour},${50 + index}`),
      ),
      options: ["--column", "date=Date", "--column", "time=Hours"],
      code: 2,
      reasons: ["is an interval, and not a time with an offset"],
      stored: [],
    })),
    ...[
      ["11-01T01:00-04:00 11-01T01:00-05:00 11-01T05:00-05:00", "01T05:00 01T06:00 01T10:00"],
      ["10-31T10:00-04:00 11-02T11:00-05:00", "31T14:00 02T16:00"],
      ["10-31T10:00-04:00 11-02T04:00-05:00", "31T14:00 02T09:00"],
      ["11-01T07:00-07:00 11-02T07:00-07:00", "01T14:00 02T14:00"],
      ["11-01T02:55-03:00 11-01T03:00-03:00", "01T05:55 01T06:00"],
    ].map(([times = "", instants = ""]) => ({
      title: `offsets west of Greenwich that change are offsets: ${times}`,
      content: lines(
        "datetime,LAeq",
        ...times.split(" ").map((time, index) => `2026-${time},${50 + index}`),
      ),
      stored: instants
        .split(" ")
        .map((time, index) => `2026-${time > "3" ? 10 : 11}-${time}:00Z LAeq ${50 + index}`),
    })),
    {
      title: "offsets that equal the clock, in rows of one minute",
      content: rowsOf("datetime,LAeq", "03:00:01-03:00,50", "03:00:02-03:00,51"),
      stored: ["06:00:01Z LAeq 50", "06:00:02Z LAeq 51"],
    },
    {
      title: "a column of mornings and afternoons beside a clock of 24 hours",
      content: lines(
        "Date,Time,Half,LAeq",
        "2026-03-17,10:00:00,AM,61.3",
        "2026-03-17,14:00,PM,50",
      ),
      options: ["--column", "date=Date", "--column", "time=Time"],
      stored: ["10:00:00Z LAeq 61.3", "14:00:00Z LAeq 50"],
    },
    ...[
      ["a date that stays over midnight", "23:50 23:55 00:00 00:05", 4, "23:55 to 00:00"],
      ["a clock of half a day without AM and PM", "11:00 12:00 01:00 02:00", 4, "12:00 to 01:00"],
      ["half a day without AM and PM, two hours", "09:00 11:00 01:00 03:00", 4, "11:00 to 01:00"],
      ["half a day that begins at its turn", "12:00 01:00 02:00 11:00", 3, "12:00 to 01:00"],
      [
        "a corrected clock before the turn",
        "12:35 12:40 12:38 12:43 12:48 12:53 12:58 01:03",
        9,
        "12:58",
      ],
      ["hours that wander", "11:00 12:03 01:01 02:02", 4, "12:03 to 01:01"],
      ["a repeated row after the turn", "11:00 12:00 01:00 02:00 11:00 12:00 01:00", 4, "12:00"],
      [
        "a turn with offsets",
        "11:00+01:00 12:00+01:00 01:00+01:00 02:00+01:00",
        4,
        "12:00 to 01:00",
      ],
    ].map(([title, times, line, way]) => ({
      title: `a turn of the clock: ${title}`,
      content: rowsOf(
        "datetime,LAeq",
        ...String(times)
          .split(" ")
          .map((time) => `${time.replace("+", ":00+")},50`),
      ),
      code: 2,
      reasons: [`${line}: the time goes back from ${way}`],
      stored: [],
    })),
    ...[
      ["a ring buffer of a day", "17 00:00 17 05:00 17 09:00 16 10:00 16 17:00 16 23:00"],
      ["a ring buffer by its step", "17 08:00 17 09:00 16 10:00 16 11:00"],
      ["pieces of 6 h, newest first", "17 18:00 17 21:00 17 12:00 17 15:00 17 06:00 17 09:00"],
      ["pieces of 12 h, newest first", "17 12:00 17 18:00 17 00:00 17 06:00 16 12:00 16 18:00"],
      ["pieces of 12 h that begin at 6", "17 06:00 17 12:00 16 18:00 17 00:00"],
      ["rows newest first", "17 13:00 17 12:00 17 11:00 17 01:00 17 00:00 16 23:00"],
    ].map(([title = "", times = ""]) => {
      const rows = times.match(/.{8}(?= |$)/g) ?? [];
      return {
        title: `no turn of the clock: ${title}`,
        content: lines("datetime,LAeq", ...rows.map((time) => `2026-03-${time},50`)),
        stored: rows
          .toSorted()
          .map((time) => `2026-03-${time.replace(" ", "T")}:00Z LAeq 50`)
          .map((text) => text.replace("2026-03-17T", "")),
      };
    }),
    {
      title: "a day behind the day after it, and a clock that is corrected by half a day",
      content: lines(
        "datetime,LAeq",
        ...["18 00:00", "18 12:00", "17 00:00", "17 12:00", "17 00:01"].map(
          (time, index) => `2026-03-${time},${50 + index}`,
        ),
      ),
      stored: ["17T00:00", "17T00:01", "17T12:00", "18T00:00", "18T12:00"]
        .map((time, index) => `2026-03-${time}:00Z LAeq ${[52, 54, 53, 50, 51][index]}`)
        .map((text) => text.replaceAll("2026-03-17T", "")),
    },
    {
      title: "a day that stands in its file twice",
      content: lines(
        "datetime,LAeq",
        ...[0, 6, 12, 18, 0, 6, 12, 18].map(
          (hour) => `2026-03-17 ${String(hour).padStart(2, "0")}:00,${50 + hour}`,
        ),
      ),
      counts: "8 rows: 4 inserted, 4 unchanged",
      stored: ["00", "06", "12", "18"].map((hour) => `${hour}:00:00Z LAeq ${50 + Number(hour)}`),
    },
    {
      title: "times with AM and PM that were sorted as texts",
      content: lines(
        "datetime,LAeq",
        ...["01:00 AM", "01:00 PM", "02:00 AM", "02:00 PM"].map(
          (time, index) => `03/17/2026 ${time},${50 + index}`,
        ),
      ),
      options: ["--date-format", "MM/DD/YYYY h:mm A"],
      stored: [50, 52, 51, 53].map(
        (level, index) => `${["01", "02", "13", "14"][index]}:00:00Z LAeq ${level}`,
      ),
    },
  ],
  flags: [
    {
      title: "the same levels with another flag are rejected",
      content: rowsOf("datetime,LAeq,Over", "10:00:00Z,50,-", "10:00:00Z,50,O", "10:05:00Z,51,-"),
      options: ["--flag", "Over=O:overload", "--column", "LAeq=LAeq"],
      code: 1,
      counts: "3 rows: 1 inserted, 2 rejected",
      reasons: ["2: line 3 has other", "3: line 2 has other"],
      stored: ["10:05:00Z LAeq 51"],
    },
    {
      title: "a flagged row that is not stored excludes nothing",
      content: rowsOf("datetime,LAeq,Over", "10:00:00Z,xx,O", "10:05:00Z,51,-", "10:10:00Z,-,O"),
      options: ["--flag", "Over=O:overload", "--column", "LAeq=LAeq"],
      code: 1,
      counts: "3 rows: 1 inserted, 2 rejected",
      reasons: ['2: LAeq "xx" is no level', "4: no level is given"],
      stored: ["10:05:00Z LAeq 51"],
    },
    {
      title: "of joined rows the flagged one is excluded",
      content: rowsOf(
        "datetime,LAeq,Over",
        ...Array.from(
          { length: 10 },
          (_, second) => `10:00:0${second}Z,60,${second === 3 ? "O" : "-"}`,
        ),
      ),
      options: ["--every", "10s", "--flag", "Over=O:overload", "--column", "LAeq=LAeq"],
      counts: "10 rows: 1 inserted, 1 excluded",
      stored: ["10:00:00Z LAeq 60"],
      excluded: ["10:00:03Z 10:00:04Z overload"],
    },
    {
      title: "labels at the end are the start of what is excluded",
      content: rowsOf("datetime,LAeq,Over", "10:05:00Z,61.3, O ", "10:10:00Z,62.5,-"),
      options: "--labels end --interval 5m --flag Over=O:overload --column LAeq=LAeq".split(" "),
      counts: "2 rows: 2 inserted, 1 excluded",
      stored: two,
      excluded: ["10:00:00Z 10:05:00Z overload"],
    },
  ],
  "cells and columns": [
    {
      title: "blanks around headers and cells",
      content:
        '\u00a0"datetime " , " LAeq" \n 2026-03-17T10:00:00Z\t,\u00a061.3\u00a0\n2026-03-17T10:05:00Z,62.5 \n',
      stored: two,
    },
    {
      title: "717 columns with a mapping",
      content: lines(
        ["Time", "LAeq", ...Array.from({ length: 715 }, (_, index) => `band ${index}`)].join(),
        ["2026-03-17T10:00:00Z", "61.3", ...Array<string>(715).fill("40.0")].join(),
      ),
      options: ["--column", "datetime=Time"],
      stored: ["10:00:00Z LAeq 61.3"],
    },
    {
      title: "more columns than any instrument has",
      content: lines(["Time", "LAeq", ...Array<string>(1999).fill("b")].join()),
      options: ["--column", "datetime=Time"],
      code: 2,
      reasons: ["1: the header has 2001 columns, more than 2000"],
      stored: [],
    },
    {
      title: "of equal headers the first is meant, a number says otherwise, and a mapped one wins",
      content: rowsOf("Time,Leq,Leq,LAFmax,LAeq,Date,Date", "10:00:00Z,61.3,71.3,80,99,1,2"),
      options: ["--column", "datetime=Time", "--column", "LAeq=Leq", "--column", "LAFmax=#3"],
      stored: ["10:00:00Z LAeq 61.3 LAFmax 71.3"],
    },
    {
      title: "the option of a sensor wins over ids, also in other capitals",
      content: rowsOf("Time,LAeq,Sensor_ID", "10:00:00Z,61.3,7", "10:05:00Z,62.5,7"),
      options: ["--column", "datetime=Time"],
      stored: two,
    },
    {
      title: "one of our names twice",
      content: rowsOf("datetime,LAeq,LAeq", "10:00:00Z,61.3,71.3"),
      code: 2,
      reasons: ["1: the column LAeq occurs twice"],
      stored: [],
    },
    {
      title: "Date and Time twice: the first pair is the start",
      content: lines(
        "Date\tTime\tDate\tTime\tLAeq",
        "2026-03-17\t10:00:00\t2026-03-17\t10:05:00\t61.3",
      ),
      options: ["--delimiter", "tab", "--column", "date=Date", "--column", "time=Time"],
      stored: ["10:00:00Z LAeq 61.3"],
    },
    {
      title: "markers of no value, known ones and others",
      content: rowsOf(
        "datetime,LAeq,LCeq,LZeq,LAFmax,LAFmin,LCpeak,LA10,LA50,LA90",
        "10:00:00Z,61.3,-,--,---,-.-,--.-,NaN,nan,null",
        "10:05:00Z,62.5,N/A,UNDEF,NULL,n/a,0.0,undef,,-99",
      ),
      options: ["--missing", "0.0", "--missing", "-99"],
      stored: two,
    },
    {
      title: "numbers, units and weightings",
      content: rowsOf(
        "datetime,LAeq",
        ...[
          "+55.1",
          "5.51e1",
          "551E-1",
          "55.1 dB",
          "55.1dBA",
          "55.1 dB(A)",
          "55.1 dBC",
          "5 5.1",
          "0x37",
        ].map((cell, index) => `10:00:0${index}Z,${cell}`),
      ),
      code: 1,
      counts: "9 rows: 6 inserted, 3 rejected",
      reasons: [
        '8: LAeq "55.1 dBC" has another frequency weighting',
        '9: LAeq "5 5.1"',
        '10: LAeq "0x37"',
      ],
      stored: [0, 1, 2, 3, 4, 5].map((second) => `10:00:0${second}Z LAeq 55.1`),
    },
    {
      title: "one delimiter too many, and two",
      content: rowsOf("datetime,LAeq", "10:00:00Z,61.3,", "10:05:00Z,62.5", "10:10:00Z,63,,"),
      code: 1,
      counts: "3 rows: 2 inserted, 1 rejected",
      reasons: ["4: the row has 4 cells, the header 2"],
      stored: two,
    },
    {
      title: "lines without a row: comments, units, headers that come again, delimiters only",
      content: lines(
        "# meter",
        "",
        "datetime,LAeq",
        "YYYY-MM-DD,dB re 20 µPa",
        "2026-03-17T10:00:00Z,61.3",
        "# power on",
        "datetime ,LAeq,",
        ",[dB]",
        ",",
        "2026-03-17T10:05:00Z,62.5",
      ),
      counts: "2 rows: 2 inserted, 7 skipped",
      stored: two,
    },
    {
      title: "a header of another order refuses the file",
      content: rowsOf("datetime,LAeq,LAFmax", "10:00:00Z,61.3,70").concat(
        lines("datetime,LAFmax,LAeq", "2026-03-17T10:05:00Z,70,61.3"),
      ),
      code: 2,
      reasons: ["3: the header changes: split the file before this line"],
      stored: [],
    },
  ],
  "weightings and headers": [
    {
      title: "a header that names another weighting",
      content: rowsOf("Time,Leq (dBC)", "10:00:00Z,61.3"),
      options: ["--column", "datetime=Time", "--column", "LAeq=Leq (dBC)"],
      code: 2,
      reasons: ['1: the column "Leq (dBC)" has another frequency weighting than LAeq'],
      stored: [],
    },
    {
      title: "a unit below a header that names another weighting",
      content: lines("datetime,LAeq", "UTC,dB(C)", "2026-03-17T10:00:00Z,61.3"),
      code: 2,
      reasons: ["2: the column LAeq has a unit of another frequency weighting"],
      stored: [],
    },
    {
      title: "a level of an interval beside one that runs",
      content: rowsOf("Time,LAeq,LAeq_dt", "10:00:00Z,61.3,71.3"),
      options: ["--column", "datetime=Time"],
      code: 2,
      reasons: ["1: LAeq_dt is beside LAeq: write --column LAeq=LAeq_dt"],
      stored: [],
    },
    {
      title: "a second table with another level below the first",
      content: lines(
        "Time,Leq",
        "2026-03-17T10:00:00Z,61.3",
        "Time,LCpk",
        "2026-03-17T10:05:00Z,99",
      ),
      options: ["--column", "datetime=Time", "--column", "LAeq=Leq"],
      code: 2,
      reasons: ["3: the header changes"],
      stored: [],
    },
    {
      title: "a header of another order in other capitals",
      content: rowsOf("datetime,LAeq,LAFmax", "10:00:00Z,61.3,70").concat(
        lines("DateTime,LAFMAX,LAEQ", "2026-03-17T10:05:00Z,70,61.3"),
      ),
      code: 2,
      reasons: ["3: the header changes"],
      stored: [],
    },
    {
      title: "a file behind a file, with its byte order mark",
      content: rowsOf("datetime,LAeq", "10:00:00Z,61.3").concat(
        `\ufeff${rowsOf("datetime,LAeq", "10:05:00Z,62.5")}`,
      ),
      counts: "2 rows: 2 inserted, 1 skipped",
      stored: two,
    },
    {
      title: "narrow blanks before a unit and at the end of a cell",
      content: rowsOf("datetime,LAeq", "10:00:00Z,61.3\u202fdB", "10:05:00Z,62.5\u2009"),
      stored: two,
    },
    {
      title: "a second table of no name of the first, with another level",
      content: lines(
        "Time,Level",
        "2026-03-17T10:00:00Z,61.3",
        "Zeitpunkt,LCeq",
        "2026-03-17T10:05:00Z,99",
      ),
      options: ["--column", "datetime=Time", "--column", "LAeq=Level"],
      code: 2,
      reasons: ["3: the header changes"],
      stored: [],
    },
    {
      title: "a second table of no name of the first, with a unit",
      content: lines(
        "Time,Level",
        "2026-03-17T10:00:00Z,61.3",
        "Periode,Pegel [dB(C)]",
        "2026-03-17T10:05:00Z,99",
      ),
      options: ["--column", "datetime=Time", "--column", "LAeq=Level"],
      code: 2,
      reasons: ["3: the header changes"],
      stored: [],
    },
    ...["LCeq", "LZF [dB]", "Lceq,1s"].map((header) => ({
      title: `a header of a level of another weighting, by its number: ${header}`,
      content: rowsOf(`Time;LAFmax;${header}`, "10:00:00Z;70;61.3"),
      options: "--delimiter ; --column datetime=#1 --column LAeq=#3".split(" "),
      code: 2,
      reasons: [`1: the column "${header}" has another frequency weighting than LAeq`],
      stored: [],
    })),
    {
      title: "a second table of no name of the first, with a band",
      content: lines(
        "Time,Level",
        "2026-03-17T10:00:00Z,61.3",
        "Heure,31.5 Hz",
        "2026-03-17T10:05:00Z,99",
      ),
      options: ["--column", "datetime=Time", "--column", "LAeq=Level"],
      code: 2,
      reasons: ["3: the header changes"],
      stored: [],
    },
    {
      title: "totals that have names of levels in place of a time are rejected rows",
      content: rowsOf("datetime,LAeq", "10:00:00Z,61.3", "10:05:00Z,62.5").concat("LAeq,61.9\n"),
      code: 1,
      counts: "3 rows: 2 inserted, 1 rejected",
      reasons: ['4: datetime "LAeq" is no instant'],
      stored: two,
    },
    {
      title: "a file without a header, by numbers",
      content: lines("2026-03-17T10:00:00Z,61.3", "2026-03-17T10:05:00Z,62.5"),
      options: ["--column", "datetime=#1", "--column", "LAeq=#2"],
      code: 2,
      reasons: ["1: this line is a row, and no header"],
      stored: [],
    },
    {
      title: "a header that begins with # is a comment, and the row below it is none",
      content: lines("#,Date,Time,LAeq", "1,2026-03-17,10:00,61.3", "2,2026-03-17,10:05,62.5"),
      options: "--column date=#2 --column time=#3 --column LAeq=#4".split(" "),
      code: 2,
      reasons: ["2: this line is a row, and no header: a line without # must name the columns"],
      stored: [],
    },
    ...[
      ["Unit", "dBC", "dBC", 'the column "Unit" has "dBC", another frequency weighting than LAeq'],
      ["Weighting", "C", "C", 'the column "Weighting" has "C", another frequency weighting'],
      ["Quantity", "LCeq", "LCeq", 'the column "Quantity" has "LCeq", another frequency weighting'],
      ["Range,Unit", "30-130,dBC", "30-130,dBC", 'the column "Unit" has "dBC", another frequency'],
      ["Unit,Peak,Peak unit", "dBC,90,dBC", "dBC,90,dBC", 'the column "Unit" has "dBC", another'],
      ["Bewertung", "A", "C", 'the column "Bewertung" has "A", "C": rows of several quantities'],
    ].map(([header, one, other, reason = ""]) => ({
      title: `rows of another weighting by a column of their own: ${header} ${one} ${other}`,
      content: rowsOf(`Time,Value,${header}`, `10:00:00Z,61.3,${one}`, `10:05:00Z,62.5,${other}`),
      options: ["--column", "datetime=Time", "--column", "LAeq=Value"],
      code: 2,
      reasons: [reason],
      stored: [],
    })),
    {
      title: "units and weightings of other columns are not those of the level",
      content: rowsOf(
        "Time,Value,Unit,Peak,Peak unit,Weighting,Peak weighting,Time weighting",
        "10:00:00Z,61.3,dBA,90,dBC,A,C,F",
        "10:05:00Z,62.5,dBA,90,dBC,A,C,F",
      ),
      options: ["--column", "datetime=Time", "--column", "LAeq=Value"],
      stored: two,
    },
    ...[
      [
        "Time,Value,Site",
        "10:00:00Z,61.3,Lafayette St",
        "10:05:00Z,62.5,Lafayette St",
        "LCpeak=Value",
      ],
      ["Time,Value,Site", "10:00:00Z,61.3,LC1", "10:05:00Z,62.5,LC1", "LAeq=Value"],
      ["Time,Value,Site", "10:00:00Z,61.3,Las Vegas", "10:05:00Z,62.5,Las Vegas", "LCpeak=Value"],
      ["Time,LAeq,Lpeak,Peak Weighting", "10:00:00Z,61.3,90,C", "10:05:00Z,62.5,90,C", "LAeq=LAeq"],
      ["Time,Leq,Peak,Peak Weighting", "10:00:00Z,61.3,90,C", "10:05:00Z,62.5,90,C", "LAeq=Leq"],
      ["Time,Value,Peak,Unit", "10:00:00Z,61.3,90,dBA", "10:05:00Z,62.5,90,dBA", "LAeq=Value"],
      ["Time,LAeq,Weighting", "10:00:00Z,61.3,C", "10:05:00Z,62.5,Z", "LAeq=LAeq"],
    ].map(([header = "", one = "", other = "", column = ""]) => ({
      title: `a column that says nothing of the level: ${header} ${one} ${column}`,
      content: rowsOf(header, one, other),
      options: ["--column", "datetime=Time", "--column", column],
      stored: two.map((text) => text.replace("LAeq", column.split("=")[0] ?? "")),
    })),
    ...[
      "LCpeak,Unit",
      "Peak,Unit",
      "LCpeak,LAeq unit,LCpeak unit",
      "Lpeak,LAeq unit,Lpeak unit",
    ].map((names) => ({
      title: `units of one of two levels: ${names}`,
      content: rowsOf(
        `Time,LAeq,${names}`,
        ...["10:00:00Z,61.3,90", "10:05:00Z,62.5,90"].map(
          (row) => `${row}${names.split(",").length === 2 ? ",dB(A)" : ",dB(A),dB(C)"}`,
        ),
      ),
      options: ["--column", "datetime=Time", "--column", `LCpeak=${names.split(",")[0]}`],
      stored: two.map((text) => `${text} LCpeak 90`),
    })),
    ...["Calibration,94.0 dB 1 kHz", "Unit,dB(A)", "Weighting,LAeq", "Calibration,94.0 dB(C)"].map(
      (row) => ({
        title: `a row that is no second header: ${row}`,
        content: rowsOf("Time,LAeq", "10:00:00Z,61.3", "10:05:00Z,62.5").concat(`${row}\n`),
        options: ["--column", "datetime=Time"],
        code: 1,
        counts: "3 rows: 2 inserted, 1 rejected",
        reasons: ["4: datetime"],
        stored: two,
      }),
    ),
    ...["Europe/Paris", "Europe/London"].map((zone) => ({
      title: `times in UTC by their header, in another zone: ${zone}`,
      content: lines("Time (UTC),LAeq", "2026-03-17T10:00Z,61.3", "2026-03-17 10:05,62.5"),
      options: ["--column", "datetime=Time (UTC)", "--timezone", zone],
      code: 2,
      reasons: [`1: "Time (UTC)" says that times are in UTC, and they are read in ${zone}`],
      stored: [],
    })),
    ...["UTC", "Etc/UTC", "GMT", "+00:00", "Atlantic/Reykjavik"].map((zone) => ({
      title: `times in UTC by their header, in a zone that is UTC: ${zone}`,
      content: lines("Time (UTC),LAeq", "2026-03-17 10:00,61.3", "2026-03-17 10:05,62.5"),
      options: ["--column", "datetime=Time (UTC)", "--timezone", zone],
      stored: two,
    })),
    {
      title: "times in UTC by their header, all with an offset, in another zone",
      content: rowsOf("Time (UTC),LAeq", "10:00Z,61.3", "10:05Z,62.5"),
      options: ["--column", "datetime=Time (UTC)", "--timezone", "Europe/London"],
      stored: two,
    },
    ...[
      ["timestamp_utc,utc_offset", "+01:00", "--timezone UTC"],
      ["timestamp_utc,utc_offset", "+01:00", ""],
      ["timestamp,utc_offset", "+01:00", "--timezone UTC"],
      ["Time,Drift", "+00:02", ""],
      ["Time,Offset", "+00:00", ""],
    ].map(([header = "", offset = "", zone = ""]) => ({
      title: `a column of offsets that is not of the times: ${header} ${offset} ${zone}`,
      content: lines(
        `${header},LAeq`,
        `2026-03-17 10:00,${offset},61.3`,
        `2026-03-17 10:05,${offset},62.5`,
      ),
      options: ["--column", `datetime=${header.split(",")[0]}`, ...zone.split(" ").filter(Boolean)],
      stored: two,
    })),
    {
      title: "offsets in a column of their own that are not those of the zone",
      content: lines(
        "Time,Offset,LAeq",
        "2026-10-25 01:30,+02:00,50",
        "2026-10-25 02:30,+02:00,51",
        "2026-10-25 02:30,+01:00,52",
      ),
      options: ["--column", "datetime=Time"],
      code: 2,
      reasons: ['1: "Offset" says that times are in +02:00, and they are read in UTC'],
      stored: [],
    },
    {
      title: "offsets in a column of their own that are those of the zone",
      content: lines(
        "Time,Offset,LAeq",
        "2026-10-25 01:30,+02:00,50",
        "2026-10-25 02:30,+02:00,51",
        "2026-10-25 02:30,+01:00,52",
        "2026-10-25 03:30,+01:00,53",
      ),
      options: ["--column", "datetime=Time", "--timezone", "Europe/Paris"],
      stored: ["24T23:30", "25T00:30", "25T01:30", "25T02:30"].map(
        (time, index) => `2026-10-${time}:00Z LAeq ${50 + index}`,
      ),
    },
    {
      title: "the name of a level below a title is no second table",
      content: lines("Site A,2026,x", "Time,LAeq,Note", "2026-03-17T10:00:00Z,61.3,-"),
      options: ["--column", "datetime=#1", "--column", "LAeq=#2"],
      code: 1,
      counts: "2 rows: 1 inserted, 1 rejected",
      reasons: ['2: datetime "Time" is no instant'],
      stored: ["10:00:00Z LAeq 61.3"],
    },
  ],
  texts: [
    ...[
      ["a decimal", "61.3", "62.5", "6"],
      ["one of two decimals", "61.31", "62.52", "63.5"],
      ["the level", "61.3", "62.5", ""],
      ["the weighting", "61.3 dB(A)", "62.5 dB(A)", "63.5 dB"],
    ].map(([what, one, other, last]) => ({
      title: `a last row that is cut off in ${what}`,
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
      stored: [one, other].map(
        (text, index) => `10:0${5 * index}:00Z LAeq ${parseFloat(String(text))} LAFmax 70`,
      ),
    })),
    {
      title: "a last row that is cut off in the offset of its time",
      content: lines("LAeq,datetime", "61.3,2026-03-17T10:00:00Z").concat(
        "62.5,2026-03-17T10:05:00",
      ),
      options: ["--timezone", "Europe/Berlin"],
      code: 1,
      counts: "2 rows: 1 inserted, 1 rejected",
      reasons: ["3: the file ends in this line"],
      stored: ["10:00:00Z LAeq 61.3"],
    },
    {
      title: "a last row without a line end, in the form of others",
      content: rowsOf("datetime,LAeq", "10:00:00Z,61.3", "10:05:00Z,62", "10:10:00Z,7").trimEnd(),
      stored: ["10:00:00Z LAeq 61.3", "10:05:00Z LAeq 62", "10:10:00Z LAeq 7"],
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
      title: "a last row that is cut off",
      content: plain.concat("2026-03-17T10:10:00"),
      code: 1,
      counts: "3 rows: 2 inserted, 1 rejected",
      reasons: [
        "4: the row has 1 cells, the header 2: the file ends in this line, which has no line end",
      ],
      stored: two,
    },
    {
      title: "a workbook of an older program",
      content: Buffer.from("d0cf11e0a1b11ae1", "hex"),
      code: 2,
      reasons: ["an Excel workbook: save it as CSV"],
      stored: [],
    },
    {
      title: "logs of an instrument that were put together, each with an end",
      content: [10, 11]
        .map((hour) =>
          lines(
            "XL2 Sound Level Meter Broadband Logging:",
            "Date\tTime\tTimer\tLAeq_dt",
            "[YYYY-MM-DD]\t[hh:mm:ss]\t[hh:mm:ss]\t[dB]",
            `2026-03-17\t${hour}:00:01\t00:00:01\t61.3`,
            "# Broadband Results over whole log period",
            `2026-03-17\t${hour}:00:00\t00:00:01\t99.9`,
          ),
        )
        .join(""),
      options: ["--instrument", "nti-xl2", "--interval", "1s"],
      counts: "2 rows: 2 inserted, 8 skipped",
      stored: ["10:00:00Z LAeq 61.3", "11:00:00Z LAeq 61.3"],
    },
  ],
};

for (const [group, members] of Object.entries(cases)) {
  for (const { title, content, options, code = 0, counts, reasons = [], ...right } of members) {
    test(`${group}: ${title}`, async ({ read }) => {
      const rows = right.stored.length;
      expect(await read(content, options)).toMatchObject({
        code,
        counts: counts ?? (code === 2 ? "" : `${rows} rows: ${rows} inserted`),
        reasons: reasons.map((part) => expect.stringContaining(part)),
        stored: right.stored,
        excluded: right.excluded ?? [],
      });
    });
  }
}

test("a flag that is not mapped is counted, and so is another value of one that is", async ({
  read,
}) => {
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

test("an exclusion that was removed is made again by the same file", async ({
  read,
  database,
  sensor,
}) => {
  const content = rowsOf("datetime,LAeq,Over", "10:00:00Z,61.3,O", "10:05:00Z,62.5,-");
  const options = ["--column", "LAeq=LAeq", "--flag", "Over=O:overload"];
  expect((await read(content, options)).counts).toBe("2 rows: 2 inserted, 1 excluded");
  await database.db.execute(sql`delete from exclusions
    where sensor_no = (select sensor_no from sensors where id = ${sensor})`);
  const again = await read(content, options);
  expect(again.counts).toBe("2 rows: 2 unchanged, 1 excluded");
  expect(again.excluded).toEqual(["10:00:00Z 10:05:00Z overload"]);
});

test("a dry run of repeated seconds, flags and emptied levels says what the import does", async ({
  read,
}) => {
  await read(rowsOf("datetime,LAeq,LA90", "10:00:00Z,61.3,50", "10:05:00Z,62.5,51"));
  const content = rowsOf("datetime,LA90,Over", "10:00:00Z,-,-", "10:05:00Z,52,O", "10:10:00Z,53,-");
  const options = ["--column", "LA90=LA90", "--flag", "Over=O:overload"];
  const more = { isDryRun: true };
  const dry = await read(content, options, "b.csv", more);
  expect(dry.stored).toEqual(["10:00:00Z LAeq 61.3 LA90 50", "10:05:00Z LAeq 62.5 LA90 51"]);
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
