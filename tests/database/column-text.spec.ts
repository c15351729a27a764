import { sql } from "drizzle-orm";
import { notReported } from "../../src/acoustics/aggregates/sample-columns.ts";
import { levelNames } from "../../src/acoustics/levels/level-names.ts";
import {
  type ColumnText,
  columnTextOf,
  readColumnText,
  type StoredColumns,
} from "../../src/database/queries/samples/column-text.ts";
import type { Queryable } from "../../src/database/client/pool.ts";
import { expect, test } from "../support/test.ts";

type Row = readonly [second: number, ...levels: (number | null)[]];

/** Has the database write rows as columns, and reads them. */
async function written(db: Queryable, rows: readonly Row[]) {
  const values = rows.map(([second, ...levels]) => {
    const columns = levels.map((level) => sql`${level}::smallint`);
    return sql`(to_timestamp(${second}), ${sql.join(columns, sql`, `)})`;
  });
  const rowsOfColumns = await db.execute<ColumnText>(sql`
    select ${columnTextOf(levelNames)} from (values ${sql.join(values, sql`, `)})
      as samples(datetime, laeq, lceq, lzeq, lafmax, lafmin, lcpeak, la10, la50, la90)`);
  return rowsOfColumns.flatMap((row) => rowsIn(readColumnText(row, levelNames)));
}

function rowsIn({ seconds, levels }: StoredColumns) {
  return [...seconds].map((second, index) => {
    const read = levelNames.map((name) => levels[name]?.[index] ?? 0);
    return [second, ...read.map((level) => (level === notReported ? null : level))];
  });
}

test("rows that the database writes as columns are read as they were stored", async ({
  database: { db },
}) => {
  const stored: Row[] = [
    [1_577_836_800, 1, 2, 3, 4, 5, 6, 7, 8, 9],
    [1, -2000, 20_000, -1, null, null, null, null, null, 32_767],
    [253_402_300_799, null, null, null, null, null, null, null, null, null],
    [1_553_990_400, null, null, null, null, null, 12_345, null, null, 0],
    [-1, 0, null, null, null, null, null, null, null, -32_767],
  ];
  expect(await written(db, stored)).toEqual(stored);
});

test("a long text of columns is read whole", async ({ database: { db } }) => {
  const stored = Array.from({ length: 1000 }, (_, index): Row => {
    return [index * 300, ...levelNames.map((_name, column) => index * 9 + column)];
  });
  expect(await written(db, stored)).toEqual(stored);
});

test("no row has no columns", () => {
  const none = { count: 0, seconds: null };
  expect(readColumnText(none, levelNames)).toEqual({ seconds: new Float64Array(0), levels: {} });
});

test("columns in another form are refused", () => {
  const seconds = Buffer.alloc(8).toString("base64");
  for (const [row, levels] of [
    [{ count: 2, seconds }, []],
    [{ count: 1, seconds, LAeq: Buffer.alloc(3).toString("base64") }, ["LAeq"]],
    [{ count: 1, seconds }, ["LAeq"]],
  ] as const) {
    expect(() => readColumnText(row, levels)).toThrow("another form");
  }
});
