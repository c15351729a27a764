import { spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, openSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import type { OpenDatabase } from "../src/database/client/open-database.ts";
import type { BenchDatabase } from "./bench-database.ts";
import type { Target, TargetRequest } from "./drive.ts";
import { turnsVariable } from "./observe.ts";

/** A server under load: a process under the same Node as this one. It is stopped at the end of its block. */
export interface Server extends AsyncDisposable {
  readonly publicUrl: string;
  /** Empty for the baseline. */
  readonly internalUrl: string;
  readonly pid: number;
}

/** The members of a run that a server needs to start. */
export interface ServedRun {
  /** For logs and other files. */
  readonly folder: string;
  /** Aborts the run. */
  readonly signal: AbortSignal;
  /** The database with the data of the run. */
  readonly benchDatabase: BenchDatabase;
}

/** The program of the built gateway. */
export const gatewayProgram = fileURLToPath(new URL("../../../dist/main.js", import.meta.url));

/** Starts the gateway as an operator does: with its log, and with defaults for all but its addresses and `settings`. */
export function startGateway(
  run: ServedRun,
  settings: Readonly<Record<string, string>> = {},
): Promise<Server> {
  // As `npm start` has them.
  const options = ["--max-semi-space-size=16", "--v8-pool-size=0"];
  if (turnsVariable in settings) {
    options.push("--import", new URL("observe.js", import.meta.url).href);
  }
  return startServer(run, [...options, gatewayProgram, "serve"], ["public", "internal"], {
    ...run.benchDatabase.environment,
    PORT: "0",
    INTERNAL_PORT: "0",
    AUDIO_STORE: join(run.folder, "audio"),
    // Longer than a run, so that no lease expires.
    AUDIO_LEASE_SECONDS: "86400",
    ...settings,
  });
}

export function startBaseline(run: ServedRun, { target, kind }: OpenDatabase): Promise<Server> {
  const program = fileURLToPath(new URL("baseline.js", import.meta.url));
  return startServer(run, [program], ["public"], {
    ...(target.kind === "url" ? { DATABASE_URL: target.url } : { DATABASE_SOCKET: target.path }),
    // As many as the gateway has.
    DATABASE_POOL_MAX: kind === "embedded" ? "4" : "10",
  });
}

/** Requests to the public listener with the benchmark's key. */
export function publicTarget(
  { publicUrl }: Server,
  { key }: { readonly key: string },
  requests: readonly TargetRequest[],
): Target {
  return { url: publicUrl, headers: { "svc-api-key": `Bearer ${key}` }, requests };
}

/** One document to the internal listener, with a key. */
export function internalTarget(
  { internalUrl }: Server,
  key: string,
  document: { readonly query: string; readonly variables?: object },
): Target {
  return {
    url: internalUrl,
    headers: { "svc-api-key": `Bearer ${key}`, "content-type": "application/json" },
    requests: [{ path: "/graphql", body: JSON.stringify(document) }],
  };
}

/** Resolves when the server has printed the addresses of its listeners. Rejects with the end of its log if it ends. */
async function startServer(
  { folder, signal }: ServedRun,
  command: readonly string[],
  listeners: readonly string[],
  environment: Readonly<Record<string, string>>,
): Promise<Server> {
  // Not a pipe, which this process would have to read during the measurement.
  const logPath = join(folder, `${listeners.length}.log`);
  const log = openSync(logPath, "a");
  const child = spawn(process.execPath, command, {
    env: { PATH: process.env["PATH"], ...environment },
    stdio: ["ignore", "pipe", log],
    signal,
  });
  closeSync(log);
  // An error of the benchmark leaves no server behind.
  const kill = () => child.kill("SIGTERM");
  process.once("exit", kill);
  const { stdout, pid = NaN } = child;
  if (stdout === null) throw new Error("the standard output is no pipe");
  // It ends with an error if the run is aborted.
  const ended = once(child, "close").catch(() => undefined);
  const urls = new Map<string, string>();
  for await (const line of createInterface(stdout)) {
    const [listener = "", url = ""] = line.split(" ");
    if (url.startsWith("http:")) urls.set(listener, url);
    if (listeners.every((each) => urls.has(each))) break;
  }
  const [publicUrl, internalUrl = ""] = listeners.map((each) => urls.get(each) ?? "");
  if (!publicUrl) {
    throw new Error(`${command.join(" ")} ended:\n${readFileSync(logPath, "utf8").slice(-2000)}`);
  }
  stdout.resume();
  return {
    publicUrl,
    internalUrl,
    pid,
    [Symbol.asyncDispose]: async () => {
      process.off("exit", kill);
      kill();
      await ended;
    },
  };
}

/** The processor time of a server so far in milliseconds, of user and system together. */
export function processorTimeOf({ pid }: Server): number {
  const threads = readdirSync(`/proc/${pid}/task`);
  const timeOf = (thread: string) =>
    Number.parseInt(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, "utf8"), 10);
  return threads.reduce((sum, thread) => sum + timeOf(thread), 0) / 1e6;
}

/** The resident memory of a server in megabytes, and the highest since it began. */
export function memoryOf({ pid }: Server): { readonly now: number; readonly peak: number } {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  const megabytes = (name: string) =>
    Number(new RegExp(`^${name}:\\s*([0-9]+) kB$`, "m").exec(status)?.[1]) / 1024;
  return { now: megabytes("VmRSS"), peak: megabytes("VmHWM") };
}
