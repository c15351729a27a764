import { createFolderStore } from "#audio/folder-store.ts";
import { describeDemonstration } from "#demo/describe-demonstration.ts";
import { loadDemonstration } from "#demo/load-demonstration.ts";
import { type ExitCode, exitCodes, requireConfig, withDatabase } from "./run-command.ts";

/** Loads the demonstration site and says what to try with it. */
export async function demo(): Promise<ExitCode> {
  const { public: endpoint, audioStore } = requireConfig();
  const store = createFolderStore(audioStore);
  const demonstration = await withDatabase(({ db }) =>
    loadDemonstration(db, { now: new Date(), store }),
  );
  console.log(describeDemonstration(demonstration, `http://${endpoint.host}:${endpoint.port}`));
  return exitCodes.done;
}
