import { spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, openSync, readFileSync } from "node:fs";
import type { Observation } from "./observe.ts";

/** A process that is measured. It runs under the Node of this one. */
export interface ObservedProcess {
  /** What it observed since it was last asked; null where it has ended. */
  observe(): Promise<Observation | null>;
  /** Resolves once `isThere` finds what it looks for in what was printed so far. Rejects where the process ends. */
  printed<Found>(isThere: (text: string) => Found | null): Promise<Found>;
  /** All that it has printed so far. */
  output(): string;
  /** Resolves once it has ended. Rejects, with the end of its log, where it ended with another code than 0. */
  readonly ended: Promise<void>;
  stop(): Promise<void>;
}

export interface ProcessOptions {
  /** The script and its arguments. */
  readonly command: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  /** Takes standard error: a file, as in earnest, and not a pipe that this process would have to empty. */
  readonly logPath: string;
  /** Kills it. */
  readonly signal: AbortSignal;
}

export function startProcess({
  command,
  environment,
  logPath,
  signal,
}: ProcessOptions): ObservedProcess {
  const log = openSync(logPath, "a");
  const observer = new URL("observe.js", import.meta.url).href;
  const child = spawn(process.execPath, ["--import", observer, ...command], {
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
  // Whoever waits for it is told; nobody has to.
  ended.catch(() => undefined);
  const before = ended.then(() => {
    throw new Error(`${command.join(" ")} ended too soon`);
  });
  before.catch(() => undefined);

  return {
    ended,
    output: () => text,
    observe: async () => {
      if (!child.connected) return null;
      const answer = once(child, "message");
      // It may end in between.
      child.send("observe", () => undefined);
      const [observation] = await Promise.race([answer, ended.then(() => [null])]);
      return observation as Observation | null;
    },
    printed: async (isThere) => {
      for (;;) {
        const found = isThere(text);
        if (found !== null) return found;
        if (child.stdout === null) throw new Error("What it prints is not read");
        await Promise.race([once(child.stdout, "data"), before]);
      }
    },
    stop: async () => {
      child.kill("SIGTERM");
      await ended.catch(() => undefined);
    },
  };
}
