import { type Placeholder, type SQL, sql } from "drizzle-orm";
import type { SecondRange } from "#acoustics/time/contract-period.ts";
import type { Cursor, Order } from "#acoustics/paging.ts";
import type { Hundredths } from "#acoustics/levels/decibel.ts";
import { equivalentLevel } from "#acoustics/levels/level-names.ts";
import type { Weighting } from "#acoustics/levels/weighting.ts";
import { type Database, defineStatement } from "#database/client/statement.ts";
import { samples } from "#database/tables/samples.ts";
import type { Grants } from "./grants.ts";
import { createNumberReader } from "./number-reader.ts";
import { isInWindow, levelColumns } from "./samples.ts";
import { defineTelemetryStatement } from "./telemetry-statement.ts";

/** A search among the samples of one sensor for levels above a bound. */
export interface ExceedanceSearch {
  readonly sensorNo: number;
  readonly weighting: Weighting;
  readonly seconds: SecondRange;
  readonly order: Order;
  /** The bound: found are higher levels. */
  readonly above: Hundredths;
  /** How many samples to search at most, from the start of the order. */
  readonly searchAtMost: number;
}

/** A sample above the bound: the start of its interval in Unix seconds, and its level. */
export interface Exceedance {
  readonly second: number;
  readonly level: Hundredths;
}

export interface FoundExceedances {
  /** In the order of the search. */
  readonly exceedances: readonly Exceedance[];
  /** How many samples were searched. */
  readonly searched: number;
  /** The last sample searched, in the order of the search; null without samples. */
  readonly lastSearched: Cursor | null;
}

/**
 * Searches a range of the index of the samples' primary key. Whether an exceedance is an event depends on the
 * limit schedule, which SQL does not know. A sensor that the principal may not read has no samples.
 */
export async function selectExceedances(
  database: Database,
  grants: Grants,
  { sensorNo, weighting, seconds, order, above, searchAtMost }: ExceedanceSearch,
): Promise<FoundExceedances> {
  const { first, last } = seconds;
  const values = { sensorNo, first, last, above, searchAtMost, grants };
  const [row] = await statements[order][weighting](database, values);
  return foundOf(row);
}

/** The same for the operator, who may read everything; in order of time. */
export async function selectExceedancesForOperator(
  database: Database,
  { sensorNo, weighting, seconds, above, searchAtMost }: Omit<ExceedanceSearch, "order">,
): Promise<FoundExceedances> {
  const [row] = await operatorStatements[weighting](database, {
    sensorNo,
    ...seconds,
    above,
    searchAtMost,
  });
  return foundOf(row);
}

function foundOf(row: SearchRow | undefined): FoundExceedances {
  return {
    exceedances: readExceedances(row?.exceedances ?? ""),
    searched: row?.searched ?? 0,
    lastSearched: row?.lastSearched ?? null,
  };
}

/** The same for several sensors, by sensor number: one statement a sensor. No sensor may occur twice. */
export async function selectExceedancesOfSensors(
  database: Database,
  grants: Grants,
  searches: readonly ExceedanceSearch[],
): Promise<Map<number, FoundExceedances>> {
  return new Map(
    await Promise.all(
      searches.map(async (search) => {
        return [search.sensorNo, await selectExceedances(database, grants, search)] as const;
      }),
    ),
  );
}

function readExceedances(text: string): Exceedance[] {
  const exceedances: Exceedance[] = [];
  const numbers = createNumberReader(text);
  // JavaScript evaluates the members in the order in which they are written: the order of the columns.
  while (numbers.hasMore()) {
    exceedances.push({ second: numbers.next(), level: numbers.next() as Hundredths });
  }
  return exceedances;
}

const statements = {
  asc: forEachWeighting("asc", defineSearch),
  desc: forEachWeighting("desc", defineSearch),
};

const operatorStatements = forEachWeighting("asc", defineOperatorSearch);

function forEachWeighting<Search>(
  order: Order,
  define: (order: Order, weighting: Weighting) => Search,
) {
  return { A: define(order, "A"), C: define(order, "C"), Z: define(order, "Z") };
}

type SearchValues = {
  sensorNo: number;
  first: number;
  last: number;
  above: number;
  searchAtMost: number;
  grants: Grants;
};

type SearchRow = { exceedances: string | null; searched: number; lastSearched: Cursor | null };

function defineSearch(order: Order, weighting: Weighting) {
  return defineTelemetryStatement<SearchValues, SearchRow>("select-exceedances", (value, granted) =>
    searchOf(order, weighting, {
      ...valuesOfSearch(value),
      granted,
    }),
  );
}

function defineOperatorSearch(order: Order, weighting: Weighting) {
  return defineStatement<Omit<SearchValues, "grants">, SearchRow>(
    "select-exceedances-for-operator",
    (value) => searchOf(order, weighting, { ...valuesOfSearch(value), granted: everySensor }),
  );
}

/** The operator may read every sensor. */
const everySensor = () => sql`true`;

function valuesOfSearch(value: (name: Exclude<keyof SearchValues, "grants">) => Placeholder) {
  return {
    sensorNo: sql`${value("sensorNo")}::integer`,
    first: sql`${value("first")}`,
    last: sql`${value("last")}`,
    above: sql`${value("above")}::smallint`,
    searchAtMost: sql`${value("searchAtMost")}`,
  };
}

type SearchColumns = Readonly<Record<Exclude<keyof SearchValues, "grants">, SQL>> & {
  readonly granted: (sensorNo: SQL) => SQL;
};

function searchOf(order: Order, weighting: Weighting, search: SearchColumns): SQL {
  return sql`
      select string_agg(row(date_part('epoch', datetime), level)::text, '')
          filter (where level > ${search.above}) as exceedances,
        count(*)::integer as searched,
        date_part('epoch', ${order === "asc" ? sql`max` : sql`min`}(datetime)) as "lastSearched"
      from (
        select ${samples.datetime} as datetime, ${levelColumns[equivalentLevel[weighting]]} as level
        from ${samples}
        where ${isInWindow(search.sensorNo, (name) => search[name])}
          and ${search.granted(search.sensorNo)}
        order by ${samples.datetime} ${order === "asc" ? sql`asc` : sql`desc`}
        limit ${search.searchAtMost}
      ) searched`;
}
