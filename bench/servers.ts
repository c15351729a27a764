import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Target, TargetRequest } from "./drive.ts";
import { type ObservedProcess, type ProcessOptions, startProcess } from "./observed-process.ts";
import type { Bench } from "./work.ts";

/** A server under load. */
export interface Server extends ObservedProcess {
  readonly name: "gateway" | "floor";
  readonly publicUrl: string;
  /** The gateway's. */
  readonly internalUrl: string | null;
}

/** What of a run a server is started with. */
export type ServedRun = Pick<Bench, "folder" | "signal" | "place">;

/** The folder of this run's recordings. */
export function audioStoreOf({ folder }: Pick<Bench, "folder">): string {
  return join(folder, "audio");
}

/** The built gateway's program. */
export const gatewayProgram = fileURLToPath(new URL("../../dist/main.js", import.meta.url));
const floorProgram = fileURLToPath(new URL("baseline.js", import.meta.url));

/** The gateway as an operator runs it: it writes its log, and all but its addresses is as by default. */
export function startGateway(run: ServedRun): Promise<Server> {
  return startServer(run, "gateway", {
    command: [gatewayProgram, "serve"],
    environment: {
      ...run.place.environment,
      PORT: "0",
      INTERNAL_PORT: "0",
      AUDIO_STORE: audioStoreOf(run),
      // One lease serves a whole run.
      AUDIO_LEASE_SECONDS: "86400",
    },
  });
}

export function startFloor(run: ServedRun & Pick<Bench, "database">): Promise<Server> {
  const { target } = run.database;
  return startServer(run, "floor", {
    command: [floorProgram],
    environment: {
      ...(target.kind === "url" ? { DATABASE_URL: target.url } : { DATABASE_SOCKET: target.path }),
      DATABASE_POOL_MAX: String(run.place.poolMax),
      AUDIO_STORE: audioStoreOf(run),
    },
  });
}

/** What is asked of the public listener, in the name of the benchmark's key. */
export function publicTarget(
  { publicUrl }: Server,
  { key }: Pick<Bench, "key">,
  requests: readonly TargetRequest[],
): Target {
  return { url: publicUrl, headers: { "svc-api-key": `Bearer ${key}` }, requests };
}

/** Uses servers, and stops them whatever happens. */
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
  name: Server["name"],
  options: Pick<ProcessOptions, "command" | "environment">,
): Promise<Server> {
  const server = startProcess({ ...options, signal, logPath: join(folder, `${name}.log`) });
  const addressAfter = (word: string) =>
    server.printed((text) => new RegExp(`^${word} (http:\\S+)$`, "m").exec(text)?.[1] ?? null);
  try {
    const publicUrl = await addressAfter("public");
    const internalUrl = name === "gateway" ? await addressAfter("internal") : null;
    return { ...server, name, publicUrl, internalUrl };
  } catch (error) {
    await server.stop();
    throw error;
  }
}
