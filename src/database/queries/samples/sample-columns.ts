import { type Placeholder, type SQL, sql } from "drizzle-orm";
import { type LevelName, levelNames } from "../../../acoustics/levels/level-names.ts";
import type { SecondRange } from "../../../acoustics/time/contract-period.ts";
import type { Database } from "../../client/statement.ts";
import { samples } from "../../tables/samples.ts";
import type { GrantedSensorNo, Grants } from "../keys/grants.ts";
import {
  type ColumnText,
  columnTextOf,
  readColumnText,
  type StoredColumns,
} from "./column-text.ts";
import { type NewestSecond, selectNewestSecondsOf } from "./latest-samples.ts";
import { isInPeriod, levelColumns } from "./samples.ts";
import { firstMonths, searchWidening } from "./widening-search.ts";
import { defineTelemetryStatement, notGranted } from "./telemetry-statement.ts";

/** Samples to read column by column. */
export interface ColumnSearch {
  readonly sensorNo: GrantedSensorNo;
  readonly seconds: SecondRange;
  readonly levels: readonly LevelName[];
  readonly atMost: number;
}

/** Samples of which only the time is read. */
export type NewestSearch = Omit<ColumnSearch, "levels">;

/**
 * Reads the samples of one sensor column by column: a range of the index of the primary key. Each statement names one
 * sensor, so a database that is distributed by sensor sends it to one node.
 */
export interface SampleReader {
  /** The first samples of a range in order of time, and the levels that are named. */
  read(search: ColumnSearch): Promise<StoredColumns>;
  /** The Unix seconds of the newest samples, newest first, searched back from the newest one in widening steps. */
  newest(search: NewestSearch): Promise<number[]>;
}

/**
 * Its reads reject for a sensor that is not granted. `loadNewest` loads the second of a sensor's newest sample: a
 * request of many sensors loads them in one statement.
 */
export function createSampleReader(
  database: Database,
  grants: Grants,
  loadNewest = async (sensorNo: GrantedSensorNo): Promise<NewestSecond | null> =>
    (await selectNewestSecondsOf(database, grants, [sensorNo])).get(sensorNo) ?? null,
): SampleReader {
  const select = async (name: StatementName, search: ColumnSearch) => {
    const { sensorNo, seconds, atMost, levels } = search;
    const values = { sensorNo, ...seconds, atMost, grants };
    return readColumnText(await statementOf(name, levels)(database, values), levels);
  };
  return {
    read: (search) => select("select-sample-columns", search),
    async newest(search) {
      const { sensorNo, seconds, atMost } = search;
      const newestIn = async (range: SecondRange) => [
        ...(await select("select-newest-samples", { sensorNo, seconds: range, atMost, levels: [] }))
          .seconds,
      ];
      if (firstMonths(seconds, "desc", 2) === seconds) return newestIn(seconds);
      const newest = await loadNewest(sensorNo);
      if (newest === null) throw notGranted(sensorNo);
      if (newest.second === null || newest.second < seconds.first) return [];
      const reported = { first: seconds.first, last: Math.min(seconds.last, newest.second) };
      return searchWidening(reported, "desc", newestIn, (found) => found.length === atMost);
    },
  };
}

type StatementName = "select-sample-columns" | "select-newest-samples";

type SearchValues = {
  sensorNo: GrantedSensorNo;
  first: number;
  last: number;
  atMost: number;
  grants: Grants;
};

/** Few combinations are in use: each field reads the levels that it needs. */
function statementOf(name: StatementName, levels: readonly LevelName[]) {
  const ordered = levelNames.filter((level) => levels.includes(level));
  const key = [name, ...ordered].join();
  const known = statements.get(key);
  if (known !== undefined) return known;
  const statement = defineTelemetryStatement<SearchValues, ColumnText>(name, (value) =>
    columnsIn(name, ordered, value),
  );
  statements.set(key, statement);
  return statement;
}

const statements = new Map<
  string,
  ReturnType<typeof defineTelemetryStatement<SearchValues, ColumnText>>
>();

function columnsIn(
  name: StatementName,
  levels: readonly LevelName[],
  value: (name: Exclude<keyof SearchValues, "grants">) => Placeholder,
): SQL {
  const sensorNo = sql`${value("sensorNo")}::integer`;
  const columns = [sql`${samples.datetime}`, ...levels.map((level) => sql`${levelColumns[level]}`)];
  return sql`
      select ${columnTextOf(levels)}
      from (
        select ${sql.join(columns, sql`, `)}
        from ${samples}
        where ${isInPeriod(sensorNo, value)}
        order by ${samples.datetime} ${name === "select-newest-samples" ? sql`desc` : sql`asc`}
        limit ${value("atMost")}
      ) found`;
}
