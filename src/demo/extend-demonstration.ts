import { levelAt } from "../acoustics/aggregates/sample-columns.ts";
import type { ContractPeriod } from "../acoustics/time/contract-period.ts";
import type { Instant } from "../acoustics/time/instant.ts";
import type { Queryable } from "../database/client/pool.ts";
import type { OpenDatabase } from "../database/client/open-database.ts";
import { jobSession } from "../database/client/statement.ts";
import { everything } from "../database/queries/keys/grants.ts";
import { createSampleReader } from "../database/queries/samples/sample-columns.ts";
import { selectFigures } from "../database/queries/samples/sensor-figures.ts";
import { lockSites, selectSite, type SiteVersion } from "../database/queries/sites/sites.ts";
import { applySites } from "../ingest/site/apply-sites.ts";
import { planSite } from "../ingest/site/plan-site.ts";
import type { Site } from "../ingest/site/site-file.ts";
import {
  millisecondsOfWeek,
  projectIds,
  readRows,
  readSite,
  secondsBefore,
  weekOfLoading,
} from "./demonstration-data.ts";
import { writeRows } from "./load-demonstration.ts";

/* Samples are generated only in the embedded database, for projects and newest samples that equal the files. */

/**
 * Extends the demonstration to `now`: each sensor except the silent one gets the samples since its newest one, at most
 * those of thirty days, and the contract is extended. Returns the number of added samples.
 */
export async function extendDemonstration(
  database: Pick<OpenDatabase, "db" | "kind" | "sessionFor">,
  now: Instant,
  signal: AbortSignal,
): Promise<number> {
  if (database.kind !== "embedded") return 0;
  let added = 0;
  for (const projectId of projectIds) {
    const stored = await selectSite(database.db, projectId);
    const found = stored === null ? null : await recognize(projectId, stored);
    if (stored === null || found === null) continue;
    const newest = await newestSeconds(database, stored, found, now, signal);
    added += await addRows(database, found, newest, now, signal);
    await extendContract(database, found, now);
  }
  return added;
}

/** A stored project of the demonstration, and the instant at which it was loaded. */
interface Found {
  readonly site: Site;
  readonly contract: ContractPeriod;
  readonly loadedAt: Instant;
}

/** Null for a project that differs from the files in more than the extended end of its contract. */
async function recognize(projectId: string, stored: SiteVersion): Promise<Found | null> {
  const { contract: storedContract } = stored.site;
  if (storedContract === null) return null;
  const { startAt, endAt } = storedContract;
  const loadedAt = await weekOfLoading(projectId, startAt);
  const loaded = await readSite(projectId, loadedAt);
  const extended = endAt - (loaded.contract?.endAt ?? Infinity);
  const weeks = Math.round(extended / millisecondsOfWeek);
  if (weeks < 0 || Math.abs(extended - weeks * millisecondsOfWeek) > longestClockChange)
    return null;
  const contract = { startAt, endAt } as ContractPeriod;
  const site = { ...loaded, contract };
  const { changed, notListed } = planSite(site, stored);
  const isSame = changed.length === 0 && notListed.length === 0;
  return isSame ? { site, contract, loadedAt } : null;
}

const longestClockChange = 3_600_000;

/** The newest sample of each sensor that is extended, Unix seconds. */
async function newestSeconds(
  { sessionFor }: Pick<OpenDatabase, "sessionFor">,
  { projectNo }: SiteVersion,
  { site, loadedAt }: Found,
  now: Instant,
  signal: AbortSignal,
): Promise<Map<string, number>> {
  const session = sessionFor({ ...jobSession, signal });
  const reader = createSampleReader(session, everything);
  const sensors = (await selectFigures(session, now)).sensors.flatMap(({ newest, ...sensor }) =>
    sensor.project.projectNo === projectNo && sensor.id !== silentSensor && newest !== null
      ? [{ ...sensor, newest }]
      : [],
  );
  const expected = await readRows(
    [site],
    sensors.map(({ newest }) => newest),
    loadedAt,
  );
  const found = new Map<string, number>();
  for (const { id, sensorNo, newest } of sensors) {
    const sample = expected.samples.find((row) => row.sensorId === id && row.second === newest);
    const seconds = { first: newest, last: newest };
    const { levels } = await reader.read({ sensorNo, seconds, levels: ["LAeq"], atMost: 1 });
    const level = levelAt(levels.LAeq, 0);
    if (sample !== undefined && (sample.levels.LAeq ?? null) === level) found.set(id, newest);
  }
  return found;
}

const silentSensor = "demo-brooklyn-roof";

/** Adds one day in each transaction, so that no request waits for long. */
async function addRows(
  { db }: Pick<OpenDatabase, "db">,
  { site, loadedAt }: Found,
  newest: ReadonlyMap<string, number>,
  now: Instant,
  signal: AbortSignal,
): Promise<number> {
  const first = Math.min(...newest.values());
  const missing = secondsBefore(now).filter((second) => second > first);
  let added = 0;
  for (let start = 0; start < missing.length && !signal.aborted; start += secondsAtOnce) {
    const rows = await readRows([site], missing.slice(start, start + secondsAtOnce), loadedAt);
    const isNew = (row: { readonly sensorId: string; readonly second: number }) =>
      row.second > (newest.get(row.sensorId) ?? Infinity);
    const samples = rows.samples.filter(isNew);
    const classifications = rows.classifications.filter(isNew);
    const isWritten = await whileRecognized(db, site.id, async (transaction) => {
      await writeRows(transaction, { samples, classifications });
    });
    if (!isWritten) break;
    added += samples.length;
  }
  return added;
}

const secondsAtOnce = 288;

/** Extends the contract to the end of a demonstration that is loaded now. */
async function extendContract(
  { db }: Pick<OpenDatabase, "db">,
  { site, contract }: Found,
  now: Instant,
): Promise<void> {
  const { contract: current } = await readSite(site.id, now);
  if (current === null || current.endAt <= contract.endAt) return;
  const extended = { ...contract, endAt: current.endAt };
  await whileRecognized(db, site.id, async (transaction) => {
    await applySites(transaction, [{ ...site, contract: extended }]);
  });
}

/** Works in a transaction, unless an operator has changed or removed the project. Returns false then. */
function whileRecognized(
  db: OpenDatabase["db"],
  projectId: string,
  work: (transaction: Queryable) => Promise<void>,
): Promise<boolean> {
  return db.transaction(async (transaction) => {
    await lockSites(transaction);
    const stored = await selectSite(transaction, projectId);
    if (stored === null || (await recognize(projectId, stored)) === null) return false;
    await work(transaction);
    return true;
  });
}
