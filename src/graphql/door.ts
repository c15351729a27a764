import type { GraphQLSchema } from "graphql";
import { authenticate } from "#access/authenticate.ts";
import type { Queryable } from "#database/connect.ts";
import type { Instant } from "#domain/instant.ts";
import type { Viewer } from "#domain/viewer.ts";
import { createRequestContext, type RequestContext } from "./context.ts";
import { createSchema } from "./schema.ts";

/** What a listener needs to answer: who is asking, and the one way to read on their behalf. */
export interface Door {
  readonly schema: GraphQLSchema;
  /** The viewer behind the values of `svc-api-key`, or null. */
  authenticate(headerValues: readonly string[], now: Instant): Promise<Viewer | null>;
  createContext(viewer: Viewer, now: Instant): RequestContext;
  /** The time, asked for once a request. */
  clock(): Instant;
}

export function createDoor(db: Queryable, clock: () => Instant): Door {
  return {
    schema: createSchema(),
    authenticate: (headerValues, now) => authenticate(db, headerValues, now),
    createContext: (viewer, now) => createRequestContext({ db, viewer, now }),
    clock,
  };
}
