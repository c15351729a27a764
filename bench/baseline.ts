import { createHash, timingSafeEqual } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import postgres from "postgres";

/*
 * The handler that one would write by hand in an afternoon: node:http, plain SQL in prepared statements, rows mapped
 * to objects, JSON.stringify. The benchmark compares the gateway with it, so it shares no code with the gateway and
 * answers the same bytes (tests/api/baseline.spec.ts). It has no request ids, no deadlines, no log, and no list of
 * issues.
 */

const { DATABASE_URL, DATABASE_SOCKET, DATABASE_POOL_MAX } = process.env;

const options = { max: Number(DATABASE_POOL_MAX ?? 10), connection: { TimeZone: "UTC" } };
const sql =
  DATABASE_URL === undefined
    ? postgres({ ...options, path: DATABASE_SOCKET ?? "", user: "postgres", database: "postgres" })
    : postgres(DATABASE_URL, options);

const server = createServer((request, response) => {
  handle(request, response).catch((error: unknown) => {
    if (!(error instanceof HttpError)) console.error(error);
    if (response.headersSent) response.destroy();
    else send(response, error instanceof HttpError ? error.status : 503, { error: String(error) });
  });
});
server.listen(0, "127.0.0.1", () => {
  console.log(`public http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});

class HttpError extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (request.method !== "GET") throw new HttpError(405, "method not allowed");
  const { pathname, searchParams } = new URL(request.url ?? "/", "http://localhost");
  const [, projectId, sensorId] = pagePath.exec(pathname) ?? [];
  if (!projectId || !sensorId) throw new HttpError(404, "not found");
  const keyId = await authenticate(request, "v0:data:read");
  const page = parsePage(searchParams);
  send(response, 200, await readMeasurements(keyId, projectId, sensorId, page));
}

const pagePath = /^\/api\/v0\/projects\/([^/]+)\/sensors\/([^/]+)\/measurements$/;

function send(response: ServerResponse, status: number, body: unknown): void {
  const text = Buffer.from(JSON.stringify(body));
  response
    .writeHead(status, {
      "Content-Type": "application/json; charset=utf-8",
      "Content-Length": text.length,
      "Cache-Control": "private, no-store, max-age=0",
    })
    .end(text);
}

const keyPattern = /^Bearer (amk0\.([0-9A-Za-z]{16})\.[0-9A-Za-z]{49})$/i;
const noHash = Buffer.alloc(32);

/** Returns the id of the request's key. Throws 401 if the key is not in force. */
async function authenticate(request: IncomingMessage, scope: string): Promise<string> {
  const header = request.headers["svc-api-key"];
  const [, text, id] = keyPattern.exec(typeof header === "string" ? header : "") ?? [];
  if (text === undefined || id === undefined) throw new HttpError(401, "unauthorized");
  const [key] = await sql<
    { secret_hash: Buffer; expires_at: Date | null; revoked_at: Date | null; granted: boolean }[]
  >`select secret_hash, expires_at, revoked_at, ${scope} = any(scopes) as granted
    from api_keys where id = ${id}`;
  const hash = createHash("sha256").update(text).digest();
  const matches = timingSafeEqual(hash, key?.secret_hash ?? noHash);
  const expired = key?.expires_at != null && key.expires_at.getTime() <= Date.now();
  if (key === undefined || !matches || expired || key.revoked_at !== null) {
    throw new HttpError(401, "unauthorized");
  }
  if (!key.granted) throw new HttpError(403, "forbidden");
  return id;
}

type Weighting = "A" | "C" | "Z";

function parsePage(query: URLSearchParams) {
  const instant = (name: string) => {
    const text = query.get(name) ?? "";
    return Date.parse(
      /T.*(?:Z|[+-]\d\d:\d\d)$/.test(text) || !text.includes("T") ? text : `${text}Z`,
    );
  };
  const [startAt, endAt] = [instant("startAt"), instant("endAt")];
  const limit = Number(query.get("limit") ?? 288);
  const orderBy = query.get("orderBy") ?? "asc";
  const weighting = (query.get("fweighting") ?? "A") as Weighting;
  const cursor = Number(query.get("cursor") ?? 0);
  if (
    !(startAt <= endAt) ||
    !(Number.isInteger(limit) && limit >= 1 && limit <= 2000) ||
    (orderBy !== "asc" && orderBy !== "desc") ||
    !["A", "C", "Z"].includes(weighting) ||
    !(Number.isInteger(cursor) && cursor >= 0)
  ) {
    throw new HttpError(400, "invalid query parameters");
  }
  return { startAt, endAt, limit, descending: orderBy === "desc", weighting, cursor };
}

interface Configuration {
  readonly sensor_no: number;
  readonly timezone: string;
  readonly start_at: Date | null;
  readonly end_at: Date | null;
  readonly model_no: number | null;
  readonly model: string | null;
  readonly min_confidence: number;
  readonly holidays: readonly { readonly date: string }[];
  readonly of_project: Rules;
  readonly of_sensor: Rules;
}

type Levels = Readonly<Record<Weighting, number | null>>;

interface Rules {
  readonly exceptions: readonly { startAt: number; endAt: number; levels: Levels }[];
  readonly windows: readonly Window[];
  readonly default: Levels | null;
}

interface Window {
  readonly days: readonly string[];
  readonly fromMinute: number;
  readonly toMinute: number;
  readonly levels: Levels;
}

/** The levels of a sample are in hundredths of a dB. */
type SampleRow = { readonly datetime: Date } & Readonly<Record<string, number | null>>;

async function readMeasurements(
  keyId: string,
  projectId: string,
  sensorId: string,
  page: ReturnType<typeof parsePage>,
): Promise<unknown> {
  const [configuration] = await sql<Configuration[]>`
    select sensors.sensor_no, projects.timezone, projects.contract_start_at as start_at,
      projects.contract_end_at as end_at, models.model_no, models.name as model, projects.min_confidence,
      site->'holidays' as holidays, site->'limits' as of_project,
      (select own->'limits' from json_array_elements(site->'sensors') own
        where own->>'id' = sensors.id) as of_sensor
    from sensors
    join projects using (project_no)
    join lateral (
      select site::json as site from site_versions where project_no = projects.project_no
      order by version desc limit 1) newest on true
    left join classification_models models using (model_no)
    where sensors.id = ${sensorId} and projects.id = ${projectId}
      and exists (select from api_key_projects
        where key_id = ${keyId} and project_no = projects.project_no)
      and exists (select from api_key_sensors
        where key_id = ${keyId} and sensor_no = sensors.sensor_no)`;
  if (configuration === undefined) throw new HttpError(404, "not found");
  const { sensor_no, start_at, end_at } = configuration;
  if (start_at === null || end_at === null || start_at > end_at) {
    throw new HttpError(503, "contract unavailable");
  }

  const { limit, descending, weighting, cursor } = page;
  const startAt = Math.max(page.startAt, start_at.getTime());
  const endAt = Math.min(page.endAt, end_at.getTime());
  if (startAt > endAt) {
    return { data: [], cursor: null, meta: { clamped: true, effectiveRange: null } };
  }
  if (cursor !== 0 && (cursor * 1000 < startAt || cursor * 1000 > endAt)) {
    throw new HttpError(400, "cursor out of range");
  }
  const from = new Date(cursor === 0 || descending ? startAt : (cursor + 1) * 1000);
  const to = new Date(cursor === 0 || !descending ? endAt : (cursor - 1) * 1000);
  const rows = await sql<SampleRow[]>`
    select datetime, laeq, lceq, lzeq, lafmax, lafmin, lcpeak, la10, la50, la90
    from samples
    where sensor_no = ${sensor_no} and datetime >= ${from} and datetime <= ${to}
    order by datetime ${descending ? sql`desc` : sql`asc`}
    limit ${limit + 1}`;
  const hasMore = rows.length > limit;
  if (hasMore) rows.pop();

  const classifications = await readClassifications(configuration, rows);
  const equivalent = ({ A: "laeq", C: "lceq", Z: "lzeq" } as const)[weighting];
  const limitAt = createLimitFinder(configuration, weighting);
  const limitRecalculatedAt = new Date().toISOString();
  const data = rows.map((row) => {
    const time = row.datetime.getTime();
    const applicable = limitAt(time);
    return {
      id: `${sensorId}.${time / 1000}`,
      datetime: row.datetime.toISOString(),
      fweighting: weighting,
      Leq: decibels(row[equivalent]),
      LAeq: decibels(row.laeq),
      LCeq: decibels(row.lceq),
      LZeq: decibels(row.lzeq),
      LAFmax: decibels(row.lafmax),
      LAFmin: decibels(row.lafmin),
      LCpeak: decibels(row.lcpeak),
      LA10: decibels(row.la10),
      LA50: decibels(row.la50),
      LA90: decibels(row.la90),
      classification: classifications.get(time) ?? null,
      limit: decibels(applicable.level),
      limitSource: applicable.source,
      limitRecalculatedAt,
    };
  });
  const last = rows.at(-1);
  return {
    data,
    cursor: hasMore && last !== undefined ? last.datetime.getTime() / 1000 : null,
    meta: {
      clamped: startAt !== page.startAt || endAt !== page.endAt,
      effectiveRange: {
        startAt: new Date(startAt).toISOString(),
        endAt: new Date(endAt).toISOString(),
      },
    },
  };
}

function decibels(hundredths: number | null | undefined): number | null {
  return hundredths == null ? null : hundredths / 100;
}

/** The classifications of the project's model, by the time of the sample. */
async function readClassifications(
  { sensor_no, model_no, model, min_confidence }: Configuration,
  samples: readonly SampleRow[],
): Promise<Map<number, unknown>> {
  const times = samples.map(({ datetime }) => datetime.getTime());
  if (model_no === null || times.length === 0) return new Map();
  const rows = await sql<{ datetime: Date; label: string; confidence: number }[]>`
    select distinct on (datetime) datetime, label, confidence from classifications
    where sensor_no = ${sensor_no} and model_no = ${model_no}
      and datetime between ${new Date(Math.min(...times))} and ${new Date(Math.max(...times))}
      and confidence >= ${min_confidence}
    order by datetime, confidence desc, label collate "C"`;
  return new Map(
    rows.map(({ datetime, label, confidence }) => [
      datetime.getTime(),
      { label, confidence, model },
    ]),
  );
}

const day = 86_400_000;
const weekdays = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"];

/** Finds the limit at an instant: the first rule that matches, in order of precedence. */
function createLimitFinder(
  { timezone, holidays, of_sensor, of_project }: Configuration,
  weighting: Weighting,
): (time: number) => { level: number | null; source: string } {
  const hasLevel = ({ levels }: { readonly levels: Levels }) => levels[weighting] !== null;
  const ofOwner = (owner: string, own: Rules) => ({
    owner,
    exceptions: own.exceptions.filter(hasLevel),
    windows: own.windows.filter(hasLevel),
    level: own.default?.[weighting] ?? null,
  });
  const owners = [ofOwner("sensor", of_sensor), ofOwner("project", of_project)];
  const holidayDays = new Set(holidays.map(({ date }) => Date.parse(date) / day));
  const offsetAt = createOffsetFinder(timezone);

  return (time) => {
    const local = time + offsetAt(time);
    const today = Math.floor(local / day);
    const minute = (local - today * day) / 60_000;
    const weekdayOf = (date: number) => weekdays[(((date + 4) % 7) + 7) % 7] ?? "";
    const covers = ({ days, fromMinute, toMinute }: Window, kind: string) => {
      const startsOn = (date: number) =>
        kind === "holiday"
          ? days.includes("holiday") && holidayDays.has(date)
          : days.includes(weekdayOf(date));
      if (toMinute > fromMinute) {
        return fromMinute <= minute && minute < toMinute && startsOn(today);
      }
      return (
        (fromMinute <= minute && startsOn(today)) || (minute < toMinute && startsOn(today - 1))
      );
    };
    for (const { owner, exceptions } of owners) {
      const found = exceptions.find(({ startAt, endAt }) => startAt <= time && time < endAt);
      if (found !== undefined)
        return { level: found.levels[weighting], source: `${owner}_exception` };
    }
    for (const kind of ["holiday", "schedule"]) {
      for (const { owner, windows } of owners) {
        const found = windows.find((window) => covers(window, kind));
        if (found !== undefined)
          return { level: found.levels[weighting], source: `${owner}_${kind}` };
      }
    }
    for (const { owner, level } of owners) {
      if (level !== null) return { level, source: `${owner}_default` };
    }
    return { level: null, source: "none" };
  };
}

const offsetFinders = new Map<string, (time: number) => number>();

/** Local time minus UTC in milliseconds, stored for each quarter of an hour: clocks change only at its start. */
function createOffsetFinder(timeZone: string): (time: number) => number {
  const known = offsetFinders.get(timeZone);
  if (known !== undefined) return known;
  const format = new Intl.DateTimeFormat("en-US", { timeZone, timeZoneName: "longOffset" });
  const offsets = new Map<number, number>();
  const find = (time: number) => {
    const quarter = Math.floor(time / 900_000);
    let offset = offsets.get(quarter);
    if (offset === undefined) {
      const [, sign = "+", hours = 0, minutes = 0] =
        /GMT([+-])(\d\d):(\d\d)/.exec(format.format(quarter * 900_000)) ?? [];
      offset = Number(`${sign}1`) * (Number(hours) * 60 + Number(minutes)) * 60_000;
      offsets.set(quarter, offset);
    }
    return offset;
  };
  offsetFinders.set(timeZone, find);
  return find;
}
