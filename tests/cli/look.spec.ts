import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { packageFile } from "../../src/system/package-files.ts";
import { samplesOf } from "../support/import-text.ts";
import { tableOf } from "../support/table.ts";
import { expect, refusal, refusalWith, test } from "./acoustic.ts";
import { linesOf } from "./csv.ts";

const at = (text: string) => Date.parse(text) / 1000;

/** The words of the last line that `look` printed, as a shell splits them, behind `acoustic`. */
function commandOf(stdout: string): string[] {
  const command = stdout.trimEnd().split("\n").at(-1) ?? "";
  const words = execFileSync("bash", ["-c", String.raw`printf '%s\0' ${command}`], {
    encoding: "utf8",
  });
  return words.split("\0").slice(1, -1);
}

const folder = packageFile("../shared/data/meters");
const withoutInputs = "the inputs of meters are not beside the project";

/** File | zone | the samples as README.md of the folder has them. */
const inputs = tableOf(`
  01-subsecond.csv | UTC | 2026-03-17T10:00:00Z LAeq 87.09 LAFmax 94 | 2026-03-17T10:00:01Z LAeq 30.35 LAFmax 31.3
  04-two-files-a.csv | UTC | 2026-03-17T10:00:00Z LAeq 65.1 LAFmax 77 | 2026-03-17T10:05:00Z LAeq 66 LAFmax 78
  04-two-files-b.csv | UTC | 2026-03-17T10:00:00Z LA10 68.1 LA90 52 | 2026-03-17T10:05:00Z LA10 69 LA90 53
  06-padded-right.csv | UTC | 2026-03-17T10:00:00Z LAeq 61.06 LAFmax 74.03 | 2026-03-17T10:05:00Z LAeq 62.52 LAFmax 75.93
  08-padded-tab.txt | UTC | 2026-03-17T10:00:00Z LAeq 61.3 LAFmax 74.2 | 2026-03-17T10:05:00Z LAeq 62.5 LAFmax 75.9
  09-third-octaves.csv | UTC | 2026-03-17T10:00:00Z LAeq 61.3 | 2026-03-17T10:05:00Z LAeq 62.5
  11-am-pm.csv | UTC | 2026-03-17T11:55:00Z LAeq 61.3 | 2026-03-17T12:00:00Z LAeq 62.5 | 2026-03-18T00:00:00Z LAeq 63.7
  12-running-level.txt | UTC | 2026-03-17T10:00:00Z LAeq 61.3 | 2026-03-17T10:00:01Z LAeq 71.3 | 2026-03-17T10:00:02Z LAeq 51.3
  14-missing-marker.csv | UTC | 2026-03-17T10:00:00Z LAeq 61.3 | 2026-03-17T10:05:00Z LAeq 62.5 LA10 64 LA90 55 | 2026-03-17T10:10:00Z LAeq 63.5 LA90 55.1 | 2026-03-17T10:15:00Z LAeq 64.5 LA90 55.2
  15-twenty-four.csv | Europe/Berlin | 2026-03-17T21:00:00Z LAeq 61.3 | 2026-03-17T22:00:00Z LAeq 62.5 | 2026-03-17T23:00:00Z LAeq 63.7
  16-no-summer-time.csv | +01:00 | 2026-07-01T11:00:00Z LAeq 61.3 | 2026-07-01T11:05:00Z LAeq 62.5
  17-overload.csv | UTC | 2026-03-17T10:00:00Z LAeq 61.3 | 2026-03-17T10:05:00Z LAeq 139.9 | 2026-03-17T10:10:00Z LAeq 20
  18-month-first.csv | UTC | 2026-03-01T12:00:00Z LAeq 51.1 | 2026-03-02T12:00:00Z LAeq 52.1 | 2026-03-05T12:00:00Z LAeq 55.1 | 2026-03-13T12:00:00Z LAeq 53.1 | 2026-03-20T12:00:00Z LAeq 50.1
  20-unix-time.csv | UTC | 2026-03-17T10:00:00Z LAeq 61.3 | 2026-03-17T10:05:00Z LAeq 62.5
  23-no-zone-dropped.csv | UTC | 2026-07-17T10:00:00Z LAeq 61.3 | 2026-07-17T10:05:00Z LAeq 62.5
  24-carriage-returns.csv | UTC | 2026-03-17T10:00:00Z LAeq 61.3 | 2026-03-17T10:05:00Z LAeq 62.5
  25-sent-twice.csv | UTC | 2026-03-17T10:00:07Z LAeq 61.1 | 2026-03-17T10:00:09Z LAeq 61.1 | 2026-03-17T11:01:13Z LAeq 62.2 | 2026-03-17T11:01:15Z LAeq 62.2 | 2026-03-17T12:00:40Z LAeq 63.3 | 2026-03-17T12:00:42Z LAeq 63.3 | 2026-03-17T13:02:05Z LAeq 64.4 | 2026-03-17T14:00:01Z LAeq 65.5
  28-restarted-logger.csv | UTC | 2026-03-17T10:00:00Z LAeq 61.3 | 2026-03-17T10:05:00Z LAeq 62.5
`);

