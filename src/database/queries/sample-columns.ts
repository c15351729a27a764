import { type SQL, sql } from "drizzle-orm";
import { type LevelName, levelNames } from "#acoustics/levels/level-names.ts";
import type { SecondRange } from "#acoustics/time/contract-period.ts";
import { type Database, defineStatement, type PlaceholderOf } from "#database/client/statement.ts";
import { samples } from "#database/tables/samples.ts";
import type { Grants } from "./grants.ts";
import {
  type ColumnText,
  columnTextOf,
  readColumnText,
  type StoredColumns,
} from "./column-text.ts";
import { isInWindow, levelColumns } from "./samples.ts";
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
  ) => Promise<readonly ColumnText[]>,
): SampleReader {
  const select = async (name: StatementName, search: ColumnSearch) => {
    const { sensorNo, seconds, atMost, levels } = search;
    const [row] = await send(name, levels, { sensorNo, ...seconds, atMost });
    return readColumnText(row, levels);
  };
  return {
    read: (search) => select("select-sample-columns", search),
    async newest(search) {
      return [...(await select("select-newest-samples", { ...search, levels: [] })).seconds];
    },
  };
}

type StatementName = "select-sample-columns" | "select-newest-samples";

type SearchValues = { sensorNo: number; first: number; last: number; atMost: number };

const grantedStatement = keepStatements((name, levels) =>
  defineTelemetryStatement<SearchValues & { grants: Grants }, ColumnText>(name, (value, granted) =>
    columnsIn(name, levels, value, granted),
  ),
);

const operatorStatement = keepStatements((name, levels) =>
  defineStatement<SearchValues, ColumnText>(name, (value) =>
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
  return sql`
      select ${columnTextOf(levels)}
      from (
        select ${sql.join(columns, sql`, `)}
        from ${samples}
        where ${isInWindow(sensorNo, value)} and ${granted(sensorNo)}
        order by ${samples.datetime} ${name === "select-newest-samples" ? sql`desc` : sql`asc`}
        limit ${value("atMost")}
      ) found`;
}
