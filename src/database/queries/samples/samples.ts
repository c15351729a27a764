import { and, eq, gt, gte, lte, type Placeholder, type SQL, sql } from "drizzle-orm";
import { levelAt } from "../../../acoustics/aggregates/sample-columns.ts";
import type { SecondRange } from "../../../acoustics/time/contract-period.ts";
import type { Order } from "../../../acoustics/paging.ts";
import type { Hundredths } from "../../../acoustics/levels/decibel.ts";
import { type LevelName, levelNames, type Levels } from "../../../acoustics/levels/level-names.ts";
import type { Queryable } from "../../client/pool.ts";
import type { Database } from "../../client/statement.ts";
import { samples } from "../../tables/samples.ts";
import {
  bestClassifications,
  type ClassificationColumns,
  type ClassificationRow,
  type ModelSelection,
  readClassificationColumns,
} from "./classifications.ts";
import type { GrantedSensorNo, Grants } from "../keys/grants.ts";
import {
  type ColumnText,
  columnTextOf,
  readColumnText,
  type StoredColumns,
} from "./column-text.ts";
import { searchWidening } from "./widening-search.ts";
import { defineTelemetryStatement } from "./telemetry-statement.ts";

/** A sample: the start of its interval in Unix seconds, and its levels. */
export type SampleRow = Levels & { readonly second: number };

/** A sample with its classification by the model of a search; null without one of enough confidence. */
export type ClassifiedSample = SampleRow & { readonly classification: ClassificationRow | null };

/** The samples to read of a period, and the model of their classifications. */
export interface SampleSelection {
  readonly order: Order;
  readonly pageSize: number;
  /** Null: classifications are not read. */
  readonly model: ModelSelection | null;
}

/** A range of seconds of one sensor. */
export interface SensorPeriod {
  readonly sensorNo: GrantedSensorNo;
  readonly seconds: SecondRange;
}

/** A page of the samples of a sensor, and one more, unclassified, if another follows. Rejects without a grant. */
export async function selectPage(
  database: Database,
  grants: Grants,
  { sensorNo, seconds }: SensorPeriod,
  selection: SampleSelection,
): Promise<ClassifiedSample[]> {
  return searchWidening(
    seconds,
    selection.order,
    (part) => selectSamples(database, grants, { sensorNo, seconds: part }, selection),
    (rows) => rows.length > selection.pageSize,
  );
}

async function selectSamples(
  database: Database,
  grants: Grants,
  { sensorNo, seconds: { first, last } }: SensorPeriod,
  { order, pageSize, model }: SampleSelection,
): Promise<ClassifiedSample[]> {
  const { modelNo, minConfidence } = model ?? { modelNo: null, minConfidence: null };
  const values = { sensorNo, first, last, grants, pageSize, modelNo, minConfidence };
  const page = await pages[order](database, values);
  return rowsOf(readColumnText(page, levelNames), readClassificationColumns(page.classifications));
}

function rowsOf(
  { seconds, levels }: StoredColumns,
  classifications: ReadonlyMap<number, ClassificationRow>,
): ClassifiedSample[] {
  const { LAeq, LCeq, LZeq, LAFmax, LAFmin, LCpeak, LA10, LA50, LA90 } = levels;
  return Array.from(seconds, (second, index) => ({
    second,
    LAeq: levelAt(LAeq, index),
    LCeq: levelAt(LCeq, index),
    LZeq: levelAt(LZeq, index),
    LAFmax: levelAt(LAFmax, index),
    LAFmin: levelAt(LAFmin, index),
    LCpeak: levelAt(LCpeak, index),
    LA10: levelAt(LA10, index),
    LA50: levelAt(LA50, index),
    LA90: levelAt(LA90, index),
    classification: classifications.get(second) ?? null,
  }));
}

type PageValues = {
  sensorNo: GrantedSensorNo;
  first: number;
  last: number;
  pageSize: number;
  modelNo: number | null;
  minConfidence: number | null;
  grants: Grants;
};