for (const [file = "", zone = "", ...samples] of inputs) {
  test(`the command that look prints for ${file} imports it with the right values`, async ({
    database,
    project: { acoustic, sensor },
  }) => {
    test.skip(!existsSync(folder), withoutInputs);
    const looked = await acoustic(`look --sensor ${sensor} --timezone ${zone} ${folder}/${file}`);
    expect(looked).toMatchObject({ code: 0, stderr: "" });
    const run = await acoustic([...commandOf(looked.stdout), "--allow-future"]);
    expect(run).toMatchObject({ code: 0, stderr: "" });
    expect(await samplesOf(database, sensor)).toEqual(samples);
  });
}

test("the command for 05-clock-step.csv moves no row of the repeated hour to its second pass", async ({
  database,
  project: { acoustic, sensor },
}) => {
  test.skip(!existsSync(folder), withoutInputs);
  const file = `${folder}/05-clock-step.csv`;
  const looked = await acoustic(`look --sensor ${sensor} --timezone Europe/London ${file}`);
  await acoustic([...commandOf(looked.stdout), "--dry-run"]);
  const run = await acoustic([...commandOf(looked.stdout), "--allow-future"]);
  expect(run.code).toBe(0);
  const stored = await samplesOf(database, sensor);
  expect(stored).toHaveLength(6);
  expect(stored.at(-1)).toMatch(/^2026-10-25T00:50:00Z /);
});

test("look says what a file is, and what is to be replaced in the command", async ({
  acoustic,
  folder: own,
}) => {
  const content = linesOf(
    "Site;\u001b[31mA",
    "Datum;Zeit;LAeq [dB];Akku",
    "03.04.2026;10:00;61,3;99",
    "03.04.2026;10:05;62,5;99",
    "04.04.2026;10:10;63,7;99",
  );
  const file = await own.write("a b.csv", Buffer.from(content, "latin1"));
  const { code, stdout, stderr } = await acoustic(["look", file]);
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  expect(stdout).toBe(
    linesOf(
      file,
      "  encoding    UTF-8, lines end with LF",
      "  delimiter   semicolon",
      "  decimal     comma",
      "  header      line 2: Datum, Zeit, LAeq [dB], Akku",
      "  instrument  none that is known by name",
      "  columns     date is Datum",
      "              time is Zeit",
      "              LAeq is LAeq [dB]",
      "  left out    Akku",
      "  times       DD.MM.YYYY HH:mm[:ss], the start of an interval, their zone is not known",
      "  interval    5m",
      "  samples     2026-04-03T10:00:00  LAeq 61.3",
      "              2026-04-03T10:05:00  LAeq 62.5",
      "              2026-04-04T10:10:00  LAeq 63.7",
      "  rows read   all",
      '  unclear     every row also fits --date-format "MM.DD.YYYY HH:mm[:ss]": compare the first times',
      "              the file does not say which end of its interval a time is: it is read as the start (--labels end is the other)",
      "",
      "acoustic import samples --delimiter ';' --skip-lines 1 --decimal ',' --column date=Datum --column time=Zeit " +
        `--column 'LAeq=LAeq [dB]' --date-format 'DD.MM.YYYY HH:mm[:ss]' --timezone <zone> --sensor <sensor> '${file}'`,
    ),
  );
});

test("look reads no time since a start as a clock, and names other times that it leaves out", async ({
  acoustic,
  folder: own,
}) => {
  const file = await own.write(
    "a.csv",
    linesOf(
      "Elapsed,Date,Start,Received,LAeq",
      "00:00:00,17/03/2026,10:00:00,10:07:12,61.3",
      "00:05:00,17/03/2026,10:05:00,10:12:12,62.5",
    ),
  );
  const { stdout } = await acoustic(["look", "--timezone", "UTC", file]);
  expect(stdout).toContain("samples     2026-03-17T10:00:00Z  LAeq 61.3");
  expect(stdout).toContain('the time is that of "Date", "Start", not of "Received"');
});

