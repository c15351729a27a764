import { expect, refusal, test } from "./acoustic.ts";
import { tableOf } from "../support/table.ts";
import { linesOf } from "./csv.ts";

const at = (text: string) => Date.parse(text) / 1000;

test("a file of an instrument is imported as its options say, or its profile", async ({
  project: { acoustic, folder, other, sensor, storedSamples },
}) => {
  const content = linesOf(
    "Instrument 4711;Overload: none",
    "",
    'Time;"Leq (dBA)";LAFmax;Battery;Lpeak "C"',
    "27/10/2019 00:30:00,5;60,125;71,5;12,4;99",
    "27/10/2019 01:30;-0,005;;12,4;",
    "27/10/2019 01:30;61;;12,4;",
    "27/10/2019 02:30;62.5;;12,4;",
    "28/10/2019 00:00Z;63;;12,4;",
    "31/03/2019 01:30;64;;12,4;",
  )
    .replaceAll("\n", "\r\n")
    .replace('Lpeak "C"', '"Lpeak ""C"""');
  const form = "--delimiter ; --decimal , --skip-lines 2 --date-format 'DD/MM/YYYY HH:mm[:ss]'";
  const columns = `--column datetime=Time --column 'LAeq=Leq (dBA)' --column 'LCpeak=Lpeak "C"'`;
  const given = `--timezone Europe/Dublin ${form} ${columns}`;
  const file = await folder.write("a.csv", `\ufeff${content}`);
  const summary = [
    `${file}: 6 rows: 4 inserted, 0 updated, 0 unchanged, 2 rejected`,
    expect.stringContaining("2019-10-28 00:00 (+00:00)"),
    "  times read in Europe/Dublin: UTC+00:00 or UTC+01:00",
    "  outside the contract, stored but not served: 4 rows",
    "  columns left out: Battery",
    `  the rejected rows, each with its line and reason: ${folder.path}/a.rejected.csv`,
  ];
  const imported = await acoustic(`import samples ${given} --sensor ${sensor} ${file}`);
  const stdout = [...summary, ""];
  expect({ ...imported, stdout: imported.stdout.split("\n") }).toEqual({
    code: 1,
    stdout,
    stderr: "",
  });
  const rows = [
    { second: at("2019-10-26T23:30:00Z"), laeq: 6013, lafmax: 7150, lcpeak: 9900 },
    { second: at("2019-10-27T00:30:00Z"), laeq: -1 },
    { second: at("2019-10-27T01:30:00Z"), laeq: 6100 },
    { second: at("2019-10-28T00:00:00Z"), laeq: 6300 },
  ];
  expect(await storedSamples()).toEqual(rows);
  const rejected = await folder.read("a.rejected.csv");
  expect(rejected).toBe(
    linesOf(
      'Time;Leq (dBA);LAFmax;Battery;"Lpeak ""C""";line;reason',
      `27/10/2019 02:30;62.5;;12,4;;7;"LAeq ""62.5"" is no level from -20 to 200 dB: --decimal ',' expects decimal commas"`,
      '31/03/2019 01:30;64;;12,4;;9;"datetime ""31/03/2019 01:30"" does not exist in Europe/Dublin: the clock went from 01:00 to 02:00"',
    ),
  );

  const profile = await folder.write(
    "profile.yaml",
    linesOf(
      "timezone: Europe/Dublin",
      'delimiter: ";"',
      'decimal: "."',
      "skip-lines: 2",
      `sensor: ${sensor}`,
      "date-format: DD/MM/YYYY HH:mm[:ss]",
      'column: { datetime: Time, LAeq: Wrong, LCpeak: "Lpeak \\"C\\"" }',
    ),
  );
  // Options of the command line win, column by column.
  const won = `--decimal , --sensor ${other} --column 'LAeq=Leq (dBA)'`;
  const run = await acoustic(`import samples --profile ${profile} ${won} ${file}`);
  expect(run).toMatchObject({ code: 1, stderr: "" });
  expect(run.stdout.split("\n")[0]).toBe(summary[0]);
  expect(await storedSamples(other)).toEqual(rows);
});

test("times without an offset are UTC without --timezone, and are counted", async ({
  project: { acoustic, folder, sensor },
}) => {
  const times = ["31T01:30", "31", "31T01:40Z", "31T01:50+01", "no"];
  const rows = times.map((time) => `${sensor},2019-03-${time},60`);
  const file = await folder.write("a.csv", linesOf("sensor_id,datetime,LAeq", ...rows));
  const { stdout } = await acoustic(["import", "samples", file]);
  expect(stdout).toContain("  times without an offset, read as UTC: 2 rows (");
  const local = await acoustic(["import", "samples", "--timezone", "Europe/Dublin", file]);
  expect(local.stdout).not.toContain("read as UTC");
});

