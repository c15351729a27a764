import { type ExitCode, exitCodes, withDatabase } from "./run-command.ts";

/** Applies the migrations that the database lacks, as every command does first that needs them. */
export function migrate(): Promise<ExitCode> {
  return withDatabase(async ({ kind }) => {
    console.log(
      `The ${kind === "embedded" ? "embedded " : ""}database is up to date: it has every migration.`,
    );
    return exitCodes.done;
  });
}
