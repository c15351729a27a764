import { describeDemonstration } from "#demo/describe-demonstration.ts";
import { loadDemonstration } from "#demo/load-demonstration.ts";
import { type ExitCode, exitCodes, requireConfig, withDatabase } from "./run-command.ts";

/** Loads the demonstration site and says what to try with it. */
export async function demo(): Promise<ExitCode> {
  const { host, port } = requireConfig().public;
  const demonstration = await withDatabase(({ db }) => loadDemonstration(db, { now: new Date() }));
  console.log(describeDemonstration(demonstration, `http://${host}:${port}`));
  return exitCodes.done;
}
