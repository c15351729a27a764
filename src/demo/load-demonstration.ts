import { type Instant, instantOfSecond, type Interval } from "../acoustics/time/instant.ts";
import { type AudioStore, isAudioStoreUnavailable } from "../audio/audio-store.ts";
import { createApiKey } from "../auth/issue-key.ts";
import { scopes } from "../auth/scopes.ts";
import type { OperatorDatabase, Queryable } from "../database/client/pool.ts";
import { selectApiKeys } from "../database/queries/keys/api-keys.ts";
import { analyzeClassifications } from "../database/queries/samples/classifications.ts";
import { lockImport } from "../database/queries/imports/import-locks.ts";
import { sampleColumns } from "../database/queries/imports/sample-batch.ts";
import { analyzeSamples } from "../database/queries/maintenance/sample-partitions.ts";
import { hasProjects } from "../database/queries/sites/projects.ts";
import { lockSites, selectSensorNos } from "../database/queries/sites/sites.ts";
import { applySites } from "../ingest/site/apply-sites.ts";
import {
  classificationsTable,
  type ImportedClassification,
} from "../ingest/rows/import-classifications.ts";
import { exclusionsTable } from "../ingest/rows/import-exclusions.ts";
import type { ImportedSample } from "../ingest/rows/sample-rows.ts";
import { samplesTable } from "../ingest/rows/import-samples.ts";
import { InvalidInput } from "../ingest/invalid-input.ts";
import type { CsvTable } from "../ingest/csv/csv-table.ts";
import { createRowCollector } from "../ingest/rows/sinks.ts";
import { storeRecording } from "../ingest/recordings/store-recording.ts";
import { projectIds, readDemonstration, readRecording } from "./demonstration-data.ts";

/** The loaded demonstration, and the key that reads it. */
export interface Demonstration extends LoadedDemonstration {
  /** A new key with every scope, allowed for all of the demonstration and nothing else. Secret. */
  readonly key: string;
}

export interface LoadedDemonstration {
  readonly projects: readonly { readonly id: string; readonly sensors: readonly string[] }[];
  /** From the start of the first sample to the start of the last. */
  readonly range: Interval;
  /** The last whole week of the first project: its local Monday and Sunday. */
  readonly lastWeek: Readonly<Record<"monday" | "sunday", string>>;
  readonly recordings: {
    /** Starts of the samples that have one, Unix seconds, ascending, by sensor. */
    readonly seconds: ReadonlyMap<string, readonly number[]>;
    /** The reason why others are missing; null: none is missing. */
    readonly failure: string | null;
  };
}

export interface DemonstrationOptions {
  readonly now: Date;
  /** The store of the recordings. */
  readonly store: AudioStore;
}

/** The project whose requests are shown first. */
export const [firstProjectId] = projectIds;

/** Loads the demonstration and then creates its key, so that a failure leaves no key. */
export async function loadDemonstration(
  db: OperatorDatabase,
  options: DemonstrationOptions,
): Promise<Demonstration> {
  const loaded = await loadDemonstrationSite(db, options);
  return { ...loaded, key: await createDemonstrationKey(db, loaded, options.now) };
}

/**
 * Loads two projects and thirty days of samples until `now` in one transaction, and then the recordings; a store that
 * cannot be used is reported as their `failure`. Loading again moves the demonstration to the new `now`.
 */
export async function loadDemonstrationSite(
  db: OperatorDatabase,
  { now, store }: DemonstrationOptions,
): Promise<LoadedDemonstration> {
  const data = await readDemonstration(now.getTime() as Instant);
  await db.transaction((transaction) => writeSites(transaction, data));
  return finishLoading(db, store, data);
}

/** Does the same in a database without projects. Returns null, and writes nothing, if another process was first. */
export async function loadFirstDemonstrationSite(
  db: OperatorDatabase,
  { now, store }: DemonstrationOptions,
): Promise<LoadedDemonstration | null> {
  const data = await readDemonstration(now.getTime() as Instant);
  const isFirst = await db.transaction(async (transaction) => {
    await lockSites(transaction);
    if (await hasProjects(transaction)) return false;
    await writeSites(transaction, data);
    return true;
  });
  return isFirst ? finishLoading(db, store, data) : null;
}

async function writeSites(transaction: Queryable, data: Data): Promise<void> {
  await applySites(transaction, data.sites);
  await writeRows(transaction, data);
  await writeExclusions(transaction, data);
}

/** The rest of the demonstration, loaded after the samples are committed. */
async function finishLoading(
  db: OperatorDatabase,
  store: AudioStore,
  data: Data,
): Promise<LoadedDemonstration> {
  // On a server, autovacuum would update the statistics later.
  await analyzeSamples(db, "embedded");
  await analyzeClassifications(db, "embedded");
  const startAt = instantOfSecond(data.seconds.at(0) ?? 0);
  const endAt = instantOfSecond(data.seconds.at(-1) ?? 0);
  const projects = data.sites.map(({ id, sensors }) => ({
    id,
    sensors: sensors.map((sensor) => sensor.id),
  }));
  const recordings = await loadRecordings(db, store, data);
  return { projects, range: { startAt, endAt }, lastWeek: data.lastWeek, recordings };
}

