import type { RequestListener, Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { AudioStore } from "#audio/audio-store.ts";
import type { Config, Endpoint } from "#config.ts";
import type { Database } from "#database/connect.ts";
import { poolSize } from "#database/open.ts";
import { watchedBy } from "#database/watch.ts";
import { limitsOf } from "#domain/admission.ts";
import type { Instant } from "#domain/instant.ts";
import { createDoor } from "#graphql/door.ts";
import { createDocumentCache } from "#graphql/document-cache.ts";
import type { PrepareDocument } from "#graphql/execute.ts";
import { createGate } from "#http/gate.ts";
import { type ConnectionTimeouts, createHttpServer } from "#http/http-server.ts";
import type { Log } from "#log.ts";
import { createMetrics } from "#metrics.ts";
import { createReadinessCheck } from "#readiness.ts";
import { createPublicApp } from "#rest/app.ts";
import { logStatements } from "#statement-log.ts";
import { createInternalApp } from "./internal-app.ts";

/** A running gateway. */
export interface Gateway {
  /** Addresses that are listened on, for example `http://127.0.0.1:8080`. */
  readonly publicUrl: string;
  readonly internalUrl: string;
  /** Stops accepting, lets what was accepted finish, and cuts what has not after eight seconds. */
  stop(): Promise<void>;
}

export interface GatewayOptions {
  readonly config: Pick<
    Config,
    "public" | "internal" | "database" | "audioLeaseSeconds" | "keyRequestsPerMinute"
  >;
  readonly db: Database;
  readonly store: AudioStore;
  readonly log: Log;
  readonly clock?: () => Instant;
  /** How long a download may stand still. Default: a minute. */
  readonly stallMilliseconds?: number;
  readonly timeouts?: Partial<ConnectionTimeouts>;
  /** How documents that come over HTTP are made ready. Default: as `createDocumentCache` does. */
  readonly prepareDocument?: PrepareDocument;
}

/** Listens with both surfaces over one database. Rejects where an address cannot be listened on. */
export async function startGateway(options: GatewayOptions): Promise<Gateway> {
  const { config, store, log, clock = () => Date.now() as Instant } = options;
  const { stallMilliseconds = 60_000, prepareDocument = createDocumentCache(), timeouts } = options;
  const leaseSeconds = config.audioLeaseSeconds;
  const poolMax = poolSize(config.database);
  const gate = createGate(limitsOf(poolMax));
  const streams = createGate(streamLimits);
  const answers = createGate(streamLimits);
  const metrics = createMetrics({ gate, streams, poolMax });
  const db = watchedBy(options.db, logStatements(log, metrics.statements));
  const { leaseIssued } = metrics;
  const door = createDoor({ db, leaseSeconds, leaseIssued, log, clock, prepareDocument });
  const { statementTimeoutMilliseconds } = config.database;
  const exchange = {
    log,
    deadlineMilliseconds: statementTimeoutMilliseconds + 1000,
  };
  const servers: Server[] = [];
  const stop = async () => {
    await Promise.all(servers.map(closeServer));
  };
  const start = async (endpoint: Endpoint, variables: string, listener: RequestListener) => {
    const server = createHttpServer(listener, log, {
      ...defaultTimeouts,
      // While an answer is worked on, nothing moves.
      stallMilliseconds: exchange.deadlineMilliseconds + stallMilliseconds,
      ...timeouts,
    });
    servers.push(server);
    return listen(server, endpoint, variables);
  };
  try {
    return {
      publicUrl: await start(
        config.public,
        "HOST, PORT",
        createPublicApp(
          door,
          { store, stallMilliseconds },
          {
            ...exchange,
            gate,
            streams,
            answers,
            watch: metrics.exchangesOf("public"),
            keyRequestsPerMinute: config.keyRequestsPerMinute,
          },
        ),
      ),
      internalUrl: await start(
        config.internal,
        "INTERNAL_HOST, INTERNAL_PORT",
        createInternalApp(door, {
          ...exchange,
          gate,
          watch: metrics.exchangesOf("internal"),
          metrics,
          checkReadiness: createReadinessCheck(db, store, statementTimeoutMilliseconds),
        }),
      ),
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Each recording that is being sent holds a file and up to some hundred KiB. Nobody waits for a place. */
const streamLimits = { slots: 256, slotsOfLane: 128, queue: 0, burst: 0, burstMilliseconds: 0 };

const defaultTimeouts = {
  headMilliseconds: 10_000,
  requestMilliseconds: 30_000,
  idleMilliseconds: 65_000,
};

/** Rejects with the code `CANNOT_LISTEN` and the names of the variables at fault. */
function listen(server: Server, { host, port }: Endpoint, variables: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const refuse = (cause: Error) => {
      const message = `${variables}: cannot listen on ${host}:${port}: ${cause.message}`;
      reject(Object.assign(new Error(message, { cause }), { code: "CANNOT_LISTEN" }));
    };
    server.once("error", refuse);
    server.listen(port, host, () => {
      server.off("error", refuse);
      const { port: taken } = server.address() as AddressInfo;
      resolve(`http://${host.includes(":") ? `[${host}]` : host}:${taken}`);
    });
  });
}

function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const cut = setTimeout(() => server.closeAllConnections(), 8000);
    server.close(() => {
      clearTimeout(cut);
      resolve();
    });
  });
}
