import { inArray, type SQL, sql } from "drizzle-orm";
import { arrayLiteral, textArrayLiteral } from "#database/client/array-literal.ts";
import { analyzeTable, upsertRows, type WrittenRows } from "#database/client/bulk-write.ts";
import type { OperatorDatabase, Queryable } from "#database/client/pool.ts";
import type { Database, Statement } from "#database/client/statement.ts";
import { classificationModels } from "#database/tables/classification-models.ts";
import { classifications } from "#database/tables/classifications.ts";
import type { Grants } from "./grants.ts";
import { defineTelemetryStatement } from "./telemetry-statement.ts";

/** The samples of one sensor whose classifications by one model are read. */
export interface ClassificationSearch {
  readonly sensorNo: number;
  readonly modelNo: number;
  /** 0 to 1. Classifications with this confidence or a higher one are found. */
  readonly minConfidence: number;
  /** Unix seconds. */
  readonly seconds: readonly number[];
  /** Whether the sensor has no other samples between these seconds. Then they are read as one range. */
  readonly areConsecutive: boolean;
}

export interface ClassificationRow {
  readonly label: string;
  /** 0 to 1. */
  readonly confidence: number;
}

/**
 * The classification of each second, by sensor number and second: the highest confidence, and among equal ones the
 * first label in the order of its bytes. The result may contain other seconds between the given ones. No
 * sensor may occur twice. Sends one statement for any number of sensors, and a second one if the
 * seconds of only some sensors are consecutive. A sensor that the principal may not read has no classifications.
 */
export async function selectClassifications(
  database: Database,
  grants: Grants,
  searches: readonly ClassificationSearch[],
): Promise<Map<number, Map<number, ClassificationRow>>> {
  const answerable = searches.filter(({ seconds }) => seconds.length > 0);
  const consecutive = answerable.filter(({ areConsecutive }) => areConsecutive);
  const scattered = answerable.filter(({ areConsecutive }) => !areConsecutive);
  const pages = await Promise.all([
    selectPages(database, grants, inRange, consecutive),
    selectPages(database, grants, atSeconds, scattered),
  ]);
  const found = new Map(
    searches.map(({ sensorNo }) => [sensorNo, new Map<number, ClassificationRow>()]),
  );
  for (const { sensorNo, seconds, labels, confidences } of pages.flat()) {
    const bySecond = found.get(sensorNo);
    for (const [index, second] of (seconds ?? []).entries()) {
      // The three lists are equally long.
      const row = { label: labels?.[index] ?? "", confidence: confidences?.[index] ?? 0 };
      bySecond?.set(second, row);
    }
  }
  return found;
}

/** The classifications of one sensor, column by column; null without classifications. */
interface ClassificationPage {
  readonly sensorNo: number;
  readonly seconds: readonly number[] | null;
  readonly labels: readonly string[] | null;
  readonly confidences: readonly number[] | null;
}

/** The values of one sensor in a statement. `seconds` is empty if the range is enough. */
type SearchValues = Omit<ClassificationSearch, "areConsecutive"> & {
  readonly first: number;
  readonly last: number;
};

async function selectPages(
  database: Database,
  grants: Grants,
  { ofOneSensor, ofManySensors }: typeof inRange,
  searches: readonly ClassificationSearch[],
): Promise<readonly ClassificationPage[]> {
  const [sensor, ...others] = searches.map(valuesOf);
  if (sensor === undefined) return [];
  return others.length === 0
    ? ofOneSensor(database, { ...sensor, grants, seconds: arrayLiteral(sensor.seconds) })
    : ofManySensors(database, { searches: JSON.stringify([sensor, ...others]), grants });
}

function valuesOf({ areConsecutive, ...search }: ClassificationSearch): SearchValues {
  let first = Infinity;
  let last = -Infinity;
  for (const second of search.seconds) {
    first = Math.min(first, second);
    last = Math.max(last, second);
  }
  return { ...search, first, last, seconds: areConsecutive ? [] : search.seconds };
}

const inRange = defineSearch(
  ({ first, last }) => sql`between to_timestamp(${first}) and to_timestamp(${last})`,
);

/** The array makes the server look up each second in the index. */
const atSeconds = defineSearch(
  ({ seconds }) => sql`= any (array(select to_timestamp(second) from unnest(${seconds}) second))`,
);

type SearchColumns = Readonly<Record<keyof SearchValues, SQL>>;

