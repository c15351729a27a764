import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from "rate-limiter-flexible";
import { type Database, runStatement } from "../database/client/statement.ts";
import type { Handler } from "../http/requests/express-app.ts";
import { RequestError } from "../http/requests/request-error.ts";
import type { Authenticated } from "./require-api-key.ts";

/**
 * Answers 429 with `Retry-After` beyond `perMinute` requests of a key; null: no limit. Gateways count in their common
 * database, and in memory while that does not answer. A minute begins with a key's first request.
 */
export function limitRate(perMinute: number | null, session: Database): Handler<Authenticated> {
  if (perMinute === null) return (_request, _response, next) => next();
  const quota = createQuota(perMinute, session);
  return async (_request, response, next) => {
    next(await quota.consume(response.locals.principal.keyId).then(() => undefined, refusal));
  };
}

function createQuota(points: number, session: Database): RateLimiterPostgres {
  const { deadline } = session;
  return new RateLimiterPostgres({
    points,
    duration: 60,
    keyPrefix: "",
    // A key that has used its minute costs no further statement.
    inMemoryBlockOnConsumed: points,
    storeType: "client",
    storeClient: {
      query: queryOf({ ...session, deadline: { ...deadline, milliseconds: patienceMilliseconds } }),
    },
    tableName: "key_requests",
    tableCreated: true,
    insuranceLimiter: new RateLimiterMemory({ points, duration: 60 }),
  });
}

/** The longest wait of a request for the count in the database. */
const patienceMilliseconds = 500;

/** The library's statements are sent as ours are: observed, and with a deadline. */
function queryOf(session: Database) {
  return async ({ text, values }: { text: string; values: (string | number)[] }) => ({
    rows: await runStatement(session, "count-key-requests", () =>
      session.client.unsafe(text, values, { prepare: true }),
    ),
  });
}

function refusal(reason: unknown): unknown {
  if (!(reason instanceof RateLimiterRes)) return reason;
  return RequestError.tooManyRequests(Math.max(1, Math.ceil(reason.msBeforeNext / 1000)));
}
