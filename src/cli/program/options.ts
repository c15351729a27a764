import type * as runner from "./run-command.ts";
import { InvalidArgumentError } from "commander";
import { type Instant, parseInstant } from "../../acoustics/time/instant.ts";

export interface JsonOption {
  readonly json?: boolean;
}

const onceMessage = "It can be given once only.";

/** For options that have one value. */
export function once(value: string, earlier: unknown): string {
  if (earlier === undefined) return value;
  throw new InvalidArgumentError(onceMessage);
}

/** For an option with one value and a default, which would hide a repetition. */
export function parseOnce<Value>(parse: (text: string) => Value): (text: string) => Value {
  let isGiven = false;
  return (text) => {
    if (isGiven) throw new InvalidArgumentError(onceMessage);
    isGiven = true;
    return parse(text);
  };
}

/** For options that are repeated, one value each. */
export function collect(value: string, earlier: string[]): string[] {
  return [...earlier, value];
}

/** The help of `--end-at`: both ends are included, so a bare date ends with its first instant. */
export const endOfRange = "end of the range, included; a bare date is its first instant in UTC";

/** For options that have an instant. */
export function instant(text: string, earlier: Instant | undefined): Instant {
  if (earlier !== undefined) throw new InvalidArgumentError(onceMessage);
  const parsed = parseInstant(text);
  if (parsed !== null) return parsed;
  throw new InvalidArgumentError(
    "It must be an instant: YYYY-MM-DD or YYYY-MM-DDTHH:mm[:ss] with Z, an offset or neither.",
  );
}

type Runner = typeof runner;

/**
 * Runs an action to its exit code, or 0. The action imports its modules itself, so that help does not load the
 * database's code.
 */
export async function runAction(
  action: (runner: Runner) => Promise<runner.ExitCode | void>,
): Promise<void> {
  const loaded = await import("./run-command.ts");
  await loaded.runCommand(() => action(loaded));
}
