import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from "rate-limiter-flexible";
import type { KeyId } from "../acoustics/ids.ts";
import { type Database, runStatement } from "../database/client/statement.ts";
import type { Handler } from "../http/requests/express-app.ts";
import { RequestError } from "../http/requests/request-error.ts";
import type { Authenticated } from "./require-api-key.ts";

/**
 * Answers 429 with `Retry-After` beyond `perMinute` requests of a key; null: no limit. Gateways count in their common
 * database, and in memory while the database does not answer. A minute begins with a key's first request.
 */
export function limitRate(
  perMinute: number | null,
  session: Database,
  patienceMilliseconds = defaultPatienceMilliseconds,
): Handler<Authenticated> {
  if (perMinute === null) return (_request, _response, next) => next();
  const quota = createQuota(perMinute, session, patienceMilliseconds);
  return async (_request, response, next) => {
    next(await quota.consume(response.locals.principal.keyId).then(() => undefined, refusal));
  };
}

/** Makes a key exceed its quota for 20 days, about the longest time of a timer. */
export async function useUpQuota(perMinute: number, session: Database, id: KeyId): Promise<void> {
  await createQuota(perMinute, session, defaultPatienceMilliseconds).block(id, 20 * 24 * 3600);
}

function createQuota(
  points: number,
  session: Database,
  patienceMilliseconds: number,
): RateLimiterPostgres {
  const { deadline } = session;
  return new RateLimiterPostgres({
    points,
    duration: minute,
    keyPrefix: "",
    // After a key has used its quota of a minute, no further statement is sent.
    inMemoryBlockOnConsumed: points,
    storeType: "client",
    storeClient: {
      query: queryOf({ ...session, deadline: { ...deadline, milliseconds: patienceMilliseconds } }),
    },
    tableName: "key_requests",
    tableCreated: true,
    insuranceLimiter: new RateLimiterMemory({ points, duration: minute }),
  });
}

const minute = 60;

/** The longest wait of a request for the count in the database. */
const defaultPatienceMilliseconds = 500;

/** The statements of the library are sent like ours: observed, and with a deadline. */
function queryOf(session: Database) {
  return async ({ text, values }: { text: string; values: (string | number)[] }) => ({
    rows: await runStatement(session, "count-key-requests", () =>
      session.client.unsafe(text, values, { prepare: true }),
    ),
  });
}

function refusal(reason: unknown): unknown {
  if (!(reason instanceof RateLimiterRes)) return reason;
  const seconds = Math.ceil(reason.msBeforeNext / 1000);
  // Bounded, because the clock of the gateway that began the minute may be ahead.
  return RequestError.tooManyRequests(Math.min(minute, Math.max(1, seconds)));
}
