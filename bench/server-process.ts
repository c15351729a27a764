import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, openSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Observation } from "./observe.ts";

/** A server in a process of its own. */
export interface ServerProcess {
  /** By the word before it in what the server prints: `public`, `internal`. */
  readonly urls: ReadonlyMap<string, string>;
  /** From the start of the process until it answers. */
  readonly startMilliseconds: number;
  /** What it observed since this was last asked. */
  observe(): Promise<Observation>;
  stop(): Promise<void>;
}

export interface ServerOptions {
  /** The script and its arguments. */
  readonly command: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  /** A line is printed for each listener; after so many the server is ready. */
  readonly listeners: number;
  /** Where what it writes to standard error goes: a file, as in earnest, and never a pipe to here. */
  readonly logPath: string;
}

/** Starts a server under this process's own Node. Rejects with the end of its log where it ends first. */
export async function startServer(options: ServerOptions): Promise<ServerProcess> {
  const startedAt = performance.now();
  const log = openSync(options.logPath, "a");
  const child = spawn(
    process.execPath,
    ["--import", new URL("observe.js", import.meta.url).href, ...options.command],
    {
      env: { PATH: process.env["PATH"], ...options.environment },
      stdio: ["ignore", "pipe", log, "ipc"],
    },
  );
  closeSync(log);
  const urls = await readAddresses(child, options);
  return {
    urls,
    startMilliseconds: performance.now() - startedAt,
    observe: async () => {
      const ended = new AbortController();
      const endSoon = () => ended.abort(new Error(`${options.command.join(" ")} ended`));
      child.once("exit", endSoon);
      child.send("observe");
      const { signal } = ended;
      const [observation] = (await once(child, "message", { signal })) as [Observation];
      child.off("exit", endSoon);
      return observation;
    },
    stop: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, "exit");
      child.kill("SIGTERM");
      await ended;
    },
  };
}

/** The built gateway's program. */
export const gatewayProgram = fileURLToPath(new URL("../../dist/main.js", import.meta.url));

/** The floor's program. */
export const floorProgram = fileURLToPath(new URL("floor.js", import.meta.url));

function readAddresses(
  child: ChildProcess,
  { command, listeners, logPath }: ServerOptions,
): Promise<Map<string, string>> {
  return new Promise((resolve, reject) => {
    const urls = new Map<string, string>();
    let printed = "";
    child.stdout?.setEncoding("utf8").on("data", (text: string) => {
      printed += text;
      for (const [, name = "", url = ""] of printed.matchAll(/^(\w+) (http:\S+)$/gm))
        urls.set(name, url);
      if (urls.size >= listeners) resolve(urls);
    });
    child.once("error", reject);
    child.once("exit", (code) => {
      const end = readFileSync(logPath, "utf8").slice(-2000);
      reject(new Error(`${command.join(" ")} ended with ${code}: ${end}`));
    });
  });
}
