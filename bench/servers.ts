import { join } from "node:path";
import type { Target } from "./drive.ts";
import type { Bench } from "./work.ts";
import { floorProgram, gatewayProgram, type ServerProcess, startServer } from "./server-process.ts";

/** The gateway as an operator runs it: with its log, and every other setting at its default. */
export function startGateway({ place }: Pick<Bench, "place">): Promise<ServerProcess> {
  return startServer({
    command: [gatewayProgram, "serve"],
    environment: {
      ...place.gatewayEnvironment,
      PORT: "0",
      INTERNAL_PORT: "0",
      AUDIO_STORE: audioStoreOf(place),
      // A lease that is downloaded from all the time.
      AUDIO_LEASE_SECONDS: "86400",
    },
    listeners: 2,
    logPath: join(place.folder, "gateway.log"),
  });
}

export function startFloor({ place }: Pick<Bench, "place">): Promise<ServerProcess> {
  return startServer({
    command: [floorProgram],
    environment: { ...place.floorEnvironment, AUDIO_STORE: audioStoreOf(place) },
    listeners: 1,
    logPath: join(place.folder, "floor.log"),
  });
}

export function audioStoreOf(place: Bench["place"]): string {
  return join(place.folder, "audio");
}

/** Requests to the public listener of a server, in the name of the benchmark's key. */
export function publicTarget(
  { urls }: ServerProcess,
  { key }: Pick<Bench, "key">,
  requests: Target["requests"],
): Target {
  return { url: urls.get("public") ?? "", headers: { "svc-api-key": `Bearer ${key}` }, requests };
}

/** Uses servers and stops them whatever happens. */
export async function using<Result>(
  starting: readonly Promise<ServerProcess>[],
  use: (...servers: ServerProcess[]) => Promise<Result>,
): Promise<Result> {
  const started = await Promise.allSettled(starting);
  const servers = started.flatMap((start) => (start.status === "fulfilled" ? start.value : []));
  try {
    const failed = started.find((start) => start.status === "rejected");
    if (failed !== undefined) throw failed.reason;
    return await use(...servers);
  } finally {
    await Promise.all(servers.map((server) => server.stop()));
  }
}
