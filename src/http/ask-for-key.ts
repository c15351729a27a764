import type { Response } from "express";
import { GatewayError } from "#domain/errors.ts";
import type { Instant } from "#domain/instant.ts";
import type { Viewer } from "#domain/viewer.ts";
import type { Handler } from "./express-app.ts";

/** Who can say whose a key is, and what time it is. */
export interface Doorkeeper {
  /** The viewer behind the values of `svc-api-key`, or null. */
  authenticate(headerValues: readonly string[], now: Instant): Promise<Viewer | null>;
  clock(): Instant;
}

/** What is known of a request whose key has been checked. */
export interface Asker {
  viewer: Viewer;
  /** One instant for the whole request. */
  now: Instant;
}

/** Lets requests with a key in force through, with their viewer; the others are answered by `refuse`. */
export function askForKey(
  doorkeeper: Doorkeeper,
  refuse: (response: Response) => void = () => {
    throw GatewayError.of("unauthorized");
  },
): Handler<Asker> {
  return async (request, response, next) => {
    const now = doorkeeper.clock();
    const viewer = await doorkeeper.authenticate(request.headersDistinct["svc-api-key"] ?? [], now);
    if (viewer === null) return refuse(response);
    response.locals.exchange.facts.keyId = viewer.keyId;
    Object.assign(response.locals, { viewer, now });
    next();
  };
}
