import { addMonths, monthOfSecond } from "../../acoustics/time/calendar-month.ts";
import type { AudioStore } from "../../audio/audio-store.ts";
import { ensureSamplePartitions } from "../../database/queries/maintenance/sample-partitions.ts";
import { type RemovedCounts, removeExpired } from "./remove-expired.ts";
import { type RemovedPast, removePast } from "./remove-past.ts";
import type { Round } from "./round.ts";
import { millisecondsOfDay } from "../../acoustics/time/calendar-day.ts";
import {
  compactPartition,
  hasTransactionOpenFor,
  selectIndexBytes,
  selectUncompactPartitions,
} from "../../database/queries/maintenance/compact-partitions.ts";

/** The result of a round of maintenance. */
export interface RoundReport {
  readonly expired: RemovedCounts | null;
  readonly past: RemovedPast | null;
  /** Names of the partitions whose index was rebuilt. */
  readonly compacted: readonly string[];
  /** Failed works with their causes. The other works still run, and the next round tries again. */
  readonly failures: readonly { readonly work: string; readonly cause: unknown }[];
}

/** Runs the works of a round one after another. */
export async function runRound(round: Round, store: AudioStore): Promise<RoundReport> {
  const failures: { work: string; cause: unknown }[] = [];
  const attempt = async <Result>(work: string, run: () => Promise<Result>) => {
    if (round.signal.aborted) return null;
    try {
      return await run();
    } catch (cause) {
      failures.push({ work, cause });
      return null;
    }
  };
  const month = monthOfSecond(round.now / 1000);
  await attempt("to create partitions for the coming months", () =>
    ensureSamplePartitions(
      round.db,
      [0, 1, 2, 3].map((count) => addMonths(month, count)),
    ),
  );
  const expired = await attempt("to remove what has expired", () => removeExpired(round, store));
  const past = await attempt("to remove what is past its retention", () => removePast(round));
  const compacted = await attempt("to compact past months", () => compactPast(round));
  return { expired, past, compacted: compacted ?? [], failures };
}

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