function defineSearch(timesOf: (columns: SearchColumns) => SQL): {
  readonly ofOneSensor: Statement<
    Omit<SearchValues, "seconds"> & { seconds: string; grants: Grants },
    ClassificationPage
  >;
  readonly ofManySensors: Statement<{ searches: string; grants: Grants }, ClassificationPage>;
} {
  return {
    ofOneSensor: defineTelemetryStatement("select-classifications", (value, granted) => {
      const columns = {
        sensorNo: sql`${value("sensorNo")}::integer`,
        modelNo: sql`${value("modelNo")}::integer`,
        minConfidence: sql`${value("minConfidence")}::float8`,
        first: sql`${value("first")}::float8`,
        last: sql`${value("last")}::float8`,
        seconds: sql`${value("seconds")}::bigint[]`,
      };
      return sql`select ${columns.sensorNo} as "sensorNo", page.*
        from (${pageOf(columns, timesOf(columns), granted)}) page`;
    }),
    // Like `select-samples-of-sensors`, this reads several sensors with LATERAL.
    ofManySensors: defineTelemetryStatement(
      "select-classifications-of-sensors",
      (value, granted) => {
        const columns = {
          sensorNo: sql`asked."sensorNo"`,
          modelNo: sql`asked."modelNo"`,
          minConfidence: sql`asked."minConfidence"`,
          first: sql`asked.first`,
          last: sql`asked.last`,
          seconds: sql`asked.seconds`,
        };
        return sql`select ${columns.sensorNo}, page.*
        from json_to_recordset(${value("searches")}::json) as asked("sensorNo" integer,
          "modelNo" integer, "minConfidence" float8, first float8, last float8, seconds bigint[])
        cross join lateral (${pageOf(columns, timesOf(columns), granted)}) page`;
      },
    ),
  };
}

function pageOf(search: SearchColumns, times: SQL, granted: (sensorNo: SQL) => SQL): SQL {
  return sql`select json_agg(date_part('epoch', best.datetime)) as seconds,
      json_agg(best.label) as labels, json_agg(best.confidence) as confidences
    from (
      select distinct on (datetime) ${classifications.datetime} as datetime,
        ${classifications.label} as label, ${classifications.confidence} as confidence
      from ${classifications}
      where ${classifications.sensorNo} = ${search.sensorNo}
        and ${classifications.modelNo} = ${search.modelNo}
        and ${classifications.datetime} ${times}
        and ${classifications.confidence} >= ${search.minConfidence}
        and ${granted(search.sensorNo)}
      order by datetime, confidence desc, label collate "C"
    ) best`;
}

/** The numbers of models, by name. Stores the names that are new. */
export async function ensureModels(
  db: Queryable,
  names: readonly string[],
): Promise<Map<string, number>> {
  if (names.length === 0) return new Map();
  // Sorted, so that two concurrent writers of the same names lock the rows in the same order.
  const rows = names.toSorted().map((name) => ({ name }));
  await db.insert(classificationModels).values(rows).onConflictDoNothing();
  const models = await db
    .select({ name: classificationModels.name, modelNo: classificationModels.modelNo })
    .from(classificationModels)
    .where(inArray(classificationModels.name, [...names]));
  return new Map(models.map(({ name, modelNo }) => [name, modelNo]));
}

/**
 * Classifications to write, column by column: the values at one index are one row. All columns are equally
 * long, and no combination of sensor, second, model and label occurs twice.
 */
export interface ClassificationBatch {
  readonly sensorNos: readonly number[];
  readonly modelNos: readonly number[];
  /** Starts of the samples' intervals, in Unix seconds. The samples need not be stored. */
  readonly seconds: readonly number[];
  readonly labels: readonly string[];
  /** 0 to 1. */
  readonly confidences: readonly number[];
}

/** Writes a batch in one statement. A confidence that differs from the stored one replaces it. */
export function upsertClassifications(
  db: Queryable,
  batch: ClassificationBatch,
): Promise<WrittenRows> {
  // Sorted, so that two concurrent writers of the same rows lock them in the same order.
  return upsertRows(db, {
    batch: sql`
      select sensor_key, model_key, to_timestamp(second) as datetime, label, confidence
      from unnest(
        ${arrayLiteral(batch.sensorNos)}::integer[],
        ${arrayLiteral(batch.modelNos)}::integer[],
        ${arrayLiteral(batch.seconds)}::bigint[],
        ${textArrayLiteral(batch.labels)}::text[],
        ${arrayLiteral(batch.confidences)}::float8[]
      ) as batch (sensor_key, model_key, second, label, confidence)
      order by sensor_key, model_key, second, label`,
    total: batch.seconds.length,
    table: classifications,
    key: sql`sensor_key, model_key, datetime, label`,
    columns: sql`sensor_key, model_key, datetime, label, confidence`,
    update: sql`set confidence = excluded.confidence
      where classifications.confidence <> excluded.confidence`,
  });
}

/** Updates the planner's statistics of the classifications. Must not be called in a transaction. */
export function analyzeClassifications(
  db: OperatorDatabase,
  kind: "postgres" | "embedded",
): Promise<void> {
  return analyzeTable(db, kind, classifications);
}
