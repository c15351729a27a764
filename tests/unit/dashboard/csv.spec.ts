import assert from "node:assert/strict";
import fc from "fast-check";
import { parse } from "csv-parse/sync";
import { expect, test } from "../../support/expect.ts";
import { csvText, spreadsheetCsv, samplesCsv } from "../../../src/dashboard/browser/export/csv.ts";
import { fileName } from "../../../src/dashboard/browser/export/samples-export.ts";
import { zoneOf } from "../../../src/dashboard/browser/time/local-time.ts";
import { unguardFormula } from "../../../src/system/formulas.ts";

const dublin = zoneOf("Europe/Dublin");
const range = { from: "2019-03-31", to: "2019-03-31", first: 1553990400, last: 1554073199 };

test("a sample of the server has its local time beside its instant, and what was heard at its end", () => {
  const served = (second: string, Leq: string) =>
    `riverside,2019-03-31T01:00:${second}.000Z,${Leq},\n`;
  expect(
    samplesCsv(
      `sensor_id,datetime,Leq,limit_source\n${served("00", "58.64")}${served("01", "58.65")}${served("02", "58.66")}`,
      dublin,
      new Map([
        [1_553_994_000, { label: '=Crane, "old"', confidence: 0.75 }],
        [1_553_994_001, { label: null, confidence: null }],
      ]),
    ),
  ).toBe(
    "sensor_id,datetime_utc,datetime_local,Leq,limit_source,label,confidence\r\n" +
      'riverside,2019-03-31T01:00:00.000Z,2019-03-31T02:00:00+01:00,58.64,,"\'=Crane, ""old""",0.75\r\n' +
      "riverside,2019-03-31T01:00:01.000Z,2019-03-31T02:00:01+01:00,58.65,,,\r\n" +
      "riverside,2019-03-31T01:00:02.000Z,2019-03-31T02:00:02+01:00,58.66,,,\r\n",
  );
});

test("a text that a spreadsheet would take for a formula gets an apostrophe, a number does not", () => {
  for (const label of ["=1+1", "+1", "-1", "@SUM(A1)"]) {
    expect(csvText([[-5.2, label, null]])).toBe(`-5.2,'${label},\r\n`);
  }
});

test("every text comes back from a parser", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 20 }), (label) => {
      const csv = csvText([
        ["label", "confidence"],
        [label, 1],
      ]);
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

test("a spreadsheet has a label in one cell, whatever stands in it and whatever its language", () => {
  for (const label of ["a;b", ";=1+1", "=1;2", 'a";b', '";=1+1', "a\r\nb;=1", "a,b", "1.5"]) {
    for (const [language, delimiter, number] of [
      ["de-DE", ";", "-0,5"],
      ["en-IE", ",", "-0.5"],
    ] as const) {
      const csv = spreadsheetCsv(
        csvText([
          ["label", "over"],
          [label, -0.5],
        ]),
        language,
      );
      const [, record] = parse(csv, { delimiter, bom: true, record_delimiter: "\r\n" });
      expect(record?.map(unguardFormula)).toEqual([label, number]);
      // A program that divides at semicolons finds none outside of quotes.
      if (delimiter === ",") expect(csv.replaceAll(/"(?:[^"]|"")*"/g, "")).not.toContain(";");
    }
  }
});

test("a spreadsheet has the decimal mark of the language in columns of numbers alone", () => {
  const head = ["sensor_id", "over", "label", "confidence"];
  const csv = csvText([head, ["1.5", -5.25, "2019-03-31T02:00:00+01:00", 1.5e-7]]);
  expect(spreadsheetCsv(csv, "de-DE").split("\r\n")[1]).toBe(
    "1.5;-5,25;2019-03-31T02:00:00+01:00;1,5e-7",
  );
});

test("the repeated hour of October is twice the same local time of a spreadsheet beside two instants", () => {
  const samples =
    "sensor_id,datetime,Leq\ns,2019-10-27T00:30:00.000Z,1\ns,2019-10-27T01:30:00.000Z,2\n";
  const heard = new Map([[1_572_136_200, { label: "Crane", confidence: 0.5 }]]);
  expect(spreadsheetCsv(samplesCsv(samples, dublin, heard), "de-DE")).toBe(
    "\uFEFFsensor_id;datetime_utc;datetime_local;Leq;label;confidence\r\n" +
      "s;2019-10-27T00:30:00.000Z;2019-10-27 01:30:00;1;Crane;0,5\r\n" +
      "s;2019-10-27T01:30:00.000Z;2019-10-27 01:30:00;2;;\r\n",
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