/** A title | a header | its first row, which comes again five minutes later, or its rows | what `look` says of them. */
const headers = tableOf(`
  levels that 1.0 % or 5.0 % of the time exceeds are not those of 10 % or 50 % | Time,LAeq,LA1.0,LAF5.0,LAF 9.00 | 2026-03-17 10:00:00,61.3,70.1,66.2,65.3 | samples     2026-03-17T10:00:00Z  LAeq 61.3\\n | left out    LA1.0, LAF5.0, LAF 9.00
  percentages have decimals, also with commas | Time,LAeq,LAF10.0,"LAF50,0%",LAF 90.00 | 2026-03-17 10:00:00,61.3,66,60,50 | samples     2026-03-17T10:00:00Z  LAeq 61.3  LA10 66  LA50 60  LA90 50\\n
  the clock of values of a day is not that of their maximum | Date,Time of max,Time,LAeq,LAFmax | 17/03/2026,10:00:17,00:00:00,61.3,70 | time is Time\\n | samples     2026-03-17T00:00:00Z  LAeq 61.3  LAFmax 70\\n
  a clock that stands still is a length of time, whatever its name | Period,Date,Clock,LAeq | 00:05:00,17/03/2026,10:00:00,61.3 | time is Clock\\n | samples     2026-03-17T10:00:00Z  LAeq 61.3\\n
  the end of a day behind a no-break space | Time,LAeq | 17/03/2026\u00a023:55,61.3\\n17/03/2026\u00a024:00,61.4 | the end of an interval
  24 minutes are not the end of a day | Time,LAeq | 2026-03-17 10:00:00,61.3\\n2026-03-17 10:24:00,61.4 | the start of an interval | samples     2026-03-17T10:00:00Z  LAeq 61.3\\n
  a time that stands still is not that of the rows | _start,_stop,_time,LAeq | 2026-03-17 00:00:00,2026-03-18 00:00:00,2026-03-17 10:00:00,61.3 | samples     2026-03-17T10:00:00Z  LAeq 61.3\\n | 10:05:00Z  LAeq 61.3\\n
  a start that stands still beside a date and a clock | Start,Date,Time,LAeq | 17/03/2026 09:00:00,17/03/2026,10:00:00,61.3 | time is Time\\n | samples     2026-03-17T10:00:00Z  LAeq 61.3\\n
  rows a second apart are not joined for a few milliseconds | Time,LAeq | 2026-03-17 11:00:00.010,61.3\\n2026-03-17 11:00:01.008,61.4\\n2026-03-17 11:00:02.006,61.5 | interval    1s\\n | 2026-03-17T11:00:01Z  LAeq 61.4\\n
  milliseconds do not shorten the interval by a second | End time,LAeq | 2026-03-17 11:05:00.010,61.3\\n2026-03-17 11:10:00.009,61.4 | interval    5m\\n | samples     2026-03-17T11:00:00Z  LAeq 61.3\\n
  rows of several sensors | Device ID,Time,LAeq | A 1,2026-03-17 10:00:00,61.3\\n,2026-03-17 10:01:00,61.3\\nA 2,2026-03-17 10:02:00,61.3 | "Device ID" names A 1, A 2: all rows are read as those of one sensor
  rows of several sensors in the file of an instrument | sensor_id;sensor_type;timestamp;noise_LAeq | 7;L;2026-03-17T10:00:00;61.3\\n8;L;2026-03-17T10:01:00;61.3 | sensor-community | "sensor_id" names 7, 8: all rows are read as those of one sensor
  dates with the midnight of a spreadsheet, beside a clock | Start,Date,Time,LAeq | 16/03/2026,17/03/2026 00:00:00,10:00:00,61.3 | the time is that of "Start", "Time", not of "Date"
  a date with midnight is that of the clock beside it | Date,Time,LAeq | 17/03/2026 00:00:00,10:00:00,61.3 | date is Date\\n | samples     2026-03-17T10:00:00Z  LAeq 61.3\\n | interval    5m\\n
  a level that has words in the rows that were read stays mapped | Time,LAeq [dB],LAFmax | 2026-03-17 10:00:00,off,70 | "LAeq [dB]" has no number in the rows that were read: --missing "off" makes such a word no value | --column 'LAeq=LAeq [dB]'
  midnights that are no times are named | Date,Time,Received,LAeq | 17/03/2026 00:00:00,10:00:00,10:00:17,61.3 | the time is that of "Date", "Time", without the midnight of its date, not of "Received"
  dates with midnight come twice, so a clock of any name is that of the rows | Date,Beginn,LAeq | 17/03/2026 00:00:00,10:00:00,61.3 | time is Beginn\\n | samples     2026-03-17T10:00:00Z  LAeq 61.3\\n
  values of a day have midnight as their time, whatever the clock of their maximum | Date,Time of max,LAeq | 17/03/2026 00:00:00,10:00:17,61.3\\n18/03/2026 00:00:00,11:10:17,61.3 | datetime is Date\\n | DD/MM/YYYY HH:mm[:ss], the start
  a limit that has words is left out, and no level | Time,LAeq,limit,LA90,Note | 2026-03-17 10:00:00,61.3,ok,off,a | left out    limit, Note\\n | "limit" has no number in the rows that were read: --column limit= leaves it out | "LA90" has no number in the rows that were read: --missing "off" makes such a word no value | --column LA90=LA90 --column limit= 
  a length of time is no clock beside the midnights of days | Date,LAeq,Time above 65 dB | 01/03/2026 00:00,51.2,02:14:00\\n02/03/2026 00:00,52.2,03:14:00 | datetime is Date\\n | the time is that of "Date", not of "Time above 65 dB"
  the clock of a peak is not that of the rows | Start,LAeq,Time of Lpk,LAFmax | 01/03/2026 00:00,51.2,02:14:00,70\\n01/03/2026 00:00,52.2,03:14:00,70 | datetime is Start\\n | not of "Time of Lpk"
  the only clock is that of an hour, on dates without one | Date,Time of highest,Hour,LAeq | 17/03/2026,10:00:17,00:00:00,61.3 | time is Hour\\n | date is Date\\n
  days of several places have another clock beside their midnights | Place,Date,LAeq,Clock | A,17/03/2026 00:00:00,61.3,10:00:17\\nB,17/03/2026 00:00:00,61.4,11:10:17 | datetime is Date\\n | the time is that of "Date", not of "Clock"
  days of several sensors have another clock beside their midnights | Node,Date,LAeq,Time | 1,17/03/2026 00:00:00,61.3,10:00:17\\n2,17/03/2026 00:00:00,61.4,11:10:17 | datetime is Date\\n | the time is that of "Date", not of "Time"
  clocks that do not go one way are not those of midnights | Date,LAeq,Time | 17/03/2026 00:00,61.3,10:00:17\\n17/03/2026 00:00,61.4,11:10:17\\n17/03/2026 00:00,61.4,10:10:17 | datetime is Date\\n
  clocks that stand still are not those of midnights | Date,LAeq,Time | 17/03/2026 00:00,61.3,10:00:17\\n17/03/2026 00:00,61.4,10:00:17 | datetime is Date\\n
  rows of several sensors with midnights, the newest first | Place,Date,Time,LAeq | A,17/03/2026 00:00:00,10:05:00,61.3\\nB,17/03/2026 00:00:00,10:05:00,61.4\\nA,17/03/2026 00:00:00,10:00:00,61.5\\nB,17/03/2026 00:00:00,10:00:00,61.6 | time is Time\\n | samples     2026-03-17T10:05:00Z  LAeq 61.3\\n
  a level over another time than the interval is left out | datetime,LAeq_24h,LAFmax | 2026-03-17 10:00:00,61.3,70 | left out    LAeq_24h\\n | "LAeq_24h" is a level over another time than the interval of the rows: it is left out | 10:00:00Z  LAFmax 70\\n
  of levels over several times, that over the interval is read | datetime,LAeq 1h,LAeq,LAeq 5min | 2026-03-17 10:00:00,61.3,62.3,63.3 | LAeq is LAeq 5min\\n | "LAeq 5min" is read as LAeq, and not "LAeq", "LAeq 1h" beside it
  a level over a time is in doubt beside rows without an interval | datetime,LAeq_1h,LAFmax | 2026-03-17 10:00:00,61.3,70\\n2026-03-17 10:00:00,61.3,70 | LAeq is LAeq_1h\\n | "LAeq_1h" names a time, and the rows do not show their interval: it is read as LAeq
  a sure level goes before a vague one over the interval | datetime,LAeq,Leq 5min | 2026-03-17 10:00:00,61.3,70 | "LAeq" is read as LAeq, and not "Leq 5min" beside it
  clocks of the rows that stand still are named | Date,Time,LAeq | 17/03/2026 00:00,10:00:00,61.3\\n18/03/2026 00:00,10:00:00,61.3 | the time is that of "Date", not of "Time"
  remarks do not part the rows of a sensor | Date,Time,LAeq,Remark | 17/03/2026 00:00,10:00:00,61.3,a\\n17/03/2026 00:00,10:05:00,61.3,b\\n17/03/2026 00:00,10:10:00,61.3,c\\n17/03/2026 00:00,10:15:00,61.3,d\\n17/03/2026 00:00,10:20:00,61.3,d | time is Time\\n
  the time of an extreme, where there is no other | Time of LAmax,LAmax,LAeq | 2026-03-17 10:00:07,70,61.3 | the time is that of "Time of LAmax" | samples     2026-03-17T10:00:07Z  LAeq 61.3  LAFmax 70\\n
  exclusions may have a level and a line | sensor_id,start_at,end_at,reason,line,LAeq | s,2026-03-17 10:00:00,2026-03-17 10:05:00,tram,7,61.3 | acoustic import exclusions
  a file of rejected rows is one of samples | sensor_id,datetime,end_at,LAeq,line,reason | s,2026-03-17 10:00:00,2026-03-17 10:05:00,61.3,2,a | left out    end_at, line, reason\\n | acoustic import samples
  rejected rows of classifications have columns to remove first | datetime,model,label,confidence,line,reason | 2026-03-17 10:00:00,m,dog,0.5,2,a | no header means a level | acoustic import samples
  a file with levels is one of samples | sensor_id,datetime,LAeq,model,label,confidence | s,2026-03-17 10:00:00,61.3,m,dog,0.5 | left out    model, label, confidence\\n | acoustic import samples
  reasons with a datetime are no exclusions | datetime,LZ,end_at,reason | 2026-03-17 10:00:00,61.3,2026-03-17 10:05:00,a | acoustic import samples
  ids are found in any capitals | Sensor_ID,Time,LAeq | a,2026-03-17 10:00:00,61.3\\nb,2026-03-17 10:00:00,61.4 | sensor_id is Sensor_ID\\n | the column sensor_id names the sensors a, b | --column sensor_id=Sensor_ID
  columns of our names that are no part of the time | datetime,Date,Time,day,LAeq | week 12,17/03/2026,10:00:00,Tuesday,61.3 | --column datetime= --column day= | samples     2026-03-17T10:00:00Z  LAeq 61.3\\n
  units behind a word | Zeit;LAeq in dB(A);LAmin in dB;LAFmax en dB(A) | 2026-03-17 10:00:00;61.3;50;70 | samples     2026-03-17T10:00:00Z  LAeq 61.3  LAFmax 70  LAFmin 50\\n
  an afternoon in the words of Spain | Fecha;LAeq | 17/03/2026 01:10:00 p.\u00a0m.;61.3 | samples     2026-03-17T13:10:00Z  LAeq 61.3\\n | 'DD/MM/YYYY h:mm[:ss] A'
  columns of our names are read, whatever else is mapped | Time,Leq (dBA),limit,classification | 2026-03-17 10:00:00,61.3,65,Traffic | limit\\n              classification\\n  left out    nothing\\n
  a decimal comma in a column that no header names as a level | Zeit;Pegel | 17.03.2026 10:00:00;61,3 | decimal     comma\\n | --decimal ',' 
  levels with an exponent | Time,LAeq | 2026-03-17 10:00:00,6.130000000000000071e+01 | samples     2026-03-17T10:00:00Z  LAeq 61.3\\n
  levels of a time T | Time;LAeq,T [dB];LAF10,T;LAFmax,T | 2026-03-17 10:00:00;61.3;64;70 | samples     2026-03-17T10:00:00Z  LAeq 61.3  LAFmax 70  LA10 64\\n
  an instrument whose dates also fit the other order | Date & time,LAeq (TH) [dB] | 03/04/2026 10:00:00,61.3 | svantek-svanpc | every row also fits --date-format "MM/DD/YYYY HH:mm[:ss]"
  columns of our names in other capitals, also without a number | Time,LAeq,LAFMAX,Limit | 2026-03-17 10:00:00,61.3,---,65 | LAFmax is LAFMAX\\n              limit is Limit\\n  left out    nothing\\n
  an instrument whose times have another form than its profile | Date & time,LAeq (TH) [dB] | 2026-03-17 10:00:00,61.3 | svantek-svanpc | --date-format 'YYYY-MM-DD HH:mm[:ss]'
`);
const at10 = "2026-03-17 10:00:00,61.3";
for (const name of ["LAeq,15min", "LAeq, 1h", "LAeq_5 min", "LAeq15min", "LAeq (15 min)"]) {
  const next = { "_5 ": "10:05", "1h": "11:00" }[/_5 |1h/.exec(name)?.[0] ?? ""] ?? "10:15";
  headers.push([
    `${name} is a level over that time`,
    `Time;${name};LAFmax`,
    `2026-03-17 10:00:00;61.3;70\\n2026-03-17 ${next}:00;61.4;70`,
    `LAeq is ${name}\\n`,
    "samples     2026-03-17T10:00:00Z  LAeq 61.3  LAFmax 70\\n",
  ]);
}
for (const name of ["LA_1s", "LA (1s)", "LA 1s", "LA1s [dB]"])
  headers.push([`${name} is a level of its own`, `Time,${name}`, at10, `LAeq is ${name}\\n`]);
