import { millisecondsOfDay } from "../../acoustics/time/calendar-day.ts";
import {
  compactPartition,
  hasTransactionOpenFor,
  selectIndexBytes,
  selectUncompactPartitions,
} from "../../database/queries/maintenance/compact-partitions.ts";
import type { Round } from "./round.ts";

/** Makes the months that have passed compact. Returns the names of their partitions. */
export async function compactPast({ db, kind, now, signal }: Round): Promise<string[]> {
  const compacted: string[] = [];
  let failure: unknown = null;
  for (const partition of await selectUncompactPartitions(db, now, millisecondsOfDay / 2)) {
    if (signal.aborted) break;
    const bytes = await selectIndexBytes(db, partition.name);
    if (bytes > greatestBytes[kind]) continue;
    // Building the index would wait for its end, and the next rounds with it. One that is open for long is told.
    if (await hasTransactionOpenFor(db, 1)) {
      if (!(await hasTransactionOpenFor(db, 60))) break;
      throw new Error("another session, such as a backup, has a transaction open for a minute");
    }
    try {
      await compactPartition(db, kind, partition, now);
      compacted.push(partition.name);
    } catch (error) {
      // One month that is too large for the disk does not keep the others.
      failure = error;
    }
  }
  if (failure !== null) throw failure;
  return compacted;
}

/** The embedded database answers nobody while it builds an index; 32 MB take it about a second. */
const greatestBytes = { postgres: Infinity, embedded: 32 * 2 ** 20 };
