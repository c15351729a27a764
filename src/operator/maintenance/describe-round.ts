import type { RoundReport } from "./run-round.ts";

/** Describes a round of maintenance for the operator. */
export function describeRound({ expired, past, compacted }: RoundReport): string {
  const count = (value: number) => value.toLocaleString("en");
  const recordings = (expired?.recordings ?? 0) + (past?.recordings ?? 0);
  const lines = [
    `Removed: ${count(past?.samples ?? 0)} samples, ${count(recordings)} recordings, ` +
      `${count(expired?.leases ?? 0)} leases, ${count(expired?.objects ?? 0)} objects of the audio store.`,
    `Partitions dropped: ${listOf(past?.dropped ?? [])}`,
    `Partitions made compact: ${listOf(compacted)}`,
  ];
  const failure = expired?.storeFailure ?? null;
  if (failure !== null) lines.push(`Objects that could not be removed: ${failure.message}`);
  return lines.join("\n");
}

function listOf(names: readonly string[]): string {
  return names.length === 0 ? "none" : names.join(", ");
}
