import { Command } from "commander";
import { runAction } from "./program/options.ts";

export const migrateCommand = new Command("migrate")
  .description(
    "apply the migrations that the database lacks, and distribute its tables where it has Citus",
  )
  .action(() =>
    runAction(({ withDatabase }) =>
      withDatabase(async ({ kind }, { bySensor, everywhere }) => {
        if (bySensor.length > 0) console.log(`Distributed by sensor: ${bySensor.join(", ")}.`);
        if (everywhere.length > 0) console.log(`Copied to every node: ${everywhere.join(", ")}.`);
        console.log(
          `The ${kind === "embedded" ? "embedded " : ""}database is up to date: it has every migration.`,
        );
      }, "migrate"),
    ),
  );