const pages = { asc: definePage("asc"), desc: definePage("desc") };

/**
 * Reads a range of the primary key of the samples, and one of the classifications; it names no column outside these
 * indexes. A database that is distributed by sensor sends it to one node.
 */
function definePage(order: Order) {
  return defineTelemetryStatement<
    PageValues,
    ColumnText & { classifications: ClassificationColumns }
  >("select-samples", (value) => {
    const sensorNo = sql`${value("sensorNo")}::integer`;
    // Classifications may exist without samples: there may be many before the sample that follows the page.
    const pageEnd = sql`(array_agg(datetime))[least(count(*)::integer, ${value("pageSize")}::integer)]`;
    const [first, last] =
      order === "asc" ? [sql`min(datetime)`, pageEnd] : [pageEnd, sql`max(datetime)`];
    return sql`
      select ${pageColumns}, (${bestClassifications({
        sensorNo,
        modelNo: sql`${value("modelNo")}`,
        minConfidence: sql`${value("minConfidence")}`,
        // Null without a sample.
        condition: sql`datetime between page.first and page.last`,
      })})
      from (
        select ${columnTextOf(levelNames)}, ${first} as first, ${last} as last
        from (
          select ${samples.datetime}, ${sql.join(Object.values(levelColumns), sql`, `)}
          from ${samples}
          where ${isInPeriod(sensorNo, value)}
          order by ${samples.datetime} ${order === "asc" ? sql`asc` : sql`desc`}
          limit ${value("pageSize")}::integer + 1
        ) samples
      ) page`;
  });
}

const pageColumns = sql.join(
  ["count", "seconds", ...levelNames].map((name) => sql`page.${sql.identifier(name)}`),
  sql`, `,
);

/** The condition that a sample is of the sensor, and not before the second `first` or after `last`. */
export function isInPeriod(
  sensorNo: SQL,
  value: (name: "first" | "last") => SQL | Placeholder,
): SQL {
  return sql`${samples.sensorNo} = ${sensorNo} and ${samples.datetime}
    between to_timestamp(${value("first")}::float8) and to_timestamp(${value("last")}::float8)`;
}

/** The column of each level. */
export const levelColumns = Object.fromEntries(
  levelNames.map((name) => [name, samples[name.toLowerCase() as Lowercase<LevelName>]]),
) as Readonly<Record<LevelName, (typeof samples)[Lowercase<LevelName>]>>;

/** All stored members of some samples, column by column. */
export interface StoredSamples extends StoredColumns {
  readonly collectedLimits: readonly (Hundredths | null)[];
  readonly collectedClassifications: readonly (string | null)[];
}

/** The first samples of a sensor after a second and inside a range, by time. Null or undefined: no bound. */
export async function selectStoredSamples(
  db: Queryable,
  sensorNo: number,
  range: { readonly first?: number; readonly last?: number; readonly after: number | null },
  atMost: number,
): Promise<StoredSamples> {
  const instantOf = (second: number) => new Date(second * 1000);
  const { first, last, after } = range;
  const isFound = and(
    eq(samples.sensorNo, sensorNo),
    first === undefined ? undefined : gte(samples.datetime, instantOf(first)),
    last === undefined ? undefined : lte(samples.datetime, instantOf(last)),
    after === null ? undefined : gt(samples.datetime, instantOf(after)),
  );
  const [row] = await db.execute<ColumnText & Pick<StoredSamples, CollectedColumn>>(sql`
    select ${columnTextOf(levelNames)}, coalesce(json_agg(collected_limit), '[]') as "collectedLimits",
      coalesce(json_agg(collected_classification), '[]') as "collectedClassifications"
    from (select * from ${samples} where ${isFound} order by ${samples.datetime} limit ${atMost}) found`);
  if (row === undefined) throw new Error("an aggregate of samples has a row");
  const { collectedLimits, collectedClassifications } = row;
  return { ...readColumnText(row, levelNames), collectedLimits, collectedClassifications };
}

type CollectedColumn = "collectedLimits" | "collectedClassifications";