type Data = Awaited<ReturnType<typeof readDemonstration>>;

/** The model of the site files. */
export const model = "demo-sonyc-ust";

/** Rows to be written, by the ids of their sensors. */
export interface DemonstrationRows {
  readonly samples: readonly (RowOfSensor & Pick<ImportedSample, "levels">)[];
  readonly classifications: readonly (RowOfSensor &
    Pick<ImportedClassification, "label" | "confidence">)[];
}

interface RowOfSensor {
  readonly sensorId: string;
  readonly second: number;
}

function collectorOf<Row>(db: Queryable, table: CsvTable<Row>) {
  return createRowCollector(table, table.createWriter(db, db));
}

async function writeExclusions(db: Queryable, { exclusions }: Data): Promise<void> {
  const sensorNoOf = await readSensorNos(db);
  const exclusionRows = collectorOf(db, exclusionsTable);
  for (const { sensorId, ...exclusion } of exclusions) {
    await exclusionRows.add({ sensorNo: sensorNoOf(sensorId), ...exclusion });
  }
  await exclusionRows.finish();
}

export async function writeRows(
  db: Queryable,
  { samples, classifications }: DemonstrationRows,
): Promise<void> {
  const sensorNoOf = await readSensorNos(db);
  const sampled = samples.map(({ sensorId }) => sensorNoOf(sensorId));
  await lockImport(db, samplesTable.name, sampled, "shared");
  const sampleRows = collectorOf(db, samplesTable);
  for (const { sensorId, second, levels } of samples) {
    const sensorNo = sensorNoOf(sensorId);
    const collected = { collectedLimit: null, collectedClassification: null, exclusions: [] };
    await sampleRows.add({ sensorNo, second, levels, ...collected, columns: sampleColumns });
  }
  await sampleRows.finish();
  const classificationRows = collectorOf(db, classificationsTable);
  for (const { sensorId, second, label, confidence } of classifications) {
    const sensorNo = sensorNoOf(sensorId);
    await classificationRows.add({ sensorNo, second, model, label, confidence });
  }
  await classificationRows.finish();
}

/** Stores the recordings of the last week and of all exceptions to the limits. */
async function loadRecordings(
  db: OperatorDatabase,
  store: AudioStore,
  { seconds, classifications }: Data,
): Promise<LoadedDemonstration["recordings"]> {
  const target = { db, store, clock: () => Date.now() as Instant };
  const sensorNoOf = await readSensorNos(db);
  const lastWeek = (seconds.at(-1) ?? 0) - 7 * 24 * 3600;
  const loaded = new Map<string, number[]>();
  try {
    for (const { sensorId, second, recording, isException } of classifications) {
      if (recording === "" || (second <= lastWeek && !isException)) continue;
      const key = { sensorNo: sensorNoOf(sensorId), second };
      const stored = await storeRecording(target, key, await readRecording(recording), null);
      if (stored.result === "rejected") throw new InvalidInput([`${recording}: ${stored.reason}`]);
      loaded.set(sensorId, [...(loaded.get(sensorId) ?? []), second]);
    }
  } catch (error) {
    if (!isAudioStoreUnavailable(error)) throw error;
    return { seconds: loaded, failure: error.message };
  }
  return { seconds: loaded, failure: null };
}

async function readSensorNos(db: Queryable): Promise<(sensorId: string) => number> {
  const sensorNos = await selectSensorNos(db);
  return (sensorId) => {
    const sensorNo = sensorNos.get(sensorId);
    if (sensorNo === undefined) throw new Error(`The sensor ${sensorId} was not stored`);
    return sensorNo;
  };
}

/** Creates the first key of the database. Returns null if another process has created one. */
export function createFirstDemonstrationKey(
  db: Queryable,
  loaded: LoadedDemonstration,
  now: Date,
): Promise<string | null> {
  return db.transaction(async (transaction) => {
    await lockSites(transaction);
    if ((await selectApiKeys(transaction)).length > 0) return null;
    return createDemonstrationKey(transaction, loaded, now);
  });
}

/** Creates a key and returns its text, which is not stored. */
async function createDemonstrationKey(
  db: Queryable,
  { projects }: LoadedDemonstration,
  now: Date,
): Promise<string> {
  const created = await createApiKey(
    db,
    {
      name: "Demonstration",
      scopes,
      projects: projects.map(({ id }) => id),
      sensors: projects.flatMap(({ sensors }) => sensors),
      expiresAt: null,
    },
    now,
  );
  if (!created.ok) throw new InvalidInput(created.issues);
  return created.key.text;
}