for (const name of ["end_time", "EndTime", "time_end", "Endzeit", "Hasta"]) {
  const said = ["the end of an interval", "samples     2026-03-17T09:55:00Z  LAeq 61.3\\n"];
  headers.push([`${name} is the end of an interval`, `${name},LAeq`, at10, ...said]);
}
for (const name of ["Time (UTC)", "timestamp_utc", "TimeUTC", "UTCTime", "utc_date_time"]) {
  headers.push([
    `${name} is in UTC, whatever the zone of the sensor`,
    `${name},LAeq`,
    at10,
    "samples     2026-03-17T10:00:00Z  LAeq 61.3\\n",
    "--timezone UTC --sensor",
    "the header says that times are in UTC: they are not read in Europe/Paris",
  ]);
}
for (const name of [
  "Time (UTC+1)",
  "Time (UTC−3)",
  "Local time (UTC offset +1)",
  "Time (UTC/GMT+1)",
  "Time UTC-3",
]) {
  headers.push([`${name} is not in UTC`, `${name},LAeq`, at10, "--timezone Europe/Paris --sensor"]);
}

for (const [title, ...cells] of headers) {
  const [header = "", row = "", ...said] = cells.map((cell) => cell.replaceAll("\\n", "\n"));
  const rows = row.includes("\n") ? [row] : [row, row.replace("10:00", "10:05")];
  test(`look reads headers: ${title}`, async ({ acoustic, folder: own }) => {
    const file = await own.write("a.csv", linesOf(header, ...rows));
    const zone = said.some((text) => text.includes("--timezone")) ? "Europe/Paris" : "UTC";
    const run = await acoustic(["look", "--timezone", zone, "--sensor", "s", file]);
    expect(run).toMatchObject({ code: 0, stderr: "" });
    for (const text of said) expect(run.stdout).toContain(text);
  });
}

