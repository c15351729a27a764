import { millisecondsOfDay } from "../../acoustics/time/calendar-day.ts";
import {
  compactPartition,
  hasTransactionOpenFor,
  selectIndexBytes,
  selectUncompactPartitions,
} from "../../database/queries/maintenance/compact-partitions.ts";
import type { Round } from "./round.ts";

/** Rebuilds the indexes of past months. Returns the names of their partitions. */
export async function compactPast({ db, kind, now, signal }: Round): Promise<string[]> {
  const compacted: string[] = [];
  let failure: unknown = null;
  for (const partition of await selectUncompactPartitions(db, now, millisecondsOfDay / 2)) {
    if (signal.aborted) break;
    const bytes = await selectIndexBytes(db, partition.name);
    if (bytes > greatestBytes[kind]) continue;
    // Building the index would wait for an open transaction, and block the next rounds. A long one is reported.
    if (await hasTransactionOpenFor(db, 1)) {
      if (!(await hasTransactionOpenFor(db, 60))) break;
      throw new Error("another session, such as a backup, has a transaction open for a minute");
    }
    try {
      await compactPartition(db, kind, partition, now);
      compacted.push(partition.name);
    } catch (error) {
      // The other months may fit on the disk.
      failure = error;
    }
  }
  if (failure !== null) throw failure;
  return compacted;
}

/** The embedded database answers no request while it builds an index. An index of 32 MB needs about a second. */
const greatestBytes = { postgres: Infinity, embedded: 32 * 2 ** 20 };
