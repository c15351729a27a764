import { spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, openSync, readFileSync } from "node:fs";
import type { Observation } from "./observe.ts";

/** A measured process. It runs under the same Node as this one. */
export interface ObservedProcess {
  /** Resolves to the observations since the previous call, or to null if the process has ended. */
  observe(): Promise<Observation | null>;
  /** Resolves when `find` returns a value for the output so far. Rejects if the process ends first. */
  printed<Found>(find: (text: string) => Found | null): Promise<Found>;
  /** Resolves when the process ends with code 0. Rejects with the end of its log after any other code. */
  readonly ended: Promise<void>;
  stop(): Promise<void>;
}

export interface ProcessOptions {
  /** The script and its arguments. */
  readonly command: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  readonly nodeOptions?: readonly string[];
  /** The file for standard error. With a pipe, this process would have to read it during the measurement. */
  readonly logPath: string;
  /** Kills the process. */
  readonly signal: AbortSignal;
}

export function startProcess({
  command,
  environment,
  nodeOptions = [],
  logPath,
  signal,
}: ProcessOptions): ObservedProcess {
  const log = openSync(logPath, "a");
  const observer = new URL("observe.js", import.meta.url).href;
  const child = spawn(process.execPath, ["--import", observer, ...nodeOptions, ...command], {
    env: { PATH: process.env["PATH"], ...environment },
    stdio: ["ignore", "pipe", log, "ipc"],
    signal,
  });
  closeSync(log);
  let text = "";
  child.stdout?.setEncoding("utf8").on("data", (more: string) => (text += more));
  const ended = new Promise<void>((resolve, reject) => {
    child.on("error", reject);
    child.once("close", (code) => {
      const end = () => readFileSync(logPath, "utf8").slice(-2000);
      if (code === 0) resolve();
      else reject(new Error(`${command.join(" ")} ended with ${code}:\n${end()}`));
    });
  });
  // A caller may ignore this promise: an unhandled rejection would end the benchmark.
  ended.catch(() => undefined);
  const before = ended.then(() => {
    throw new Error(`${command.join(" ")} ended too early`);
  });
  before.catch(() => undefined);

  return {
    ended,
    observe: async () => {
      if (!child.connected) return null;
      const answer = once(child, "message");
      // The process may end before the message is sent.
      child.send("observe", () => undefined);
      const [observation] = await Promise.race([answer, ended.then(() => [null])]);
      return observation as Observation | null;
    },
    printed: async (find) => {
      for (;;) {
        const found = find(text);
        if (found !== null) return found;
        if (child.stdout === null) throw new Error("The standard output is not a pipe");
        await Promise.race([once(child.stdout, "data"), before]);
      }
    },
    stop: async () => {
      child.kill("SIGTERM");
      await ended.catch(() => undefined);
    },
  };
}