test("the command of look imports a file whose limit has words", async ({
  project: { acoustic, folder: own, sensor, storedSamples },
}) => {
  const file = await own.write(
    "a.csv",
    linesOf("datetime,LAeq,limit", "2026-03-17T10:00:00Z,61.3,ok", "2026-03-17T10:05:00Z,62.5,ok"),
  );
  const refused = await acoustic(["import", "samples", "--sensor", sensor, file]);
  expect(refused).toMatchObject({ code: 1, stdout: expect.stringContaining("2 rejected") });
  const looked = await acoustic(["look", "--sensor", sensor, file]);
  expect(await acoustic(commandOf(looked.stdout))).toMatchObject({ code: 0, stderr: "" });
  expect(await storedSamples()).toMatchObject([{ laeq: 6130 }, { laeq: 6250 }]);
});

/** A file of another table, the options that its command needs, and what is stored. */
const others = [
  [
    "classifications",
    linesOf(
      "Time;Model;Label;Confidence;Note",
      "17/03/2026 10:00:00;m;dog;0,97;a",
      "17/03/2026 10:00:01;m;cat;0,5;b",
    ),
    "--delimiter ';' --decimal ',' --column datetime=Time --column model=Model --column label=Label " +
      "--column confidence=Confidence --date-format 'DD/MM/YYYY HH:mm[:ss]' --timezone UTC --sensor",
    ["0,5", "5,5", 'confidence "5,5" is no decimal from 0 to 1'],
  ],
  [
    "exclusions",
    linesOf(
      "# storms",
      "start_at,end_at,reason",
      "2026-03-17 10:00:00,2026-03-17 10:40:00,thunder",
      "2026-03-18 10:00:00,2026-03-18 10:40:00,thunder",
    ),
    "--timezone UTC --sensor",
    ["10:40:00,", "09:40:00,", 'end_at "2026-03-17 09:40:00" is not after start_at'],
  ],
] as const;