test("of two rows of one second neither counts, also where one waits for the end of a repeated hour", async ({
  project: { acoustic, folder, sensor, storedSamples },
}) => {
  const rows = [
    "2019-10-27T00:45,50",
    "2019-10-27T01:45,51",
    "2019-10-27T00:45Z,52",
    "2019-10-27T01:00Z,53",
    "2019-10-27T01:00,54",
    "2019-10-27T02:15,55",
  ];
  const file = await folder.write(
    "a.csv",
    linesOf("sensor_id,datetime,LAeq", ...rows.map((row) => `${sensor},${row}`)),
  );
  const args = ["import", "samples", "--timezone", "Europe/Dublin", file];
  expect((await acoustic(args)).stdout).toContain("2 inserted, 0 updated, 0 unchanged, 4 rejected");
  expect(await storedSamples()).toEqual([
    { second: at("2019-10-26T23:45:00Z"), laeq: 5000 },
    { second: at("2019-10-27T02:15:00Z"), laeq: 5500 },
  ]);
});

test("a header that is no UTF-8 is Latin-1, and the summary says so", async ({
  project: { acoustic, folder, sensor },
}) => {
  const content = `Zeit;Gerät;Pegel für A\n2019-03-01T00:00Z;ä;60\n`;
  const file = await folder.write("a.csv", Buffer.from(content, "latin1"));
  const args = ["import", "samples", "--delimiter", ";", "--sensor", sensor, file];
  const columns = (header: string) => ["--column", "datetime=Zeit", "--column", `LAeq=${header}`];
  const run = await acoustic([...args, ...columns("Pegel für A")]);
  expect(run).toMatchObject({ code: 0, stderr: "" });
  expect(run.stdout).toContain("\n  the text is no UTF-8, and was read as Latin-1\n");
  await folder.write("a.csv", `\ufeff${content}`);
  expect(await acoustic([...args, ...columns("Pegel für A")])).toMatchObject({ code: 0 });
});

test("a date and a time in two columns are one time, by the same options", async ({
  project: { acoustic, folder, sensor, storedSamples },
}) => {
  const rows = ["31/03/2019,00:59:59,61", "31/03/2019,01:30:00,62", "31/03/2019,,63"];
  await folder.write("a.csv", linesOf("Date,Time,LAeq", ...rows));
  const profile = await folder.write(
    "p.yaml",
    linesOf("date-format: DD/MM/YYYYTHH:mm[:ss]", "column: { date: Date, time: Time }"),
  );
  const given = ["--profile", profile, "--timezone", "Europe/Dublin", "--sensor", sensor];
  const run = await acoustic(["import", "samples", ...given, `${folder.path}/a.csv`]);
  expect(run).toMatchObject({ code: 1, stderr: "" });
  expect(await folder.read("a.rejected.csv")).toBe(
    linesOf(
      "Date,Time,LAeq,line,reason",
      '31/03/2019,01:30:00,62,3,"datetime ""31/03/2019 01:30:00"" does not exist in Europe/Dublin: the clock went from 01:00 to 02:00"',
      '31/03/2019,,63,4,"datetime ""31/03/2019 "" is no time of the form DD/MM/YYYYTHH:mm[:ss]"',
    ),
  );
  expect(await storedSamples()).toEqual([{ second: at("2019-03-31T00:59:59Z"), laeq: 6100 }]);
});

test("labels at the end are the start of the sample and its interval later, also over a clock change", async ({
  project: { acoustic, folder, sensor, storedSamples },
}) => {
  const times = ["00:45", "01:00", "01:30", "01:00", "01:30", "02:00"];
  const rows = times.map((time, index) => `2019-10-27 ${time},${60 + index}`);
  const file = await folder.write("a.csv", linesOf("datetime,LAeq", ...rows));
  const given = ["--labels", "end", "--interval", "30m", "--timezone", "Europe/Dublin"];
  const run = await acoustic(["import", "samples", ...given, "--sensor", sensor, file]);
  expect(run).toMatchObject({ code: 0, stderr: "" });
  const starts = ["26T23:15", "26T23:30", "27T00:00", "27T00:30", "27T01:00", "27T01:30"];
  expect(await storedSamples()).toEqual(
    starts.map((start, index) => ({
      second: at(`2019-10-${start}:00Z`),
      laeq: 6000 + 100 * index,
    })),
  );
});

