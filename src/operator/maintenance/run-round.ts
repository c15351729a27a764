import { addMonths, monthOfSecond } from "../../acoustics/time/calendar-month.ts";
import type { AudioStore } from "../../audio/audio-store.ts";
import { ensureSamplePartitions } from "../../database/queries/maintenance/sample-partitions.ts";
import { compactPast } from "./compact-past.ts";
import { type RemovedCounts, removeExpired } from "./remove-expired.ts";
import { type RemovedPast, removePast } from "./remove-past.ts";
import type { Round } from "./round.ts";

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