for (const [kind, content, options, [good, wrong, reason]] of others) {
  test(`look names the command for a file of ${kind}`, async ({
    project: { acoustic, folder: own, sensor },
  }) => {
    const file = await own.write("a.csv", content);
    const run = await acoustic(["look", "--sensor", sensor, "--timezone", "UTC", file]);
    expect(run).toMatchObject({ code: 0, stderr: "" });
    expect(run.stdout.trimEnd().split("\n").at(-1)).toBe(
      `acoustic import ${kind} ${options} ${sensor} ${file}`,
    );
    expect(run.stdout).not.toContain("unclear");
    expect(await acoustic(commandOf(run.stdout))).toMatchObject({
      code: 0,
      stdout: expect.stringContaining("2 rows: 2 inserted"),
    });
    const bad = await own.write("b.csv", content.replace(good, wrong));
    expect((await acoustic(["look", "--timezone", "UTC", bad])).stdout).toContain(
      `a row would be rejected: line 3: ${reason}`,
    );
  });
}

/** The kind of a file, its content, and the options of its command. */
const mapped = [
  [
    "classifications",
    "Sensor_ID,Datetime,Model,Label,Confidence\nSENSOR,2026-03-17T10:00:00Z,m,dog,0.5\n",
    "--column datetime=Datetime --column model=Model --column label=Label --column confidence=Confidence --column sensor_id=Sensor_ID",
  ],
  [
    "exclusions",
    "sensor_id,reason,end_at,start\nSENSOR,a,2026-03-17T11:00:00Z,2026-03-17T10:00:00Z\n",
    "--column start_at=start --column end_at=end_at --column reason=reason",
  ],
  [
    "exclusions",
    "sensor_id,Start_at,end_at,reason\nSENSOR,2026-03-17T10:00:00Z,2026-03-17T11:00:00Z,a,\n",
    "--column start_at=Start_at --column end_at=end_at --column reason=reason",
  ],
] as const;
for (const [kind, content, options] of mapped) {
  test(`look names the sensors and times of ${kind}: ${content.split("\n")[0]}`, async ({
    project: { acoustic, folder: own, sensor },
  }) => {
    const file = await own.write("a.csv", content.replace("SENSOR", sensor));
    const { stdout } = await acoustic(["look", file]);
    expect(stdout).toContain(`unclear     the column sensor_id names the sensors ${sensor}\n`);
    expect(stdout).toContain(`acoustic import ${kind} ${options} ${file}\n`);
    const run = await acoustic(commandOf(stdout));
    expect(run).toMatchObject({ code: 0, stdout: expect.stringContaining("1 row: 1 inserted") });
    const given = await acoustic(["look", "--sensor", sensor, file]);
    expect((await acoustic(commandOf(given.stdout))).stdout).toContain("1 unchanged");
  });
}

