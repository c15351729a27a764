import { Command } from "commander";
import type { Instant } from "../acoustics/time/instant.ts";
import type { RoundReport } from "../operator/maintenance/run-round.ts";
import { messageOf } from "../system/error-code.ts";
import { runAction } from "./program/options.ts";

export const maintainCommand = new Command("maintain")
  .description("run one round of maintenance, as `acoustic serve` does every few minutes")
  .addHelpText(
    "after",
    `
A round creates partitions for the coming three months, removes what has expired or is past its retention, and compacts past
months. One process at a time maintains a database: the command waits for a round in progress elsewhere.`,
  )
  .action(() =>
    runAction(async ({ exitCodes, requireConfig, withDatabase }) => {
      const { openAudioStore } = await import("../audio/open-audio-store.ts");
      const { createStoreRecord } = await import("../database/queries/recordings/audio-store.ts");
      const { maintain } = await import("../operator/maintenance/maintain.ts");
      const { neverAborted } = await import("../system/never-aborted.ts");
      const { audioStore } = requireConfig();
      const report = await withDatabase(async (database) => {
        const now = () => Date.now() as Instant;
        const store = await openAudioStore(audioStore, createStoreRecord(database));
        return maintain({ database, store, now, signal: neverAborted, waits: true }).report;
      });
      if (report === null) throw new Error("the round was not run");
      console.log(describeRound(report));
      for (const { work, cause } of report.failures) {
        console.error(`Maintenance failed ${work}: ${messageOf(cause)}`);
      }
      const hasFailed =
        report.failures.length > 0 || (report.expired?.storeFailure ?? null) !== null;
      return hasFailed ? exitCodes.unreachable : exitCodes.done;
    }),
  );

/** Describes a round of maintenance for the operator. */
function describeRound({ expired, past, compacted }: RoundReport): string {
  const count = (value: number) => value.toLocaleString("en");
  const recordings = (expired?.recordings ?? 0) + (past?.recordings ?? 0);
  const lines = [
    `Removed: ${count(past?.samples ?? 0)} samples, ${count(recordings)} recordings, ` +
      `${count(expired?.leases ?? 0)} leases, ${count(expired?.objects ?? 0)} objects of the audio store.`,
    `Partitions dropped: ${listOf(past?.dropped ?? [])}`,
    `Compacted partitions: ${listOf(compacted)}`,
  ];
  const failure = expired?.storeFailure ?? null;
  if (failure !== null) lines.push(`Objects that could not be removed: ${failure.message}`);
  return lines.join("\n");
}

function listOf(names: readonly string[]): string {
  return names.length === 0 ? "none" : names.join(", ");
}
