import type { RequestListener } from "node:http";
import type { AudioStore } from "#audio/audio-store.ts";
import type { Config } from "#config.ts";
import type { Database } from "#database/client/pool.ts";
import { poolSize } from "#database/client/open-database.ts";
import { watchedBy } from "#database/client/statement-observer.ts";
import type { Instant } from "#acoustics/time/instant.ts";
import { createDoor } from "#graphql/gateway.ts";
import { createDocumentCache } from "#graphql/document-cache.ts";
import type { PrepareDocument } from "#graphql/execute.ts";
import { type ConnectionTimeouts, createHttpServer } from "#http/http-server.ts";
import { listen, listenAll } from "#http/listen.ts";
import type { RawAnswerOptions } from "#http/client-errors.ts";
import type { Log } from "#log.ts";
import { createMetrics } from "./metrics.ts";
import { createReadinessCheck } from "./health.ts";
import { createPublicApp, publicMethodsAt } from "./public-listener.ts";
import { logStatements } from "./statement-log.ts";
import { createGates } from "./gates.ts";
import { createInternalApp, internalMethodsAt } from "./internal-listener.ts";

/** A running gateway. */
export interface Gateway {
  /** Addresses that are listened on, for example `http://127.0.0.1:8080`. */
  readonly publicUrl: string;
  readonly internalUrl: string;
  /** Stops accepting, lets what was accepted finish, and cuts what has not after seven seconds. */
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
  const gates = createGates(poolMax);
  const metrics = createMetrics({ gates, poolMax });
  const db = watchedBy(options.db, logStatements(log, metrics.statements));
  const { leaseIssued } = metrics;
  const door = createDoor({ db, leaseSeconds, leaseIssued, log, clock, prepareDocument });
  const { statementTimeoutMilliseconds } = config.database;
  const deadlineMilliseconds = statementTimeoutMilliseconds + 1000;
  const exchangesOf = (listener: "public" | "internal") => ({
    log,
    deadlineMilliseconds,
    watch: metrics.exchangesOf(listener),
  });
  const open = (listener: RequestListener, answering: RawAnswerOptions) =>
    createHttpServer(listener, {
      ...answering,
      timeouts: {
        ...defaultTimeouts,
        // While an answer is worked on, nothing moves.
        stallMilliseconds: deadlineMilliseconds + stallMilliseconds,
        ...timeouts,
      },
    });

  const publicExchanges = exchangesOf("public");
  const publicServer = open(
    createPublicApp(
      door,
      { store, stallMilliseconds },
      {
        ...publicExchanges,
        gates,
        keyRequestsPerMinute: config.keyRequestsPerMinute,
      },
    ),
    { ...publicExchanges, methodsAt: publicMethodsAt },
  );
  const internalExchanges = exchangesOf("internal");
  const internalServer = open(
    createInternalApp(door, {
      ...internalExchanges,
      gates: {
        work: { small: gates.work, large: gates.largeWork },
        answers: { small: gates.graphqlAnswers, large: gates.largeAnswers },
      },
      metrics,
      checkReadiness: createReadinessCheck(db, store, statementTimeoutMilliseconds),
    }),
    { ...internalExchanges, methodsAt: internalMethodsAt },
  );
  const stop = async () => {
    await Promise.all(
      [publicServer, internalServer].map((server) => server.stop(cutAfterMilliseconds)),
    );
  };
  try {
    const [publicUrl, internalUrl] = await listenAll(
      listen(publicServer.server, config.public, "HOST, PORT"),
      listen(internalServer.server, config.internal, "INTERNAL_HOST, INTERNAL_PORT"),
    );
    return { publicUrl, internalUrl, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** More than a request takes at most by default, and with what is closed behind it less than ten seconds. */
const cutAfterMilliseconds = 7000;

const defaultTimeouts = {
  headMilliseconds: 10_000,
  requestMilliseconds: 30_000,
  idleMilliseconds: 65_000,
};
