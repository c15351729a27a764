import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { OpenDatabase } from "../src/database/client/open-database.ts";
import type { BenchDatabase } from "./bench-database.ts";
import type { Target, TargetRequest } from "./drive.ts";
import { type ObservedProcess, type ProcessOptions, startProcess } from "./observed-process.ts";

/** A server under load. */
export interface Server extends ObservedProcess {
  readonly publicUrl: string;
  /** Null for the baseline. */
  readonly internalUrl: string | null;
}

/** The members of a run that a server needs to start. */
export interface ServedRun {
  /** The folder of the run, for logs and other files. */
  readonly folder: string;
  /** Aborts the run. */
  readonly signal: AbortSignal;
  readonly benchDatabase: BenchDatabase;
}

/** The program of the built gateway. */
export const gatewayProgram = fileURLToPath(new URL("../../../dist/main.js", import.meta.url));
const baselineProgram = fileURLToPath(new URL("baseline.js", import.meta.url));

/** Starts the gateway as an operator does: with its log, and with defaults for all but its addresses and `settings`. */
export function startGateway(
  run: ServedRun,
  settings: Readonly<Record<string, string>> = {},
): Promise<Server> {
  return startServer(run, "gateway", {
    // As `npm start` has them.
    nodeOptions: ["--max-semi-space-size=16", "--v8-pool-size=0"],
    command: [gatewayProgram, "serve"],
    environment: {
      ...run.benchDatabase.environment,
      PORT: "0",
      INTERNAL_PORT: "0",
      AUDIO_STORE: join(run.folder, "audio"),
      // Longer than a run, so that no lease expires.
      AUDIO_LEASE_SECONDS: "86400",
      ...settings,
    },
  });
}

export function startBaseline(run: ServedRun, { target }: OpenDatabase): Promise<Server> {
  return startServer(run, "baseline", {
    command: [baselineProgram],
    environment: {
      ...(target.kind === "url" ? { DATABASE_URL: target.url } : { DATABASE_SOCKET: target.path }),
      DATABASE_POOL_MAX: String(run.benchDatabase.poolMax),
    },
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
  document: { readonly query: string; readonly variables?: Readonly<Record<string, unknown>> },
): Target {
  return {
    url: internalUrl ?? "",
    headers: { "svc-api-key": `Bearer ${key}`, "content-type": "application/json" },
    requests: [{ path: "/graphql", body: JSON.stringify(document) }],
  };
}

/** Calls `use` with the started servers, and stops them afterwards, also after an error. */
export async function using<Starting extends readonly Promise<Server>[], Result>(
  starting: readonly [...Starting],
  use: (servers: { -readonly [Index in keyof Starting]: Server }) => Promise<Result>,
): Promise<Result> {
  try {
    return await use(await Promise.all(starting));
  } finally {
    for (const start of await Promise.allSettled(starting)) {
      if (start.status === "fulfilled") await start.value.stop();
    }
  }
}

async function startServer(
  { folder, signal }: ServedRun,
  name: "gateway" | "baseline",
  options: Pick<ProcessOptions, "command" | "environment" | "nodeOptions">,
): Promise<Server> {
  const server = startProcess({ ...options, signal, logPath: join(folder, `${name}.log`) });
  const addressAfter = (word: string) =>
    server.printed((text) => new RegExp(`^${word} (http:\\S+)$`, "m").exec(text)?.[1] ?? null);
  try {
    const publicUrl = await addressAfter("public");
    const internalUrl = name === "gateway" ? await addressAfter("internal") : null;
    return { ...server, publicUrl, internalUrl };
  } catch (error) {
    await server.stop();
    throw error;
  }
}
