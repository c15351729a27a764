import { runProgram } from "../../src/cli/program/run-program.ts";
import type { Run } from "./command.ts";

/** Commands that write to the descriptors of the process or wait for its signals, and those that fill its memory. */
const ofAProcess = new Set(["backup", "recordings", "restore", "sandbox", "serve", "watch"]);

/** Variables that the runtime reads at its start. */
const ofTheRuntime = ["NODE_OPTIONS", "NODE_V8_COVERAGE", "TZ"];

export function needsProcess(args: readonly string[], env: Readonly<Record<string, string>>) {
  return ofAProcess.has(args[0] ?? "") || ofTheRuntime.some((name) => name in env);
}

let isRunning = false;

/**
 * Runs a command in this process, which needs a tenth of the time of a process of its own: in its environment and with
 * its output, which are those of the process. So there is one at a time.
 */
export async function runInProcess(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<Run> {
  if (isRunning) throw new Error("two commands at a time need processes of their own");
  isRunning = true;
  const { env: before, exitCode } = process;
  process.env = { PATH: before["PATH"], ...env };
  process.exitCode = undefined;
  const stdout = capture(process.stdout);
  const stderr = capture(process.stderr);
  try {
    await runProgram(args);
    return { code: exitCodeNow(), stdout: stdout.text(), stderr: stderr.text() };
  } finally {
    stdout.end();
    stderr.end();
    process.env = before;
    process.exitCode = exitCode;
    isRunning = false;
  }
}

function exitCodeNow(): number {
  return Number(process.exitCode ?? 0);
}

/** Keeps what is written to a stream, which is no terminal meanwhile. */
function capture(stream: NodeJS.WriteStream) {
  const { isTTY } = stream;
  const chunks: Buffer[] = [];
  const listening = new Set(stream.eventNames().flatMap((name) => stream.rawListeners(name)));
  stream.isTTY = false;
  // The runner of the tests has a `write` of its own here, too.
  const { write } = stream;
  stream.write = (chunk: string | Uint8Array, ...rest: unknown[]) => {
    chunks.push(Buffer.from(chunk as Uint8Array));
    const written = rest.at(-1);
    if (typeof written === "function") process.nextTick(written);
    return true;
  };
  return {
    text: () => Buffer.concat(chunks).toString(),
    end: () => {
      stream.isTTY = isTTY;
      stream.write = write;
      // A process would end with those of its command.
      for (const name of stream.eventNames()) {
        for (const listener of stream.rawListeners(name)) {
          if (!listening.has(listener)) stream.off(name, listener as () => void);
        }
      }
    },
  };
}
