import { Command } from "commander";
import { runAction } from "./lazy-action.ts";

export const migrateCommand = new Command("migrate")
  .description("apply the migrations that the database lacks")
  .action(() =>
    runAction(({ exitCodes, withDatabase }) =>
      // `withDatabase` applies them, as it does before every command.
      withDatabase(async ({ kind }) => {
        console.log(
          `The ${kind === "embedded" ? "embedded " : ""}database is up to date: it has every migration.`,
        );
        return exitCodes.done;
      }),
    ),
  );
