import { expect, test } from "../../support/expect.ts";
import { tableOf } from "../../support/table.ts";
import { type PackInput, python, recompute, samplesFrom } from "./pack.ts";

test.skip(python === null, "python3 is not installed");

const morning = { id: "morning", name: "Morning", level: "LAeq", from: "08:00", to: "09:00" };
const lineOf = (date: string, level: string, over: string, verdict: string, budget: string) =>
  `quay-1,morning,${date},${date}T08:00:00.000Z,${date}T09:00:00.000Z,${date}T08:00:00+00:00,3600,4,3600,0,1,${level},65,${over},${verdict},,1,${verdict === "exceeded" ? 1 : 0},0,${date}T08:00:00.000Z,${budget}`;
const lines = [
  lineOf("2019-03-04", "60", "-5", "kept", "0.3162"),
  lineOf("2019-03-05", "70", "5", "exceeded", "3.1623"),
];

/** Two mornings, one kept and one exceeded, under a limit that was 75 dB before. */
const mornings: PackInput = {
  zone: "UTC",
  intervalSeconds: 900,
  earlier: [[{ ...morning, over: "window", limit: 75 }]],
  criteria: [{ ...morning, over: "window", limit: 65 }],
  range: ["2019-03-04T00:00:00.000Z", "2019-03-05T23:59:59.000Z"],
  samples: [
    ...samplesFrom("2019-03-04T08:00:00Z", 900, [60, 60, 60, 60]),
    ...samplesFrom("2019-03-05T08:00:00Z", 900, [70, 70, 70, 70]),
  ],
  assessments: lines,
};

/** Replaces text in one file, which has it. */
const replacing = (name: string, old: string, text: string) => (files: Map<string, string>) => {
  const before = files.get(name) ?? "";
  expect(before).toContain(old);
  files.set(name, before.replace(old, text));
};

test("one changed level is reported, and the exit code is 1", () => {
  const change = replacing("assessments.csv", ",70,65,5,", ",69.99,65,4.99,");
  expect(recompute({ ...mornings, change })).toEqual({
    code: 1,
    lines: [
      "assessments.csv line 3 (quay-1, morning, 2019-03-05): level is 69.99, recomputed 70.00",
      "assessments.csv line 3 (quay-1, morning, 2019-03-05): over is 4.99, recomputed 5.00",
      "2 lines compared, 2 differences",
    ],
    error: "",
  });
  const sample = replacing("samples.csv", "08:15:00.000Z,60,", "08:15:00.000Z,64.4,");
  const { code, lines: told } = recompute({ ...mornings, change: sample });
  expect(code).toBe(1);
  expect(told[0]).toContain("level is 60, recomputed 61.");
});

test("one changed byte is reported, in every file", () => {
  const changes = [
    ["samples.csv", "2019-03-04T08:15:00.000Z,60,,,,", "2019-03-04T08:15:00.000Z,60,,,50,"],
    [
      "exclusions.csv",
      "note\n",
      'note\nquay-1,2018-01-01T00:00:00.000Z,2018-01-02T00:00:00.000Z,a,""\n',
    ],
    ["site/1.json", '"Morning"', '"Mornings"'],
    ["pack.json", "quay", "quai"],
  ] as const;
  for (const [name, old, text] of changes) {
    expect(recompute({ ...mornings, tamper: replacing(name, old, text) })).toEqual({
      code: 1,
      lines: [
        `${name}: has other bytes than those whose digest is in SHA256SUMS`,
        "2 lines compared, 1 differences",
      ],
      error: "",
    });
  }
  const unlisted = recompute({
    ...mornings,
    tamper: (files) => {
      const sums = files.get("SHA256SUMS") ?? "";
      files.set("SHA256SUMS", sums.replace(/^.*recordings\.csv\n/m, ""));
    },
  });
  expect(unlisted.lines[0]).toBe("recordings.csv: is not in SHA256SUMS");
  expect(unlisted.code).toBe(1);
});