const hintOfLook = "acoustic look a.csv says how the file is imported";
const columns =
  "datetime, LAeq, LCeq, LZeq, LAFmax, LAFmin, LCpeak, LA10, LA50, LA90, limit, classification";
const rejected = "in a file of rejected rows, remove the columns line and reason";

/** The header of a file | options | the lines that are said of it. */
const refusals = tableOf(`
  sensor_id;datetime;LAeq | | a.csv:1: the header looks separated by semicolons: use --delimiter ';'
  sensor_id\tdatetime\tLAeq | | a.csv:1: the header looks separated by tabs: use --delimiter tab
  sensor_id,datetime,LAeq | --delimiter ; | a.csv:1: the header looks separated by commas: use --delimiter ','
  sensor_id,datetime,LAeq | --column Leq=LAeq | a.csv:1: --column: there is no Leq; columns are sensor_id, ${columns}
  Time,sensor_id,laeq | --column datetime=Time | a.csv:1: unknown column "laeq"; write --column LAeq="laeq"
  sensor_id,datetime,LAeq,LAeq | | a.csv:1: the column LAeq occurs twice
  sensor_id,datetime,LAeq | --column LAeq=#4 | a.csv:1: there is no column "#4" (--column LAeq): the header has 3
  sensor_id,datetime,LAeq | --flag Over=O:overload | a.csv:1: there is no column "Over" (--flag)
  sensor_id,date,LAeq | | a.csv:1: there is no column time: use --column time=…
  sensor_id,datetime,date | | a.csv:1: unknown column "date"; columns are sensor_id, ${columns}
  sensor_id,datetime,LAeq | --labels end | --labels end needs the interval of the samples: use --interval, such as 5m
  datetime,LAeq | --column LAeq=LAeq | a.csv:1: there is no column sensor_id: use --sensor, or --column sensor_id=…
  datetime,LAeq | --sensor nobody | a.csv: unknown sensor "nobody": acoustic apply makes it, from the site file
  sensor_id,datetime,LAeq,reason | | a.csv:1: unknown column "reason"; columns are sensor_id, ${columns}
  sensor_id,datetime,LAeq,limit,LAFMx | --column limit= | a.csv:1: unknown column "LAFMx"; columns are sensor_id, ${columns}
  sensor_id,datetime,LAeq,model,label,confidence | | a.csv:1: unknown column "model"; columns are sensor_id, ${columns} | a.csv:1: unknown column "label"; columns are sensor_id, ${columns} | a.csv:1: unknown column "confidence"; columns are sensor_id, ${columns}
  sensor_id,datetime,end_at,LAeq,line,reason | | a.csv:1: unknown column "end_at"; columns are sensor_id, ${columns} | a.csv:1: unknown column "line"; ${rejected} | a.csv:1: unknown column "reason"; ${rejected}
  datetime,LAeq | --sensor s --column datetime= | a.csv:1: there is no column datetime: use --column datetime=…, or --column date=… and --column time=…
  datetime,LAeq | --skip-lines 3 | a.csv:4: there is no header: the first line names the columns
`);
refusals.push(
  [
    "sensor_id,start_at,end_at,reason,note",
    "",
    "a.csv:1: end_at, reason are columns of exclusions: use acoustic import exclusions",
  ],
  [
    "sensor_id,datetime,model,label,confidence",
    "",
    "a.csv:1: model, label, confidence are columns of classifications: use acoustic import classifications",
  ],
  [
    "Logger 12",
    "",
    `a.csv:1: unknown column "Logger 12"; columns are sensor_id, ${columns.replace(",", ", date, time,")}`,
    "a.csv:1: there is no column sensor_id: use --sensor, or --column sensor_id=…",
    "a.csv:1: there is no column datetime: use --column datetime=…, or --column date=… and --column time=…",
    "a.csv:1: if the columns are named in a later line, use --skip-lines; one with # is a comment",
  ],
  [
    "sensor_id,datetime,LAeq",
    `--timezone Dublin --delimiter x --decimal ; --sensor ä --skip-lines -1 --labels middle --interval 0s
     --date-format D --column LAeq`,
    '--timezone: must be a time zone such as Europe/Dublin, or an offset such as +01:00, and is "Dublin"',
    '--delimiter: must be ";", ",", "|" or "tab", and is "x"',
    '--decimal: must be "." or ",", and is ";"',
    '--sensor: must be the id of a sensor, and is "ä"',
    '--skip-lines: must be a whole number from 0 to 1000, and is "-1"',
    expect.stringMatching(/^--date-format: must be unix, .*, and is "D"$/) as unknown as string,
    '--labels: must be start or end, and is "middle"',
    '--interval: must be a time such as 5m, 1ms to 24h, and is "0s"',
    '--column: must be a column and its header in the file, such as LAeq="Leq (dBA)", or its number: LAeq=#7; limit= ignores a column called limit, and is "LAeq"',
  ],
  [
    "datetime,LAeq,LAFmax",
    "--sensor s --column LAeq=",
    '--column: must be a column and its header in the file, such as LAeq="Leq (dBA)", or its number: LAeq=#7; limit= ignores a column called limit, and is "LAeq="',
  ],
);

