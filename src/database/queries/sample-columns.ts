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
  { levels }: Pick<ColumnSearch, "levels">,
): StoredColumns {
  if (row === undefined || row.count === 0) return { seconds: new Float64Array(0), levels: {} };
  const columns: Partial<Record<LevelName, Int16Array>> = {};
  for (const name of levels) columns[name] = readLevels(bytesOf(row[name]), row.count);
  return { seconds: readSeconds(bytesOf(row.seconds), row.count), levels: columns };
}

type SearchValues = { sensorNo: number; first: number; last: number; atMost: number };

/**
 * The values of each column one after the other, as the server sends them in binary, in Base64: half the time of arrays, and less
 * to send and to read than the server's own hexadecimal digits.
 */
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
  const columns = [sql`${samples.datetime}`, ...levels.map((level) => sql`${levelColumns[level]}`)];
  const results = [
    sql`count(*)::integer as count`,
    sql`encode(string_agg(timestamptz_send(datetime), ''::bytea), 'base64') as seconds`,
    ...levels.map((level) => {
      const column = sql.identifier(level.toLowerCase());
      const reported = sql`coalesce(${column}, ${noLevel}::smallint)`;
      return sql`encode(string_agg(int2send(${reported}), ''::bytea), 'base64') as ${sql.identifier(level)}`;
    }),
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

const noLevel = sql.raw(`'${notReported}'`);

/** Reads timestamps: microseconds since 2000-01-01T00:00:00Z, each in eight bytes, the highest first. */
function readSeconds(bytes: Buffer, count: number): Float64Array {
  requireLength(bytes, count * 8);
  const seconds = new Float64Array(count);
  for (let index = 0; index < count; index += 1) {
    const microseconds = bytes.readInt32BE(index * 8) * 2 ** 32 + bytes.readUInt32BE(index * 8 + 4);
    seconds[index] = microseconds / 1e6 + second2000;
  }
  return seconds;
}

const second2000 = Date.UTC(2000) / 1000;

/** Reads levels: two bytes each, the higher one first. */
function readLevels(bytes: Buffer, count: number): Int16Array {
  requireLength(bytes, count * 2);
  const levels = new Int16Array(count);
  const swapped = Buffer.from(levels.buffer);
  bytes.copy(swapped);
  swapped.swap16();
  return levels;
}

/** A server that writes bytes in another form would make other levels of them. */
function requireLength(bytes: Buffer, length: number): void {
  if (bytes.length !== length) throw new Error("the server has sent columns in another form");
}

/** The server breaks Base64 into lines, which are skipped; so is what is no Base64, and then the length is wrong. */
function bytesOf(text: string | null | undefined): Buffer {
  return Buffer.from(text ?? "", "base64");
}
