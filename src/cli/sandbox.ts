import { once as onceEmitted } from "node:events";
import { createInterface, type Interface } from "node:readline";
import { Command, InvalidArgumentError } from "commander";
import { type JsonOption, once, parseOnce, runAction } from "./program/options.ts";
import { messageOf } from "../system/error-code.ts";
import type { Sandbox } from "../sandbox/sandbox.ts";

interface SandboxCommandOptions extends JsonOption {
  readonly now?: string;
  readonly seed?: number;
  readonly port?: number;
  readonly internalPort?: number;
  readonly tick: boolean;
}

export const sandboxCommand = new Command("sandbox")
  .description(
    "serve made-up data from memory, with a key for each answer, for tests of other programs",
  )
  .option(
    "--now <time>",
    "the instant of the clock, which stands still (default: 2026-01-14T12:00:00Z)",
    once,
  )
  .option(
    "--seed <number>",
    "keys, leases and levels follow from it (default: 1)",
    parseOnce(number),
  )
  .option(
    "--port <number>",
    "the port of the public listener (default: any free one)",
    parseOnce(number),
  )
  .option(
    "--internal-port <number>",
    "the port of the internal listener (default: any free one)",
    parseOnce(number),
  )
  .option(
    "--tick",
    "each line of standard input moves the clock on, by that many seconds; reset: all begins again",
    false,
  )
  .option(
    "--json",
    "print { baseUrl, publicUrl, internalUrl, now, range, keys, projects, sensors, audio } on one line",
  )
  .addHelpText(
    "after",
    `
It ends at SIGTERM or SIGINT, and leaves no file. Two with the same options answer alike, request ids aside.

Example:
  acoustic sandbox --now 2026-03-29T00:30:00Z --seed 7 --json`,
  )
  .action(({ json = false, tick, ...options }: SandboxCommandOptions) =>
    runAction(async () => {
      const { startSandbox } = await import("../sandbox/start-sandbox.ts");
      const { describeSandbox } = await import("./text/describe-sandbox.ts");
      const stopSignal = Promise.race([
        onceEmitted(process, "SIGTERM"),
        onceEmitted(process, "SIGINT"),
      ]);
      const sandbox = await startSandbox(options);
      console.log(json ? JSON.stringify(sandbox) : describeSandbox(sandbox));
      const clock = tick ? obeyLines(sandbox, json) : null;
      await stopSignal;
      clock?.close();
      await sandbox.stop();
    }),
  );

function number(text: string): number {
  if (/^[0-9]{1,10}$/.test(text)) return Number(text);
  throw new InvalidArgumentError("It must be a whole number, 0 or more.");
}

/** Moves the clock by the seconds on each line of standard input, or resets it, and answers each with a line. */
function obeyLines(sandbox: Sandbox, json: boolean): Interface {
  const lines = createInterface({ input: process.stdin });
  const obey = async (line: string) => {
    if (line === "reset") await sandbox.reset();
    else sandbox.tick(line === "" ? Number.NaN : Number(line));
    console.log(json ? JSON.stringify({ now: sandbox.now }) : `now ${sandbox.now}`);
  };
  // One after another: a reset lasts longer than a line.
  let obeyed = Promise.resolve();
  lines.on("line", (line) => {
    obeyed = obeyed
      .then(() => obey(line.trim()))
      .catch((error: unknown) => console.error(messageOf(error)));
  });
  return lines;
}
