import { sql } from "drizzle-orm";
import { readSampleRows, sampleRowText } from "#database/queries/sample-row-text.ts";
import type { SampleRow } from "#database/queries/samples.ts";
import { expect, test } from "../support/test.ts";

const nothing = {
  LAeq: null,
  LCeq: null,
  LZeq: null,
  LAFmax: null,
  LAFmin: null,
  LCpeak: null,
  LA10: null,
  LA50: null,
  LA90: null,
};

test("rows are read with every level in its place", () => {
  expect(readSampleRows("(1577836800,1,2,3,4,5,6,7,8,9)")).toEqual([
    {
      second: 1577836800,
      LAeq: 1,
      LCeq: 2,
      LZeq: 3,
      LAFmax: 4,
      LAFmin: 5,
      LCpeak: 6,
      LA10: 7,
      LA50: 8,
      LA90: 9,
    },
  ]);
});

test("a missing level is null in every column, and 0 is a level", () => {
  expect(readSampleRows("(1,,,,,,,,,0)(2,0,,,,,,,,)(3,,,,,,,,,)")).toEqual([
    { second: 1, ...nothing, LA90: 0 },
    { second: 2, ...nothing, LAeq: 0 },
    { second: 3, ...nothing },
  ]);
});

test("an empty text has no rows", () => {
  expect(readSampleRows("")).toEqual([]);
});

test("rows that the database writes as text are read as they were stored", async ({ database }) => {
  const extremes = { ...nothing, LAeq: -2000, LCeq: 20_000, LZeq: -1, LA90: 32_767 };
  const stored = [
    { second: 1, ...extremes },
    { second: 253_402_300_799, ...nothing },
    { second: 1_553_990_400, ...nothing, LCpeak: 12_345 },
  ] as SampleRow[];
  const rows = stored.map(
    ({ second, ...levels }) =>
      sql`(to_timestamp(${second}), ${sql.join(
        Object.values(levels).map((level) => sql`${level}::smallint`),
        sql`, `,
      )})`,
  );
  const [written] = await database.db.execute<{ rows: string }>(sql`
    select ${sampleRowText} as rows from (values ${sql.join(rows, sql`, `)})
      as samples(datetime, laeq, lceq, lzeq, lafmax, lafmin, lcpeak, la10, la50, la90)`);
  expect(readSampleRows(written?.rows ?? "")).toEqual(stored);
});