test("look names the devices of classifications that its command reads as one", async ({
  acoustic,
  folder: own,
}) => {
  const rows = ["1,2026-03-17T10:00:00Z,m,dog,0.5", "2,2026-03-17T10:00:00Z,m,dog,0.6"];
  const file = await own.write("a.csv", linesOf("Device,datetime,model,label,confidence", ...rows));
  expect((await acoustic(["look", file])).stdout).toContain(
    '"Device" names 1, 2: all rows are read as those of one sensor',
  );
});

test("hours that wander by seconds have one interval, their median, for look and for an import", async ({
  project: { acoustic, folder: own, sensor },
}) => {
  const rows = Array.from({ length: 60 }, (_, hour) => {
    const wander = ((hour * 37) % 41) - 20;
    return `${new Date(Date.UTC(2026, 2, 1, hour) + wander * 1000).toISOString()},61.3`;
  });
  const file = await own.write("a.csv", linesOf("datetime,LAeq", ...rows));
  const looked = await acoustic(["look", file]);
  expect(looked.stdout).toContain("interval    3596s\n");
  const run = await acoustic(["import", "samples", "--sensor", sensor, "--interval", "5m", file]);
  expect(run.stdout).toContain("are 3596 s apart, and the interval is declared as 300 s");
});

test("look finds the table below a block of other rows with times", async ({
  acoustic,
  folder: own,
}) => {
  const file = await own.write(
    "a.csv",
    linesOf(
      "Calibration,17/03/2026 09:50:00,93.9",
      "Block,From,To,LAeq",
      "1,17/03/2026 09:00:00,17/03/2026 11:00:00,64.5",
      "",
      "Time,LAeq,LAFmax,LCeq,LA90,Note",
      "17/03/2026 10:00:00,61.3,70,72,50,",
      "17/03/2026 10:05:00,62.5,70,72,50,",
    ),
  );
  const { stdout } = await acoustic(["look", "--timezone", "UTC", file]);
  expect(stdout).toContain("header      line 5: Time, LAeq, LAFmax, LCeq, LA90, Note");
  expect(stdout).toContain(
    "samples     2026-03-17T10:00:00Z  LAeq 61.3  LCeq 72  LAFmax 70  LA90 50",
  );
});

