import type * as runner from "./run-command.ts";

type Runner = typeof runner;

/**
 * Runs the action of a command to its exit code. The action imports its modules itself, so help and wrong usage do not
 * load the code of the database.
 */
export async function runAction(
  action: (runner: Runner) => Promise<runner.ExitCode>,
): Promise<void> {
  const loaded = await import("./run-command.ts");
  await loaded.runCommand(() => action(loaded));
}
