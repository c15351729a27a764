import { parquetMetadata, parquetReadObjects } from "hyparquet";
import { expect, test } from "../support/expect.ts";
import type { Column, ExportRow } from "../../src/tables/export-columns.ts";
import { parquetChunks } from "../../src/tables/parquet-chunks.ts";

const columns: readonly Column[] = [
  { name: "sensor_id", type: "text" },
  { name: "datetime", type: "instant" },
  { name: "LAeq", type: "number" },
  { name: "samples", type: "count" },
  { name: "partial", type: "flag" },
  { name: "label", type: "label" },
  { name: "worst_start_at", type: "instant" },
];

async function fileOf(...blocks: readonly (readonly ExportRow[])[]): Promise<ArrayBuffer> {
  async function* each() {
    yield* blocks;
  }
  const parts: Uint8Array[] = [];
  for await (const part of parquetChunks(columns, each())) parts.push(part);
  return new Uint8Array(Buffer.concat(parts)).buffer;
}

test("values are read as they were written: nulls, signs, instants before 1970, and any text", async () => {
  const rows: ExportRow[] = [
    ["s", 1_552_219_200, 63.01, 12, true, "=1+1", null],
    ["s", -1, -0.01, 0, false, 'siren, "loud"\nGeläut', -62_135_596_800],
    ["S", 253_402_300_799, null, 2 ** 40, null, null, 0],
    ["S", null, 200, null, null, "", null],
  ];
  const read = await parquetReadObjects({ file: await fileOf(rows) });
  const names = columns.map(({ name }) => name);
  expect(read.map((row) => Object.keys(row))).toEqual(rows.map(() => names));
  const date = (text: string) => new Date(text);
  expect(read.map((row) => Object.values(row))).toEqual([
    ["s", date("2019-03-10T12:00:00Z"), 63.01, 12n, true, "=1+1", null],
    [
      "s",
      date("1969-12-31T23:59:59Z"),
      -0.01,
      0n,
      false,
      'siren, "loud"\nGeläut',
      date("0001-01-01T00:00:00Z"),
    ],
    ["S", date("9999-12-31T23:59:59Z"), null, 2n ** 40n, null, null, new Date(0)],
    ["S", null, 200, null, null, "", null],
  ]);
});

test("a file without rows has its columns", async () => {
  const file = await fileOf();
  expect(await parquetReadObjects({ file })).toEqual([]);
  const [root, ...fields] = parquetMetadata(file).schema;
  expect(root?.num_children).toBe(columns.length);
  expect(fields.map(({ name }) => name)).toEqual(columns.map(({ name }) => name));
  const utc = { type: "TIMESTAMP", isAdjustedToUTC: true, unit: "MILLIS" };
  expect(fields.map(({ type, logical_type }) => [type, logical_type])).toEqual([
    ["BYTE_ARRAY", { type: "STRING" }],
    ["INT64", utc],
    ["DOUBLE", undefined],
    ["INT64", undefined],
    ["BOOLEAN", undefined],
    ["BYTE_ARRAY", { type: "STRING" }],
    ["INT64", utc],
  ]);
});

test("rows are written in groups, wherever blocks end", async () => {
  const rows = Array.from({ length: 40_001 }, (_, index): ExportRow => {
    const isThird = index % 3 === 0;
    return [
      `s${Math.floor(index / 15_000)}`,
      index * 300,
      isThird ? null : (index % 7000) / 100,
      index,
      isThird,
      null,
      null,
    ];
  });
  const file = await fileOf(rows.slice(0, 7), rows.slice(7, 25_000), [], rows.slice(25_000));
  const { row_groups: groups } = parquetMetadata(file);
  expect(groups.map(({ num_rows: count }) => count)).toEqual([20_000n, 20_000n, 1n]);
  const read = await parquetReadObjects({ file });
  expect(read.length).toBe(rows.length);
  const different = read.findIndex((row, index) => {
    const [sensor, second, level, count, flag] = rows[index] ?? [];
    return (
      row["sensor_id"] !== sensor ||
      (row["datetime"] as Date).getTime() !== Number(second) * 1000 ||
      row["LAeq"] !== level ||
      row["samples"] !== BigInt(Number(count)) ||
      row["partial"] !== flag ||
      row["label"] !== null
    );
  });
  expect(different).toBe(-1);
});
