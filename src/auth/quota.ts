import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from "rate-limiter-flexible";
import { type Database, runStatement } from "../database/client/statement.ts";
import type { Handler } from "../http/requests/express-app.ts";
import { RequestError } from "../http/requests/request-error.ts";
import type { Authenticated } from "./require-api-key.ts";

export interface QuotaOptions {
  /** Null: no limit. */
  readonly perMinute: number | null;
  readonly session: Database;
  /** Default: half a second. */
  readonly patienceMilliseconds?: number | undefined;
}

/**
 * Answers 429 with `Retry-After` beyond `perMinute` requests of a key. Gateways count in their common database, and in
 * memory while the database does not answer. A minute begins with a key's first request.
 */
export function limitRate({
  perMinute,
  session,
  patienceMilliseconds = defaultPatienceMilliseconds,
}: QuotaOptions): Handler<Authenticated> {
  if (perMinute === null) return (_request, _response, next) => next();
  const quota = createQuota(perMinute, session, patienceMilliseconds);
  return async (_request, response, next) => {
    next(await quota.consume(response.locals.principal.keyId).then(() => undefined, refusal));
  };
}

const minute = 60;

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

/** The longest wait of a request for the count in the database. */
const defaultPatienceMilliseconds = 500;

interface LibraryQuery {
  readonly name?: string;
  readonly text: string;
  readonly values: (string | number)[];
}

/** The statements of the library are sent like ours: observed, and with a deadline. Its count is replaced by ours. */
function queryOf(session: Database) {
  return async ({ name = "", text, values }: LibraryQuery) => {
    const isCount = name.endsWith("upsert");
    const [key = "", points = 1] = values;
    const rows = await runStatement<Record<string, unknown>>(session, "count-key-requests", () =>
      isCount
        ? session.client.unsafe(countRequests, [key, points], { prepare: true })
        : session.client.unsafe(text, values, { prepare: true }),
    );
    if (!isCount) return { rows };
    const now = Date.now();
    return { rows: rows.map((row) => ({ ...row, expire: now + Number(row["left"]) })) };
  };
}

/**
 * Counts by the clock of the database, which all gateways share: a minute that ends later than in a minute was begun by
 * a wrong clock, and a key would wait for it. `left` is in milliseconds.
 */
const countRequests = `
  with clock as (select floor(extract(epoch from clock_timestamp()) * 1000)::bigint as now)
  insert into key_requests as counted (key, points, expire)
  select $1::text, $2::integer, now + ${minute * 1000} from clock
  on conflict (key) do update set
    points = case
      when counted.expire <= excluded.expire - ${minute * 1000} or counted.expire > excluded.expire
      then excluded.points else counted.points + excluded.points end,
    expire = case
      when counted.expire <= excluded.expire - ${minute * 1000} or counted.expire > excluded.expire
      then excluded.expire else counted.expire end
  returning points, (expire - (select now from clock))::float8 as left`;

function refusal(reason: unknown): unknown {
  if (!(reason instanceof RateLimiterRes)) return reason;
  const seconds = Math.ceil(reason.msBeforeNext / 1000);
  return RequestError.tooManyRequests(Math.min(minute, Math.max(1, seconds)));
}
