import { inArray, type SQL, sql } from "drizzle-orm";
import type { SecondRange } from "../../../acoustics/time/contract-period.ts";
import { arrayLiteral, type Database, textArrayLiteral } from "../../client/statement.ts";
import { analyzeTable, upsertRows, type WrittenRows } from "../../client/bulk-write.ts";
import type { OperatorDatabase, Queryable } from "../../client/pool.ts";
import { classificationModels } from "../../tables/sites.ts";
import { classifications } from "../../tables/samples.ts";
import type { GrantedSensorNo, Grants } from "../keys/grants.ts";
import { defineTelemetryStatement } from "./telemetry-statement.ts";

/** A model, and which of its classifications are found. */
export interface ModelSelection {
  readonly modelNo: number;
  /** 0 to 1. Classifications with this confidence or a higher one are found. */
  readonly minConfidence: number;
}

/** The samples of one sensor whose classifications by one model are read. */
export interface ClassificationSearch extends ModelSelection {
  readonly sensorNo: GrantedSensorNo;
  /** Unix seconds. */
  readonly seconds: readonly number[];
}

export interface ClassificationRow {
  readonly label: string;
  /** 0 to 1. */
  readonly confidence: number;
}

/**
 * The classification of each second, by sensor. Each sensor may occur once and has its own statement. Rejects without a
 * grant.
 */
export async function selectClassifications(
  database: Database,
  grants: Grants,
  searches: readonly ClassificationSearch[],
): Promise<Map<GrantedSensorNo, Map<number, ClassificationRow>>> {
  return new Map(
    await Promise.all(
      searches.map(async (search) => {
        return [search.sensorNo, await selectOfSensor(database, grants, search)] as const;
      }),
    ),
  );
}

async function selectOfSensor(
  database: Database,
  grants: Grants,
  { sensorNo, modelNo, minConfidence, seconds }: ClassificationSearch,
): Promise<Map<number, ClassificationRow>> {
  if (seconds.length === 0) return new Map();
  const secondList = arrayLiteral(seconds);
  const row = await atSeconds(database, { sensorNo, modelNo, minConfidence, secondList, grants });
  return readClassificationColumns(row.classifications);
}

const atSeconds = defineTelemetryStatement<
  {
    sensorNo: GrantedSensorNo;
    modelNo: number;
    minConfidence: number;
    secondList: string;
    grants: Grants;
  },
  { classifications: ClassificationColumns }
>("select-classifications", (value) => {
  const sensorNo = sql`${value("sensorNo")}::integer`;
  return bestClassifications({
    sensorNo,
    modelNo: sql`${value("modelNo")}`,
    minConfidence: sql`${value("minConfidence")}`,
    // The array makes the server look up each second in the index.
    condition: sql`datetime = any (array(
        select to_timestamp(second) from unnest(${value("secondList")}::bigint[]) second))`,
  });
});

/** The classifications of one sensor, column by column; null without classifications. */
export interface ClassificationColumns {
  readonly seconds: readonly number[] | null;
  readonly labels: readonly string[] | null;
  readonly confidences: readonly number[] | null;
}

/**
 * Selects, as one value, the best classification of each time: the highest confidence, and among equal ones the first
 * label in the order of its bytes. `condition` bounds `datetime`. If the model is null, nothing is found.
 */
export function bestClassifications({
  sensorNo,
  modelNo,
  minConfidence,
  condition,
}: Readonly<Record<"sensorNo" | "modelNo" | "minConfidence" | "condition", SQL>>): SQL {
  return sql`
    select json_build_object('seconds', json_agg(date_part('epoch', datetime)),
      'labels', json_agg(label), 'confidences', json_agg(confidence)) as classifications
    from (
      select distinct on (datetime) ${classifications.datetime} as datetime,
        ${classifications.label} as label, ${classifications.confidence} as confidence
      from ${classifications}
      where ${classifications.sensorNo} = ${sensorNo}
        and ${classifications.modelNo} = ${modelNo}::integer
        and ${classifications.confidence} >= ${minConfidence}::float8
        and ${condition}
      order by datetime, confidence desc, label collate "C"
    ) best`;
}

/** Reads the columns, by Unix second. */
export function readClassificationColumns({
  seconds,
  labels,
  confidences,
}: ClassificationColumns): Map<number, ClassificationRow> {
  return new Map(
    seconds?.map((second, index) => {
      // The three lists have the same length.
      return [second, { label: labels?.[index] ?? "", confidence: confidences?.[index] ?? 0 }];
    }),
  );
}

/** A classification as it is stored, with the name of its model. */
export interface StoredClassification extends ClassificationRow {
  readonly second: number;
  readonly model: string;
}

/** All classifications of a sensor in a range, by time, model and label, for the operator. */
export async function selectStoredClassifications(
  db: Queryable,
  sensorNo: number,
  { first, last }: SecondRange,
): Promise<StoredClassification[]> {
  // Each model has a range of the index of the primary key.
  const rows = await db.execute<{
    [Name in keyof StoredClassification]: StoredClassification[Name];
  }>(sql`
    select extract(epoch from found.datetime)::float8 as second, name as model, found.label, found.confidence
    from ${classificationModels} cross join lateral (
      select datetime, label, confidence from ${classifications}
      where sensor_no = ${sensorNo} and model_no = classification_models.model_no
        and datetime between to_timestamp(${first}::float8) and to_timestamp(${last}::float8)) found
    order by found.datetime, name collate "C", found.label collate "C"`);
  return [...rows];
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
  return selectModelNos(db, names);
}

/** The numbers of the models that are there, by name. */
export async function selectModelNos(
  db: Queryable,
  names: readonly string[],
): Promise<Map<string, number>> {
  const models = await db
    .select({ name: classificationModels.name, modelNo: classificationModels.modelNo })
    .from(classificationModels)
    .where(inArray(classificationModels.name, [...names]));
  return new Map(models.map(({ name, modelNo }) => [name, modelNo]));
}

/** Classifications to write, column by column, of equal length. No sensor, second, model and label occurs twice. */
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
      select sensor_no, model_no, to_timestamp(second) as datetime, label, confidence
      from unnest(
        ${arrayLiteral(batch.sensorNos)}::integer[],
        ${arrayLiteral(batch.modelNos)}::integer[],
        ${arrayLiteral(batch.seconds)}::bigint[],
        ${textArrayLiteral(batch.labels)}::text[],
        ${arrayLiteral(batch.confidences)}::float8[]
      ) as batch (sensor_no, model_no, second, label, confidence)
      order by sensor_no, model_no, second, label`,
    total: batch.seconds.length,
    table: classifications,
    key: sql`sensor_no, model_no, datetime, label`,
    columns: sql`sensor_no, model_no, datetime, label, confidence`,
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
