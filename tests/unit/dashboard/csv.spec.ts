import assert from "node:assert/strict";
import fc from "fast-check";
import { parse } from "csv-parse/sync";
import { test } from "playwright/test";
import { expect } from "../../support/expect.ts";
import { type LevelName, levelNames } from "../../../src/acoustics/levels/level-names.ts";
import { type ExportedSample, samplesCsv } from "../../../src/dashboard/browser/export/csv.ts";
import { fileName } from "../../../src/dashboard/browser/export/samples-export.ts";
import { zoneOf } from "../../../src/dashboard/browser/time/local-time.ts";
import { unguardFormula } from "../../../src/system/formulas.ts";

const dublin = zoneOf("Europe/Dublin");
const range = { from: "2019-03-31", to: "2019-03-31", first: 1553990400, last: 1554073199 };

const notReported = Object.fromEntries(levelNames.map((name) => [name, null]));

const sample: ExportedSample = {
  ...(notReported as Record<LevelName, null>),
  datetime: "2019-03-31T01:00:00.000Z",
  LAeq: 58.64,
  LAFmax: 70,
  LAFmin: -5.2,
  LA90: 41.07,
  limit: 55,
  limitSource: "project_schedule",
  over: 3.64,
  classification: { label: "dog", confidence: 0.9 },
};

test("a sample is a line of exact values with its local time and offset", () => {
  expect(samplesCsv([sample], "riverside", dublin)).toBe(
    "sensor_id,datetime_utc,datetime_local,LAeq,LCeq,LZeq,LAFmax,LAFmin,LCpeak,LA10,LA50,LA90," +
      "limit,limit_source,over,label,confidence\r\n" +
      "riverside,2019-03-31T01:00:00.000Z,2019-03-31T02:00:00+01:00,58.64,,,70,-5.2,,,,41.07," +
      "55,project_schedule,3.64,dog,0.9\r\n",
  );
});

test("a text that a spreadsheet would take for a formula gets an apostrophe, a number does not", () => {
  for (const label of ["=1+1", "+1", "-1", "@SUM(A1)"]) {
    const csv = samplesCsv([{ ...sample, classification: { label, confidence: 1 } }], "s", dublin);
    expect(csv).toContain(`,'${label},1\r\n`);
    expect(csv).toContain(",-5.2,");
  }
});

test("every text comes back from a parser", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 20 }), (label) => {
      const csv = samplesCsv(
        [{ ...sample, classification: { label, confidence: 1 } }],
        "s",
        dublin,
      );
      const [record] = parse(csv, { columns: true, record_delimiter: "\r\n" }) as Record<
        string,
        string
      >[];
      const cell = record?.["label"] ?? "";
      expect(cell).not.toMatch(/^[=+\-@\t\r]/);
      assert.equal(unguardFormula(cell), label);
    }),
  );
});

test("a file is named after its sensor, range and weighting, without colons", () => {
  const about = { sensorId: "riverside", weighting: "C" } as const;
  expect(fileName({ ...about, range }, "csv")).toBe("riverside_2019-03-31_2019-03-31_C.csv");
  const hours = { ...range, from: "2019-03-31T00:00", to: "2019-03-31T05:59" };
  expect(fileName({ ...about, range: hours }, "json")).toBe(
    "riverside_2019-03-31T0000_2019-03-31T0559_C.json",
  );
});