/** Files that are no table of samples, and the reason. */
const noTables: readonly (readonly [name: string, content: string | Uint8Array, reason: string])[] =
  [
    ["empty.csv", "", "the file is empty"],
    ["zero.bin", Buffer.alloc(100_000), "it is no text"],
    [
      "noise.bin",
      Buffer.from(Array.from({ length: 5000 }, (_, index) => (index * 7) % 256)),
      "it is no text",
    ],
    ["a.csv", gzipSync("datetime,LAeq\n"), "it is compressed: let its name end in .gz"],
    [
      "cut.csv.gz",
      gzipSync("datetime,LAeq\n".repeat(1000)).subarray(0, 40),
      "gzip cannot read it: unexpected end of file",
    ],
    ["long.csv", "x".repeat(5_000_000), "the header is longer than 256 KiB; this is no CSV file"],
    [
      "prose.txt",
      "Levels of the site\nwere high.\n",
      "no line names columns above rows of a time and levels",
    ],
    ["number.csv", "#,Date,LAeq\n1,2026-03-17 10:00,61.3\n", "that begins with # is a comment"],
    ["year.csv", "Date Time,LAeq\n17/03/26 10:00,61.3\n", "a year has four digits"],
    ["short.csv", "Date,Time,LAeq\n17/03/26,10:00,61.3\n", "in a form that is read: Date, Time"],
    ["offset.csv", "Time,LAeq\n17/03/26 10:00-05:00,61.3\n", "offset.csv: no line names columns"],
    [
      "hours.csv",
      "Opening hours: 08:00-18:00\nHours,08:00-18:00\nTime,LAeq\n17/03/26 10:00,61.3\n",
      "hours.csv: no line names columns",
    ],
    [
      "start.csv",
      "sensor_id,date,time,end_at,reason\ns,2026-03-17,10:00,2026-03-17T11:00:00Z,a\n",
      "start.csv:1: no column has whole times of the start in a form that is read: sensor_id, date",
    ],
    ["span.csv", "Time,LAeq\n10:00-11:00,61.3\n", ':2: "10:00-11:00" is an interval, and not'],
    [
      "spans.csv",
      "Time,LAeq\n2026-03-17 10:00-11:00,61.3\n2026-03-17 11:00-12:00,62.5\n",
      ':1: "2026-03-17 11:00-12:00" is an interval, and not a time with an offset: only its start',
    ],
    ["b.xlsx", "PK\u0003\u0004 [Content_Types].xml", "an Excel workbook: save it as CSV"],
  ];

for (const [name, content, reason] of noTables) {
  test(`look refuses ${name} with 2: ${reason}`, async ({ acoustic, folder: own }) => {
    const path = await own.write(name, content);
    const run = await acoustic(["look", path]);
    expect(run).toEqual(refusalWith(reason));
    expect(run.stderr).toContain(path);
  });
}

test("look reads a bounded part of a long file, and its last rows", async ({
  acoustic,
  folder: own,
}) => {
  const rows = Array.from({ length: 60_000 }, (_, index) => {
    const [day, minute] = [1 + Math.floor(index / 5000), index % 60];
    return `03/${String(day).padStart(2, "0")}/2026 10:${String(minute).padStart(2, "0")},61.3`;
  });
  const content = linesOf("Time,LAeq", ...rows, "03/13/2026 10:00,61.3");
  const run = await acoustic(["look", await own.write("long.csv", content)]);
  expect(run.code).toBe(0);
  // Only the last row shows which number is the month.
  expect(run.stdout).toContain("MM/DD/YYYY HH:mm[:ss], the start");
  expect(run.stdout).toContain("rows read   the first and the last ones");
});

test("a profile begins with an instrument, and changes what differs", async ({
  project: { acoustic, folder: own, sensor, storedSamples },
}) => {
  const profile = await own.write(
    "profile.yaml",
    linesOf("instrument: nti-xl2", "interval: 1s", "labels: start", "column: { LAeq: LAeq }"),
  );
  const sample = packageFile("tests/fixtures/instruments/nti-xl2.txt");
  const run = await acoustic(`import samples --profile ${profile} --sensor ${sensor} ${sample}`);
  expect(run).toMatchObject({ code: 0, stderr: "" });
  const [first] = await storedSamples();
  expect(first).toMatchObject({ second: at("2026-03-17T10:00:01Z"), laeq: 6200, lafmax: 7420 });

  const copy = await own.write("copy.yaml", linesOf("instrument: nobody"));
  const refused = await acoustic(["import", "samples", "--profile", copy, sample]);
  expect(refused).toEqual(
    refusal(`${copy}:1: there is no instrument "nobody": acoustic instruments lists them`),
  );
});

test("instruments are listed, each with the source of its form", async ({ acoustic }) => {
  const { code, stdout } = await acoustic("instruments --json");
  expect(code).toBe(0);
  const { instruments } = JSON.parse(stdout) as { instruments: Record<string, unknown>[] };
  expect(instruments.map(({ name }) => name)).toContain("nti-xl2");
  for (const instrument of instruments) {
    expect(instrument).toMatchObject({
      title: expect.stringMatching(/./),
      source: expect.stringMatching(/./),
      labels: expect.stringMatching(/^(?:start|end)$/),
    });
  }
  expect((await acoustic("instruments")).stdout).toContain("NTi Audio XL2, log");
});