test("lines that are missing, surplus, there twice, or out of order are reported", () => {
  const [first = "", second = ""] = lines;
  const told = (assessments: readonly string[]) => {
    const run = recompute({ ...mornings, assessments });
    expect(run.code).toBe(1);
    return run.lines;
  };
  expect(told([first])).toEqual([
    "assessments.csv: has no line for quay-1, morning, 2019-03-05",
    "1 lines compared, 1 differences",
  ]);
  const surplus = lineOf("2019-03-06", "60", "-5", "kept", "0.3162");
  expect(told([first, second, surplus])).toEqual([
    "assessments.csv line 4 (quay-1, morning, 2019-03-06): is surplus: the range has nothing of this name",
    "3 lines compared, 1 differences",
  ]);
  expect(told([first, first, second])).toEqual([
    "assessments.csv line 3 (quay-1, morning, 2019-03-04): is there twice",
    "3 lines compared, 1 differences",
  ]);
  expect(told([second, first])).toEqual([
    "assessments.csv: the lines of quay-1 are not in order",
    "2 lines compared, 1 differences",
  ]);
  const episode =
    "quay-1,2019-03-05T08:00:00.000Z,2019-03-05T09:00:00.000Z,3600,4,3600,70,105.56,5,2019-03-05T08:00:00.000Z,70,,65,65,,,0,,false";
  const limits = { default: { A: 65 } };
  expect(recompute({ ...mornings, limits, episodes: [episode] }).code).toBe(0);
  expect(recompute({ ...mornings, limits }).lines[0]).toBe(
    "episodes.csv: has no line for quay-1, 2019-03-05T08:00:00.000Z",
  );
  expect(recompute({ ...mornings, episodes: [episode] }).lines[0]).toContain("is surplus");
});

test("an interval that the site does not declare is reported", () => {
  const change = replacing("sensors.csv", "900,declared", "300,assumed");
  expect(recompute({ ...mornings, change }).lines[0]).toBe(
    "sensors.csv (quay-1): 300 s, assumed, and the site declares 900 s",
  );
});

test("an earlier version answers what its rules would have said", () => {
  expect(recompute(mornings, "--version", "2").code).toBe(0);
  // The contract is today's: that of the earlier version began after the first morning.
  const change = replacing("site/1.json", '"startAt":"2019-01-01', '"startAt":"2019-03-05');
  const run = recompute({ ...mornings, change }, "--version", "1");
  expect(run.code).toBe(1);
  expect(run.lines.filter((line) => line.includes(": level is"))).toEqual([]);
  expect(run.lines).toContain(
    "assessments.csv line 3 (quay-1, morning, 2019-03-05): verdict is exceeded, recomputed kept",
  );
});

test("a version that the pack lacks is refused with those that it has", () => {
  for (const version of ["0", "3"]) {
    const run = recompute(mornings, "--version", version);
    expect(run.error).toContain(`--version ${version}: the pack has the versions 1, 2`);
    expect(run.code).toBe(2);
  }
});

test("a file that is missing or malformed is named, and the exit code is 2", () => {
  /** A file | a text of it | another text in its place | the message. */
  const cases = tableOf(String.raw`
    samples.csv | T08:15:00.000Z,60, | T08:15:00.000Z,loud, | samples.csv line 3: loud is no level with at most two decimals
    samples.csv | T08:15:00.000Z,60, | T08:15:00.500Z,60, | samples.csv line 3: 2019-03-04T08:15:00.500Z is no whole second
    samples.csv | T08:15:00.000Z,60, | T08:45:00.000Z,60, | samples.csv (quay-1): the samples of a sensor must be in order of time, each second once
    samples.csv | LAFmax,LAFmin | LAFmax,LAFmax | samples.csv line 1: the header must have these columns once, the first two first: sensor_id,datetime,LAeq,
    assessments.csv | ,kept,,1, | ,kept,1, | assessments.csv line 2: has 20 cells, not 21
    exclusions.csv | note\n | note\nquay-2,2019-03-04T08:00:00.000Z,2019-03-04T09:00:00.000Z,rain,\n | exclusions.csv line 2: quay-2 is not in sensors.csv, or out of order
    exclusions.csv | note\n | note\nquay-1,2019-03-04,2019-03-05,rain,\n | exclusions.csv line 2: 2019-03-04 has no zone
    site/2.json | "over":"window" | "over":"day" | site/2.json: ValueError('criterion morning: day is no reference time')
    site/2.json | "UTC" | "Mars/Olympus" | this Python knows no time zone Mars/Olympus: install the time zone data
    pack.json | "format":1 | "format":2 | pack.json: ValueError('this program reads format 1, and not 2')
    pack.json | } | | pack.json:
  `);
  const sums = "SHA256SUMS line 1: must be a digest and the name of a file";
  cases.push(["SHA256SUMS", "  pack", " pack", sums]);
  for (const cells of cases) {
    const [name = "", old = "", text = "", message = ""] = cells.map((cell) =>
      cell.replaceAll("\\n", "\n"),
    );
    const run = recompute({ ...mornings, tamper: replacing(name, old, text) });
    expect(run.error).toContain(message);
    expect(run.code, message).toBe(2);
  }
  const names = ["pack.json", "site/2.json", "recordings.csv", "SHA256SUMS"];
  for (const name of names) {
    const run = recompute({ ...mornings, tamper: (files) => files.delete(name) });
    expect(run.error).toContain(`${name}: cannot be read`);
    expect(run.code).toBe(2);
  }
});
