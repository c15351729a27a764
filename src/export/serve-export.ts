import { pipeline } from "node:stream/promises";
import { Readable } from "node:stream";
import type { Express } from "express";
import { z } from "zod";
import {
  bucketCounts,
  longestLimitDays,
  samplesPerField,
  tooManyLimitDays,
  tooManySamples,
} from "#acoustics/aggregates/arguments.ts";
import { bucketKinds } from "#acoustics/aggregates/buckets.ts";
import { compareIds } from "#acoustics/ids.ts";
import { findPageIssues } from "#acoustics/paging.ts";
import { weightings } from "#acoustics/levels/weighting.ts";
import { clampToContract, secondsInside } from "#acoustics/time/contract-period.ts";
import type { Interval } from "#acoustics/time/interval.ts";
import { secondsOfDay } from "#acoustics/time/local-day.ts";
import { requireScopes } from "#auth/principal.ts";
import type { Authenticated } from "#auth/require-api-key.ts";
import { createSampleReader } from "#database/queries/sample-columns.ts";
import type { ConcurrencyLimiter } from "#http/concurrency-limiter.ts";
import { type Handler, refuseOtherMethods } from "#http/express-app.ts";
import { refuseMalformed } from "#http/request-checks.ts";
import { RequestError } from "#http/request-error.ts";
import { bucketsOf, listInSteps } from "#operations/aggregates/list-aggregates.ts";
import { runInSlices } from "#operations/in-slices.ts";
import {
  createOperationContext,
  type OperationContext,
  type OperationServices,
} from "#operations/operation-context.ts";
import { readInterval } from "#operations/sample-interval.ts";
import { type ReadableSensor, requireReadableSensor } from "#operations/sensor-settings.ts";
import { instantParameter } from "#rest/page-parameters.ts";
import { defineParameters, type ParameterShape, parseQuery } from "#rest/query-parameters.ts";
import {
  type ExportedSensor,
  exportKinds,
  type ExportKind,
  type ExportKindName,
  exportKindNames,
  type ExportOptions,
} from "./export-lines.ts";

export interface ExportRouteOptions {
  readonly services: OperationServices;
  /** Lets one export of a key through at a time. */
  readonly exports: ConcurrencyLimiter;
  /** After this time without reading anything, the client is disconnected. A slow client is not. */
  readonly stallMilliseconds: number;
}

/**
 * Mounts `GET /export/{measurements|aggregates|indicators}.csv`. The checks come in the order of the contract, 2.1; then
 * the bounds of each sensor, before the head. What fails after the head cuts the connection.
 */
export function mountExports(
  app: Express,
  requireApiKey: Handler<Authenticated>,
  options: ExportRouteOptions,
): void {
  for (const kind of exportKindNames) {
    app.all(
      `/export/${kind}.csv`,
      refuseOtherMethods, // 405
      refuseMalformed, // 400, 431
      requireApiKey, // 401, 503
      answerExport(kind, options), // 403, 400, 404, 503, 400, 503, 200
    );
  }
}

function answerExport(kind: ExportKindName, options: ExportRouteOptions): Handler<Authenticated> {
  return async (_request, response) => {
    const { context, principal, acquire, query } = response.locals;
    context.logged.route = `export-${kind}`;
    try {
      requireScopes(principal, ["v0:data:read"]);
      const asked = parseExport(kind, query);
      const operationContext = createOperationContext(options.services, context, principal);
      const sensors = await openSensors(operationContext, kind, asked);
      // An export may take minutes: from here on, the other limiter counts it.
      context.release();
      const release = await acquire(options.exports);
      try {
        if (context.signal.aborted) return;
        response.writeHead(200, {
          "Content-Type": "text/csv; charset=utf-8; header=present",
          "Content-Disposition": `attachment; filename="${fileNameOf(kind, asked, sensors)}"`,
        });
        response.setTimeout(options.stallMilliseconds, () => response.destroy());
        const opened = sensors.flatMap(({ exported }) => exported ?? []);
        await pipeline(Readable.from(textsOf(exportKinds[kind], opened, asked)), response, {
          signal: context.signal,
        });
      } finally {
        release();
      }
    } catch (error) {
      // A short answer must not look like a whole one.
      if (response.headersSent) response.destroy();
      if (!context.signal.aborted) throw error;
    } finally {
      context.release();
    }
  };
}

/** The header, then the lines of each sensor. */
export async function* textsOf(
  { header, lines }: ExportKind,
  sensors: Iterable<ExportedSensor> | AsyncIterable<ExportedSensor>,
  options: ExportOptions,
): AsyncGenerator<string, void> {
  yield header;
  for await (const sensor of sensors) yield* lines(sensor, options);
}

interface AskedExport extends ExportOptions {
  readonly projectId: string;
  /** Empty: all that the key may read. */
  readonly sensorIds: readonly string[];
  readonly range: Interval;
}

const minCoverage = (byDefault: number) =>
  z
    .string()
    .regex(/^(?:0|1|0?\.[0-9]{1,9}|0\.[0-9]{1,9}|1\.0{1,9})$/, "must be a number from 0 to 1")
    .transform(Number)
    .default(byDefault);

const required = {
  projectId: z.string(),
  sensorId: z.string().default(""),
  startAt: instantParameter("2000-01-01"),
  endAt: instantParameter("2100-01-01"),
};
const fweighting = z.enum(weightings, { error: "must be A, C or Z" }).default("A");
const bucket = z.enum(bucketKinds, { error: `must be one of ${bucketKinds.join(", ")}` });

