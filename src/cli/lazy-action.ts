import { InvalidArgumentError } from "commander";
import type * as runner from "./run-command.ts";

type Runner = typeof runner;

/**
 * Runs the action of a command to its exit code. The action imports what it needs itself: help and
 * wrong usage are answered without loading the database's code.
 */
export async function runAction(
  action: (runner: Runner) => Promise<runner.ExitCode>,
): Promise<void> {
  const loaded = await import("./run-command.ts");
  await loaded.runCommand(() => action(loaded));
}

export interface JsonOption {
  readonly json?: boolean;
}

export const onceMessage = "It can be given once only.";

/** For options that have one value. */
export function once(value: string, earlier: string | undefined): string {
  if (earlier === undefined) return value;
  throw new InvalidArgumentError(onceMessage);
}

/** For an option that has one value and a default, whose value would hide a repetition. */
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