for (const [header = "", options = "", ...says] of refusals) {
  test(`a file is refused with what to do: ${header} with ${options || "no options"}`, async ({
    acoustic,
    folder,
  }) => {
    const file = await folder.write("a.csv", `${header}\n`);
    const run = await acoustic(`import samples ${options} ${file}`);
    const isOfHeader = says[0]?.startsWith("a.csv:1: ") && !says[0].includes(" are columns of ");
    const hint = isOfHeader ? [hintOfLook] : [];
    const stderr = run.stderr.replaceAll(`${folder.path}/`, "").split("\n");
    expect({ ...run, stderr }).toEqual({ code: 2, stdout: "", stderr: [...says, ...hint, ""] });
  });
}

const options =
  "instrument, timezone, delimiter, decimal, sensor, skip-lines, date-format, labels, interval, every, column, flags, missing, table, about, retain-days";

for (const [title, profile, content, words, ...lines] of [
  [
    "a profile names a sensor as a text: YAML reads 0012 as another one",
    "sensor: 0012",
    "datetime,LAeq\n2019-03-01,60\n",
    "",
    "p.yaml:1: sensor: must be a text; put it in quotes",
  ],
  [
    "a profile is refused with the line of each mistake",
    "zone: UTC\ndelimiter: x\ndecimal: [1]\ncolumn: [LAeq]\nretain-days: 0",
    "",
    "",
    `p.yaml:1: unknown option "zone"; options are ${options}`,
    "p.yaml:3: decimal: must be a text; put it in quotes",
    "p.yaml:5: retain-days: must be a whole number from 1 to 36500",
    'p.yaml:2: delimiter: must be ";", ",", "|" or "tab", and is "x"',
    'p.yaml:4: column: must be a column and its header in the file, such as LAeq="Leq (dBA)", or its number: LAeq=#7; limit= ignores a column called limit, and is "LAeq"',
  ],
  [
    "a column without a header was left unfinished",
    "column: { datetime: datetime, limit: , LAFmax: LAFmax }",
    "",
    "--sensor s",
    'p.yaml:1: column: must be a column and its header in the file, such as LAeq="Leq (dBA)", or its number: LAeq=#7; limit= ignores a column called limit, and is "limit"',
  ],
  [
    "a file of another instrument is refused, and look is named",
    "instrument: cesva",
    "Time,LAeq\n2026-03-17T10:00:00Z,61.3\n",
    "--sensor s",
    'a.csv:1: no line names the columns "Date hour", "LA1s" of the instrument, and a level',
    hintOfLook,
  ],
] as const) {
  test(title, async ({ acoustic, folder }) => {
    await folder.write("p.yaml", profile);
    await folder.write("a.csv", content);
    const { path } = folder;
    const run = await acoustic(`import samples --profile ${path}/p.yaml ${words} ${path}/a.csv`);
    const stderr = run.stderr.replaceAll(`${path}/`, "");
    expect({ ...run, stderr }).toEqual(refusal(...lines));
  });
}

test("a file of the other order of day and month is refused whole, and look is named", async ({
  project: { acoustic, folder, sensor, storedSamples },
}) => {
  const [done, ...rows] = ["01/03/2019 10:00", "01/03/2019 12:00", "13/03/2019 12:00"].map(
    (time) => `${sensor},${time},60`,
  );
  const first = await folder.write("a.csv", linesOf("sensor_id,datetime,LAeq", done ?? ""));
  const file = await folder.write("b.csv", linesOf("sensor_id,datetime,LAeq", ...rows));
  const run = await acoustic(`import samples --date-format 'MM/DD/YYYY HH:mm' ${first} ${file}`);
  expect(run).toMatchObject({
    code: 2,
    stderr: linesOf(
      `${file}:3: datetime "13/03/2019 12:00" fits only DD/MM/YYYY HH:mm, which all rows fit: use --date-format "DD/MM/YYYY HH:mm"; nothing of this file is kept`,
      `acoustic look ${file} says how the file is imported`,
    ),
  });
  // The file before it stays.
  expect(await storedSamples()).toHaveLength(1);
});
