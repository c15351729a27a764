import { Command } from "commander";
import type { Instant } from "../acoustics/time/instant.ts";
import { runAction } from "./program/lazy-action.ts";

export const maintainCommand = new Command("maintain")
  .description("run one round of maintenance, as `acoustic serve` does every few minutes")
  .addHelpText(
    "after",
    `
A round makes partitions for the coming three months, removes what has expired or is past its retention, and makes past months
compact. One process at a time maintains a database: the command waits for a round in progress elsewhere.`,
  )
  .action(() =>
    runAction(async ({ exitCodes, requireConfig, withDatabase }) => {
      const { openAudioStore } = await import("../audio/open-audio-store.ts");
      const { createStoreRecord } = await import("../database/queries/recordings/audio-store.ts");
      const { maintain } = await import("../operator/maintenance/maintain.ts");
      const { describeRound } = await import("../operator/maintenance/describe-round.ts");
      const { audioStore } = requireConfig();
      const report = await withDatabase(async (database) => {
        const { signal } = new AbortController();
        const now = () => Date.now() as Instant;
        const store = await openAudioStore(audioStore, createStoreRecord(database));
        return maintain({ database, store, now, signal, waits: true }).report;
      });
      if (report === null) throw new Error("the round was not run");
      console.log(describeRound(report));
      for (const { work, cause } of report.failures) {
        console.error(
          `Maintenance failed ${work}: ${cause instanceof Error ? cause.message : String(cause)}`,
        );
      }
      const hasFailed =
        report.failures.length > 0 || (report.expired?.storeFailure ?? null) !== null;
      return hasFailed ? exitCodes.unreachable : exitCodes.done;
    }),
  );
