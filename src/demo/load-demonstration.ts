import type { AudioStore } from "#audio/audio-store.ts";
import { analyzeClassifications } from "#database/queries/classifications.ts";
import type { OperatorDatabase, Queryable } from "#database/client/pool.ts";
import { analyzeSamples } from "#database/queries/samples.ts";
import { selectSensorNos } from "#database/queries/sites.ts";
import { type Instant, instantOfSecond } from "#acoustics/time/instant.ts";
import type { Interval } from "#acoustics/time/interval.ts";
import { scopes } from "#auth/scopes.ts";
import { applySites } from "#ingest/apply-sites.ts";
import { classificationsTable } from "#ingest/import-classifications.ts";
import { samplesTable } from "#ingest/import-samples.ts";
import { InvalidInput } from "#ingest/invalid-input.ts";
import { createApiKey } from "#auth/issue-key.ts";
import { createRowWriter } from "#ingest/row-writer.ts";
import { formatIssue, parseSiteFile, type Site } from "#ingest/site-file.ts";
import { brooklynSite } from "./brooklyn-site.ts";
import type { DemonstrationSite } from "./demonstration-site.ts";
import { demonstrationModel, generateClassifications } from "./generate-classifications.ts";
import { generateSample, sampleSeconds } from "./generate-sample.ts";
import { lisbonSite } from "./lisbon-site.ts";
import { type LoadedRecordings, loadRecordings } from "./load-recordings.ts";

/** What was loaded, and the key that reads it. */
export interface Demonstration extends LoadedDemonstration {
  /** A new key with every scope, allowed for all of the demonstration and nothing else. Secret. */
  readonly key: string;
}

export interface LoadedDemonstration {
  readonly projects: readonly DemonstrationProject[];
  /** From the start of the first sample to the start of the last. */
  readonly range: Interval;
  readonly recordings: LoadedRecordings;
}

export interface DemonstrationProject {
  readonly id: string;
  readonly sensors: readonly string[];
}

export interface DemonstrationOptions {
  readonly now: Date;
  /** Where the recordings are stored. */
  readonly store: AudioStore;
}

const days = 30;

/** The project whose requests are shown first. */
export const firstProjectId = lisbonSite(0 as Instant).project.id;

/** Loads the demonstration site and makes a key for it: the last thing, so that none is left unshown. */
export async function loadDemonstration(
  db: OperatorDatabase,
  options: DemonstrationOptions,
): Promise<Demonstration> {
  const loaded = await loadDemonstrationSite(db, options);
  return { ...loaded, key: await createDemonstrationKey(db, loaded, options.now) };
}

/**
 * Loads the demonstration site, all of it or nothing: two projects and thirty days of generated
 * samples that end at `now`, with what a model would have heard in the louder ones; then recordings of
 * the loudest, which only a store can keep from being there. Loading it again moves it to the new
 * `now`; what is there stays as it is.
 */
export async function loadDemonstrationSite(
  db: OperatorDatabase,
  { now, store }: DemonstrationOptions,
): Promise<LoadedDemonstration> {
  const sites = demonstrationSites(now.getTime() as Instant);
  const projects = sites.map(({ project, sounds }) => ({
    id: project.id,
    sensors: sounds.map(({ sensorId }) => sensorId),
  }));
  const seconds = demonstrationSeconds(now);
  await db.transaction(async (transaction) => {
    await applySites(transaction, sites.map(checkedSite));
    await writeSamples(transaction, sites, seconds);
  });
  // A server has its autovacuum, but the embedded database's VACUUM does it no harm.
  await analyzeSamples(db, "embedded");
  await analyzeClassifications(db, "embedded");
  const keeper = { db, store, clock: () => Date.now() as Instant };
  const recordings = await loadRecordings(keeper, sites, seconds);
  return { projects, range: rangeOf(seconds), recordings };
}

export function demonstrationSites(now: Instant): readonly DemonstrationSite[] {
  return [lisbonSite(now), brooklynSite(now)];
}

/** Starts of the intervals of thirty days that are over at `now`, as whole Unix seconds. */
export function demonstrationSeconds(now: Date): number[] {
  const end = Math.floor(now.getTime() / 1000 / sampleSeconds) * sampleSeconds;
  const count = (days * 24 * 3600) / sampleSeconds;
  return Array.from({ length: count }, (_, index) => end - (count - index) * sampleSeconds);
}

function rangeOf(seconds: readonly number[]): Interval {
  return {
    startAt: instantOfSecond(seconds.at(0) ?? 0),
    endAt: instantOfSecond(seconds.at(-1) ?? 0),
  };
}

function checkedSite({ project }: DemonstrationSite): Site {
  const parsed = parseSiteFile(JSON.stringify({ project }), project.id);
  if (!parsed.ok) throw new InvalidInput(parsed.issues.map(formatIssue));
  return parsed.site;
}

/** In time order across all sensors, as meters send them, with what was heard. */
async function writeSamples(
  db: Queryable,
  sites: readonly DemonstrationSite[],
  seconds: readonly number[],
): Promise<void> {
  const keys = await selectSensorNos(db);
  const meters = sites.flatMap(({ timeZone, sounds }) =>
    sounds.map(({ sensorId, profile }) => ({ timeZone, profile, sensorNo: keys.get(sensorId) })),
  );
  const samples = createRowWriter(db, samplesTable);
  const classifications = createRowWriter(db, classificationsTable);
  for (const second of seconds) {
    for (const { timeZone, profile, sensorNo } of meters) {
      const levels = generateSample(profile, timeZone, second);
      if (levels === null || sensorNo === undefined) continue;
      await samples.write({
        sensorNo,
        second,
        levels,
        collectedLimit: null,
        collectedClassification: null,
      });
      for (const heard of generateClassifications(profile, timeZone, second, levels)) {
        await classifications.write({ sensorNo, second, model: demonstrationModel, ...heard });
      }
    }
  }
  await samples.finish();
  await classifications.finish();
}

/** The text of a new key for what was loaded. It is kept nowhere. */
export async function createDemonstrationKey(
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
