import type { GraphQLSchema } from "graphql";
import { authenticate, readPresentedKey } from "#access/authenticate.ts";
import type { Database } from "#database/connect.ts";
import { markRecordingMissing } from "#database/missing-recordings.ts";
import type { PresentedKey } from "#domain/api-key.ts";
import { onBehalfOf } from "#database/watch.ts";
import { parseSensorId } from "#domain/ids.ts";
import type { Instant } from "#domain/instant.ts";
import type { Viewer } from "#domain/viewer.ts";
import type { Log } from "#log.ts";
import { createRequestContext, type RequestContext } from "./context.ts";
import type { PrepareDocument } from "./execute.ts";
import { createSchema } from "./schema.ts";

/** What a listener needs to answer: who is asking, and the one way to read on their behalf. */
export interface Door {
  readonly schema: GraphQLSchema;
  /** How documents that clients send are made ready. */
  readonly prepareDocument: PrepareDocument;
  /** The key in the values of `svc-api-key`, or null. Costs no statement. */
  readKey(headerValues: readonly string[]): PresentedKey | null;
  /** The viewer behind a key, or null where it is not in force. */
  authenticate(key: PresentedKey, now: Instant, request: Behalf): Promise<Viewer | null>;
  createContext(viewer: Viewer, now: Instant, request: Behalf): RequestContext;
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
    createContext: (viewer, now, request) =>
      createRequestContext({
        db: onBehalfOf(db, request),
        viewer,
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
