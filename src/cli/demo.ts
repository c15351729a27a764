import { addressToTry } from "#demo/address-to-try.ts";
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
  const { host, port } = endpoint;
  console.log(describeDemonstration(demonstration, port === 0 ? null : addressToTry(host, port)));
  return exitCodes.done;
}
