import type { Handler } from "#http/express-app.ts";
import { RequestError } from "#http/request-error.ts";
import type { Authenticated } from "./require-api-key.ts";
import type { SharedRateLimit } from "./shared-rate-limit.ts";

/** 429 with `Retry-After` beyond the rate; null: no limit. */
export function limitRate(limit: SharedRateLimit | null): Handler<Authenticated> {
  return async (_request, response, next) => {
    const { principal, context } = response.locals;
    const seconds = (await limit?.take(principal.keyId, context.now)) ?? 0;
    next(seconds === 0 ? undefined : RequestError.tooManyRequests(seconds));
  };
}