const shapes = {
  measurements: { ...required, fweighting },
  aggregates: { ...required, bucket, fweighting, minCoverage: minCoverage(0) },
  indicators: { ...required, minCoverage: minCoverage(0.75) },
} as const satisfies Record<ExportKindName, ParameterShape>;

/** What a query string asks for. Throws `invalid_request` with every issue. `sensorId` alone may be repeated. */
function parseExport(kind: ExportKindName, query: string): AskedExport {
  const sent = new URLSearchParams(query);
  const sensorIds = [...new Set(sent.getAll("sensorId"))];
  // An empty one comes first, so that it is refused like any other empty value.
  const [firstId] = sensorIds.toSorted();
  if (firstId !== undefined) sent.set("sensorId", firstId);
  const shape: ParameterShape = shapes[kind];
  const parameters = defineParameters(shape, (values) => {
    const { startAt, endAt } = values as Partial<Record<"startAt" | "endAt", WrittenInstant>>;
    return findPageIssues({ startAt: startAt?.instant, endAt: endAt?.instant });
  });
  const parsed = parseQuery(parameters, sent.toString());
  if (!parsed.ok) throw RequestError.invalidRequest(parsed.issues);
  const values = parsed.values as unknown as ParsedExport;
  return {
    projectId: values.projectId,
    sensorIds,
    range: { startAt: values.startAt.instant, endAt: values.endAt.instant },
    weighting: values.fweighting ?? "A",
    bucket: values.bucket ?? "range",
    minCoverage: values.minCoverage ?? 0,
  };
}

type WrittenInstant = z.output<typeof required.startAt>;

/** The values of all kinds; the shape of a kind says which it has. */
type ParsedExport = z.output<z.ZodObject<typeof required>> & {
  readonly fweighting?: ExportOptions["weighting"];
  readonly bucket?: ExportOptions["bucket"];
  readonly minCoverage?: number;
};

/** A sensor of an export; null where nothing of it is read. */
interface OpenedSensor {
  readonly sensor: ReadableSensor;
  readonly exported: ExportedSensor | null;
}

/** Throws `not_found`, `contract_unavailable`, and `invalid_request` of `endAt` beyond the bounds of a sensor. */
async function openSensors(
  context: OperationContext,
  kind: ExportKindName,
  { projectId, sensorIds, range, ...options }: AskedExport,
): Promise<OpenedSensor[]> {
  const project = await context.loaders.projectById(projectId);
  if (project === null) throw RequestError.of("not_found");
  const ids =
    sensorIds.length > 0
      ? sensorIds
      : ((await context.loaders.sensorsOfProject(project.projectNo)) ?? []).map(({ id }) => id);
  const sensors = await Promise.all(
    ids.map((sensorId) => requireReadableSensor(context, { projectId, sensorId })),
  );
  const opened: OpenedSensor[] = [];
  for (const sensor of sensors.toSorted((left, right) =>
    compareIds(left.sensorId, right.sensorId),
  )) {
    opened.push({ sensor, exported: await openSensor(context, kind, sensor, range, options) });
  }
  return opened;
}

async function openSensor(
  context: OperationContext,
  kind: ExportKindName,
  sensor: ReadableSensor,
  range: Interval,
  { bucket: asked, weighting }: ExportOptions,
): Promise<ExportedSensor | null> {
  const { reading, sensorId, sensorNo } = sensor;
  const { effectiveRange } = clampToContract(range, reading.contract);
  const seconds = effectiveRange && secondsInside(effectiveRange);
  const contract = secondsInside(reading.contract);
  if (seconds === null || contract === null) return null;
  const interval = await readInterval(sensor, context.loaders.newestSamples);
  const length = seconds.last - seconds.first + 1;
  const issue = (detail: string) => RequestError.invalidRequest([{ parameter: "endAt", detail }]);
  if (Math.ceil(length / interval.seconds) > samplesPerField) throw issue(tooManySamples.detail);
  const { signal } = context.request;
  if (kind === "aggregates") {
    if (asked === "limit" && length > longestLimitDays * secondsOfDay) {
      throw issue(tooManyLimitDays.detail);
    }
    const buckets = bucketsOf(reading.schedule, asked, weighting, seconds);
    const listed = await runInSlices(signal, listInSteps(buckets, bucketCounts.highest));
    if (listed === null) {
      throw issue(`is too late: a range may have at most ${bucketCounts.highest} buckets`);
    }
  }
  const source = {
    reader: createSampleReader(context.database, context.principal.grants),
    sensorNo,
    contract,
    intervalSeconds: interval.seconds,
    run: <Result>(steps: Generator<unknown, Result>) => runInSlices(signal, steps),
    takeTurn: context.takeReadingTurn,
  };
  return { sensorId, reading, interval, source, seconds };
}

/** `<projectId>_<kind>_<first date>_<last date>.csv`: of the effective range, or as asked where nothing overlaps. */
function fileNameOf(
  kind: ExportKindName,
  { projectId, range }: AskedExport,
  sensors: readonly OpenedSensor[],
): string {
  // All sensors of a project have its contract.
  const contract = sensors[0]?.sensor.reading.contract;
  const { startAt, endAt } = (contract && clampToContract(range, contract).effectiveRange) ?? range;
  const dateOf = (instant: number) =>
    new Date(instant).toISOString().slice(0, 10).replaceAll("-", "");
  return `${projectId}_${kind}_${dateOf(startAt)}_${dateOf(endAt)}.csv`;
}
