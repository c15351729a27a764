import type { GraphQLSchema } from "graphql";
import { authenticate, readPresentedKey } from "#auth/authenticate.ts";
import type { Database } from "#database/client/pool.ts";
import { markRecordingMissing } from "#database/queries/missing-recordings.ts";
import type { PresentedKey } from "#auth/api-key.ts";
import { onBehalfOf } from "#database/client/statement-observer.ts";
import { parseSensorId } from "#acoustics/ids.ts";
import type { Instant } from "#acoustics/time/instant.ts";
import type { Principal } from "#auth/principal.ts";
import type { Log } from "#log.ts";
import { createGraphqlContext, type GraphqlContext } from "./context.ts";
import type { PrepareDocument } from "./execute.ts";
import { createSchema } from "./schema.ts";

/** What a listener needs to answer: who is asking, and the one way to read on their behalf. */
export interface Door {
  readonly schema: GraphQLSchema;
  /** How documents that clients send are made ready. */
  readonly prepareDocument: PrepareDocument;
  /** The key in the values of `svc-api-key`, or null. Costs no statement. */
  readKey(headerValues: readonly string[]): PresentedKey | null;
  /** The principal behind a key, or null where it is not in force. */
  authenticate(key: PresentedKey, now: Instant, request: Behalf): Promise<Principal | null>;
  createContext(principal: Principal, now: Instant, request: Behalf): GraphqlContext;
  /** The time, asked for once a request. */
  clock(): Instant;
  /** Remembers that the store has no object for a recording. Rejects where that cannot be written. */
  reportMissing(recording: MissingRecording, request: Behalf): Promise<void>;
}

/** The request that work is done for. */
export interface Behalf {
  readonly requestId: string;
  /** Aborted once nobody waits for the answer: no further statement is sent. */
  readonly over: AbortSignal;
}

/** A recording as the schema shows it. */
export interface MissingRecording {
  readonly sensorId: string;
  readonly datetime: string;
  readonly objectName: string;
}

export interface DoorOptions {
  readonly db: Database;
  readonly leaseSeconds: number;
  /** Told of each audio lease that is issued. */
  readonly leaseIssued: () => void;
  readonly log: Log;
  readonly clock: () => Instant;
  readonly prepareDocument: PrepareDocument;
}

export function createDoor(options: DoorOptions): Door {
  const { db, leaseSeconds, leaseIssued, log, clock, prepareDocument } = options;
  return {
    schema: createSchema(),
    prepareDocument,
    readKey: readPresentedKey,
    authenticate: (key, now, request) => authenticate(onBehalfOf(db, request), key, now),
    createContext: (principal, now, request) =>
      createGraphqlContext({
        db: onBehalfOf(db, request),
        principal,
        now,
        requestId: request.requestId,
        leaseSeconds,
        log,
        leaseIssued,
      }),
    clock,
    reportMissing: async ({ sensorId, datetime, objectName }, request) => {
      const id = parseSensorId(sensorId);
      if (id === null) return;
      const second = Date.parse(datetime) / 1000;
      const recording = { objectName, sensorId: id, second };
      await markRecordingMissing(onBehalfOf(db, request), recording, clock());
    },
  };
}
