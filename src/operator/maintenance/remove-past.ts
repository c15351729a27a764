import type { Instant } from "../../acoustics/time/instant.ts";
import { endOfPast } from "../../acoustics/time/retention.ts";
import { hasSqlState, lockNotAvailable, queryCanceled } from "../../database/client/sql-state.ts";
import {
  deleteOldRecordings,
  deleteOldSamples,
  type ProjectRetention,
  selectRetentions,
} from "../../database/queries/maintenance/retention.ts";
import {
  dropSamplePartition,
  isPartitionEmpty,
  isPartitionInUse,
  type SamplePartition,
  selectSamplePartitions,
  vacuumPartition,
} from "../../database/queries/maintenance/sample-partitions.ts";
import { inBatches, type Round } from "./round.ts";

/** The rows and partitions that the retention of projects has removed. */
export interface RemovedPast {
  /** Recordings and samples that were deleted one by one. */
  readonly recordings: number;
  readonly samples: number;
  /** Names of partitions of samples that were dropped. */
  readonly dropped: readonly string[];
}

/**
 * Removes telemetry past its retention. A month that is past for every project is dropped, at the same cost for any
 * number of samples. The rest is deleted sensor by sensor, and months without samples are dropped.
 */
export async function removePast(round: Round): Promise<RemovedPast> {
  const { db, now, signal } = round;
  const retentions = await selectRetentions(db);
  const dropped = await dropPartitions(round, wholePast(retentions, now));
  let [recordings, samples] = [0, 0];
  for (const retention of retentions) {
    for (const sensorNo of retention.sensorNos) {
      if (signal.aborted) break;
      if (retention.recordings !== null) {
        const end = endOfPast(retention.recordings, now);
        recordings += await inBatches(round, (most) =>
          deleteOldRecordings(db, sensorNo, { end, now }, most),
        );
      }
      if (retention.samples !== null) {
        const end = endOfPast(retention.samples, now);
        let after: Instant | null = null;
        samples += await inBatches(round, async (most) => {
          const { count, last } = await deleteOldSamples(db, sensorNo, { after, end }, most);
          after = last ?? after;
          return count;
        });
      }
    }
  }
  return { recordings, samples, dropped: [...dropped, ...(await dropEmpty(round))] };
}

/** The instant before which no project keeps samples; null if a project keeps them without end. */
function wholePast(retentions: readonly ProjectRetention[], now: Instant): Instant | null {
  let end: Instant | null = null;
  for (const { samples } of retentions) {
    if (samples === null) return null;
    const endOfProject = endOfPast(samples, now);
    if (end === null || endOfProject < end) end = endOfProject;
  }
  return end;
}

async function dropPartitions({ db, signal }: Round, end: Instant | null): Promise<string[]> {
  const dropped: string[] = [];
  if (end === null) return dropped;
  for (const partition of await selectSamplePartitions(db)) {
    // Partitions are dropped in order of time.
    if (signal.aborted || partition.end * 1000 > end) break;
    if (!(await tryDrop(db, partition, { onlyEmpty: false }))) break;
    dropped.push(partition.name);
  }
  return dropped;
}

async function dropEmpty({ db, now, signal }: Round): Promise<string[]> {
  const dropped: string[] = [];
  for (const partition of await selectSamplePartitions(db)) {
    if (signal.aborted || partition.end * 1000 > now) break;
    if (!(await isPartitionEmpty(db, partition.name))) continue;
    if (await isPartitionInUse(db, partition.name)) continue;
    await vacuumPartition(db, partition.name);
    // A statement locks the table. The next round tries again, with all partitions.
    if (!(await tryDrop(db, partition, { onlyEmpty: true }))) break;
    dropped.push(partition.name);
  }
  return dropped;
}

/** Returns false if readers or writers lock the table. */
async function tryDrop(
  db: Round["db"],
  partition: SamplePartition,
  options: { readonly onlyEmpty: boolean },
): Promise<boolean> {
  try {
    return await dropSamplePartition(db, partition, options);
  } catch (error) {
    if (hasSqlState(error, lockNotAvailable) || hasSqlState(error, queryCanceled)) return false;
    throw error;
  }
}
