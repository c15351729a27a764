import { type SQL, sql } from "drizzle-orm";
import { notReported, type SampleColumns } from "#acoustics/aggregates/sample-columns.ts";
import { type LevelName, levelNames } from "#acoustics/levels/level-names.ts";
import type { SecondRange } from "#acoustics/time/contract-period.ts";
import { type Database, defineStatement, type PlaceholderOf } from "#database/client/statement.ts";
import { samples } from "#database/tables/samples.ts";
import type { Grants } from "./grants.ts";
import { levelColumns } from "./samples.ts";
import { defineTelemetryStatement } from "./telemetry-statement.ts";

/** Samples to read column by column. */
export interface ColumnSearch {
  readonly sensorNo: number;
  readonly seconds: SecondRange;
  readonly levels: readonly LevelName[];
  readonly atMost: number;
}

/** Samples of which only the time is read. */
export type NewestSearch = Omit<ColumnSearch, "levels">;

/** Samples without their durations, which the interval of the sensor decides. */
export type StoredColumns = Omit<SampleColumns, "durations">;

/**
 * Reads the samples of one sensor column by column: a range of the index of the primary key. Each statement names one
 * sensor, so a database that is distributed by sensor sends it to one place.
 */
export interface SampleReader {
  /** The first samples of a range in order of time, and the levels that are named. */
  read(search: ColumnSearch): Promise<StoredColumns>;
  /** The Unix seconds of the newest samples of a range, newest first. */
  newest(search: NewestSearch): Promise<number[]>;
}

/** A reader for a request. A sensor that the principal may not read has no samples. */
export function createSampleReader(database: Database, grants: Grants): SampleReader {
  return createReader((name, levels, values) =>
    grantedStatement(name, levels)(database, { ...values, grants }),
  );
}

/** A reader for a command of the operator, who may read everything. */
export function createOperatorSampleReader(database: Database): SampleReader {
  return createReader((name, levels, values) => operatorStatement(name, levels)(database, values));
}

function createReader(
  send: (
    name: StatementName,
    levels: readonly LevelName[],
    values: SearchValues,
  ) => Promise<readonly ColumnsRow[]>,
): SampleReader {
  const select = async (name: StatementName, search: ColumnSearch) => {
    const { sensorNo, seconds, atMost, levels } = search;
    const [row] = await send(name, levels, { sensorNo, ...seconds, atMost });
    return columnsOf(row, search);
  };
  return {
    read: (search) => select("select-sample-columns", search),
    async newest(search) {
      return [...(await select("select-newest-samples", { ...search, levels: [] })).seconds];
    },
  };
}

type StatementName = "select-sample-columns" | "select-newest-samples";

function columnsOf(
  row: ColumnsRow | undefined,
  { seconds: { first }, levels }: Pick<ColumnSearch, "seconds" | "levels">,
): StoredColumns {
  if (row === undefined || row.count === 0) return { seconds: new Float64Array(0), levels: {} };
  const starts = new Float64Array(row.count);
  readNumbers(row.seconds ?? "", starts);
  for (const index of starts.keys()) starts[index] = (starts[index] ?? 0) + first;
  const columns: Partial<Record<LevelName, Int16Array>> = {};
  for (const name of levels) {
    const column = new Int16Array(row.count);
    readNumbers(row[name] ?? "", column);
    columns[name] = column;
  }
  return { seconds: starts, levels: columns };
}

type SearchValues = { sensorNo: number; first: number; last: number; atMost: number };

/** Arrays as text. Seconds are counted from the first one that was asked for. */
type ColumnsRow = Partial<Record<LevelName, string>> & { count: number; seconds: string | null };

const grantedStatement = keepStatements((name, levels) =>
  defineTelemetryStatement<SearchValues & { grants: Grants }, ColumnsRow>(name, (value, granted) =>
    columnsIn(name, levels, value, granted),
  ),
);

const operatorStatement = keepStatements((name, levels) =>
  defineStatement<SearchValues, ColumnsRow>(name, (value) =>
    columnsIn(name, levels, value, () => sql`true`),
  ),
);

/** Few are in use: each field asks for the levels that it needs. */
function keepStatements<Kept>(define: (name: StatementName, levels: readonly LevelName[]) => Kept) {
  const statements = new Map<string, Kept>();
  return (name: StatementName, levels: readonly LevelName[]): Kept => {
    const ordered = levelNames.filter((level) => levels.includes(level));
    const key = [name, ...ordered].join();
    const statement = statements.get(key) ?? define(name, ordered);
    statements.set(key, statement);
    return statement;
  };
}

function columnsIn(
  name: StatementName,
  levels: readonly LevelName[],
  value: PlaceholderOf<SearchValues>,
  granted: (sensorNo: SQL) => SQL,
): SQL {
  const sensorNo = sql`${value("sensorNo")}::integer`;
  const second = sql`(date_part('epoch', ${samples.datetime}) - ${value("first")}::float8)::bigint as second`;
  const columns = [second, ...levels.map((level) => sql`${levelColumns[level]}`)];
  const arrays = levels.map((level) => {
    const column = sql.identifier(level.toLowerCase());
    return sql`array_agg(${column})::text as ${sql.identifier(level)}`;
  });
  const results = [
    sql`count(*)::integer as count`,
    sql`array_agg(second)::text as seconds`,
    ...arrays,
  ];
  return sql`
      select ${sql.join(results, sql`, `)}
      from (
        select ${sql.join(columns, sql`, `)}
        from ${samples}
        where ${samples.sensorNo} = ${sensorNo}
          and ${samples.datetime} between to_timestamp(${value("first")}::float8)
            and to_timestamp(${value("last")}::float8)
          and ${granted(sensorNo)}
        order by ${samples.datetime} ${name === "select-newest-samples" ? sql`desc` : sql`asc`}
        limit ${value("atMost")}
      ) found`;
}

/** Reads an array of whole numbers, `{1,-2,NULL}`, as the server writes it. */
function readNumbers(text: string, into: Float64Array | Int16Array): void {
  let index = 0;
  let value = 0;
  let isNegative = false;
  let isNull = false;
  for (let place = 1; place < text.length; place += 1) {
    const code = text.charCodeAt(place);
    if (code >= digitZero && code <= digitZero + 9) {
      value = value * 10 + code - digitZero;
    } else if (code === comma || code === closingBrace) {
      into[index] = isNull ? notReported : isNegative ? -value : value;
      index += 1;
      value = 0;
      isNegative = false;
      isNull = false;
    } else if (code === minus) {
      isNegative = true;
    } else {
      isNull = true;
    }
  }
}

const digitZero = 48;
const comma = 44;
const minus = 45;
const closingBrace = 125;
