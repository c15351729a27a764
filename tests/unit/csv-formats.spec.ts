import { expect, test } from "../support/expect.ts";
import { parseConfidence } from "../../src/acoustics/classification.ts";
import { parseLevel } from "../../src/acoustics/levels/decibel.ts";
import { parseDecimal } from "../../src/ingest/csv/cell-values.ts";
import { plainFormat } from "../../src/ingest/csv/csv-format.ts";
import { readHeader } from "../../src/ingest/csv/csv-header.ts";
import { parseProfile } from "../../src/ingest/csv/profile.ts";
import { samplesTable } from "../../src/ingest/rows/import-samples.ts";

test("A number has the decimal mark that is given, once, and no other", () => {
  const level = (cell: string, decimal: "." | ",") => parseDecimal(cell, decimal, parseLevel);
  expect(["60", "60.5", "-0.25"].map((cell) => level(cell, "."))).toEqual([6000, 6050, -25]);
  expect(["60", "60,5", "-0,25"].map((cell) => level(cell, ","))).toEqual([6000, 6050, -25]);
  for (const cell of ["60,5", "60.5,", "60.", ""]) expect(level(cell, "."), cell).toBeNull();
  for (const cell of ["60.5", "60,5,", "6.0,5", "60,5.", ",", ""]) {
    expect(level(cell, ","), cell).toBeNull();
  }
  expect(parseDecimal("5,5e-1", ",", parseConfidence)).toBe(0.55);
});

test("Headers of an instrument may contain other delimiters; a header that is cut wrongly is reported", () => {
  const columns = new Map([
    ["datetime", "Time"],
    ["LAeq", "L (A, eq, 1 s)"],
    ["LAFmax", "L (A, F, max)"],
  ]);
  const cells = ["Time", "L (A, eq, 1 s)", "L (A, F, max)", "LC, LZ"];
  const sensorId = "s" as NonNullable<typeof plainFormat.sensorId>;
  const format = { ...plainFormat, delimiter: ";" as const, sensorId, columns };
  expect(readHeader(samplesTable, cells, format)).toEqual({
    names: ["datetime", "LAeq", "LAFmax", null],
    leftOut: ["LC, LZ"],
    flags: [],
    headers: cells,
    issues: [],
  });
  expect(readHeader(samplesTable, ["sensor_id;datetime;LAeq"], plainFormat).issues).toEqual([
    "the header looks separated by semicolons: use --delimiter ';'",
  ]);
});

test("A column of a profile with an empty header is none; a level has a header, and null is unfinished", () => {
  const columnsOf = (text: string) => [
    ...(parseProfile("p.yaml", `column: { ${text}, LAeq: Leq }`).format.columns ?? []),
  ];
  expect(columnsOf("limit: ''")).toEqual([
    ["limit", ""],
    ["LAeq", "Leq"],
  ]);
  for (const text of ["limit: ", "limit: ~", "LAFmax: ''", "LAFmax: "])
    expect(() => columnsOf(text), text).toThrow("must be a column and its header in the file");
});

test("A number in a list of a profile is the text that it has there", () => {
  const cases: readonly (readonly [text: string, missing: readonly string[]])[] = [
    ["missing: [0.0, -99.90, 00, '0.0', no]", ["0.0", "-99.90", "00", "0.0", "no"]],
    ["missing: 0.0", ["0.0"]],
  ];
  for (const [text, missing] of cases) {
    expect(parseProfile("p.yaml", text).format.missing, text).toEqual(missing);
  }
  const { columns } = parseProfile("p.yaml", "column: { LAeq: 1.0, LAFmax: 0012 }").format;
  expect([...(columns ?? [])]).toEqual([
    ["LAeq", "1.0"],
    ["LAFmax", "0012"],
  ]);
});
