import { pipeline } from "node:stream/promises";
import { Readable } from "node:stream";
import type { Express } from "express";
import { bucketCounts } from "../../acoustics/aggregates/arguments.ts";
import type { BucketKind } from "../../acoustics/aggregates/buckets.ts";
import { compareIds } from "../../acoustics/ids.ts";
import type { Weighting } from "../../acoustics/levels/weighting.ts";
import {
  clampToContract,
  type SecondRange,
  secondsInside,
} from "../../acoustics/time/contract-period.ts";
import type { Interval } from "../../acoustics/time/interval.ts";
import { requireScopes } from "../../auth/principal.ts";
import type { Authenticated } from "../../auth/require-api-key.ts";
import type { GrantedSensorNo } from "../../database/queries/keys/granted-sensors.ts";
import { mayStillRead } from "../../database/queries/keys/may-still-read.ts";
import type { ConcurrencyLimiter } from "../../http/connections/concurrency-limiter.ts";
import { type Handler, refuseOtherMethods } from "../../http/requests/express-app.ts";
import { refuseMalformed } from "../../http/requests/request-checks.ts";
import { RequestError } from "../../http/requests/request-error.ts";
import {
  bucketsOf,
  listInSteps,
  requireFewLimitDays,
} from "../../operations/aggregates/buckets-of-range.ts";
import { openSourceWithinBounds } from "../../operations/aggregates/open-source.ts";
import { runInSlices } from "../../operations/in-slices.ts";
import {
  createOperationContext,
  type OperationContext,
  type OperationServices,
} from "../../operations/operation-context.ts";
import {
  type ReadableSensor,
  requireReadableSensor,
  requireSensorSettings,
} from "../../operations/projects/sensor-settings.ts";
import { checkWhileReading } from "./check-while-reading.ts";
import { exportColumns } from "./export-columns.ts";
import { type RequestedExport, parseExport } from "./export-parameters.ts";
import {
  type ExportedSensor,
  exportLines,
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
 * Mounts `GET /export/{measurements|aggregates|indicators}.csv`. The checks come in the order of docs/contract.md, 2.1;
 * then the bounds of each sensor, before the head. What fails after the head cuts the connection.
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
    let release = () => undefined as void;
    try {
      requireScopes(principal, [scope]);
      const requested = parseExport(kind, query);
      release = await acquire(options.exports);
      const operationContext = createOperationContext(
        options.services,
        context,
        principal,
        "usual",
      );
      const { sensors, fileName } = await openExport(operationContext, kind, requested);
      // An export may take minutes: from here on, only the other limiter counts it.
      context.release();
      if (context.signal.aborted) return;
      response.writeHead(200, {
        "Content-Type": "text/csv; charset=utf-8; header=present",
        "Content-Disposition": `attachment; filename="${fileName}"`,
      });
      response.setTimeout(options.stallMilliseconds, () => response.destroy());
      await pipeline(Readable.from(textsOf(kind, sensors, requested)), response, {
        signal: context.signal,
      });
    } catch (error) {
      // After the head, the pipeline has cut the connection: a short answer must not look like a whole one.
      if (!context.signal.aborted) throw error;
    } finally {
      release();
      context.release();
    }
  };
}

/** The header, then the lines of each sensor. */
async function* textsOf(
  kind: ExportKindName,
  sensors: readonly ExportedSensor[],
  options: ExportOptions,
): AsyncGenerator<string, void> {
  yield `${exportColumns[kind]}\n`;
  for (const sensor of sensors) yield* exportLines[kind](sensor, options);
}

const scope = "v0:data:read";

/**
 * Opens every sensor of an export before the head. Throws, in this order: `not_found`; `contract_unavailable`;
 * `invalid_request` of `endAt` beyond the bounds of a sensor.
 */
async function openExport(
  context: OperationContext,
  kind: ExportKindName,
  { projectId, sensorIds, range, bucket, weighting }: RequestedExport,
): Promise<{ readonly sensors: readonly ExportedSensor[]; readonly fileName: string }> {
  const { loaders } = context;
  const project = await loaders.projectById(projectId);
  if (project === null) throw RequestError.of("not_found");
  const ids =
    sensorIds.length > 0
      ? sensorIds.toSorted(compareIds)
      : (await loaders.sensorsOfProject(project)).map(({ id }) => id);
  const references = ids.map((sensorId) => ({ projectId, sensorId }));
  // Every id is checked before any contract.
  await Promise.all(references.map((reference) => requireSensorSettings(context, reference)));
  const readable = await Promise.all(
    references.map((reference) => requireReadableSensor(context, reference)),
  );
  if (project.contract === null) throw RequestError.of("contract_unavailable");
  const { effectiveRange } = clampToContract(range, project.contract);
  const seconds = effectiveRange && secondsInside(effectiveRange);
  const fileName = fileNameOf(kind, projectId, effectiveRange ?? range);
  if (seconds === null) return { sensors: [], fileName };
  if (kind === "aggregates") await requireFewBuckets(context, readable, seconds, bucket, weighting);
  const { database, principal, request } = context;
  const mayGoOn = (sensorNo: GrantedSensorNo) =>
    mayStillRead(database, principal.keyId, { sensorNo, scope, now: request.clock() });
  const sensors = await Promise.all(
    readable.map(async (sensor) => {
      const opened = await openSourceWithinBounds(context, sensor, seconds);
      const source = checkWhileReading(opened.source, mayGoOn);
      const { sensorId, reading } = sensor;
      return { ...opened, source, sensorId, reading };
    }),
  );
  return { sensors, fileName };
}

/** Throws `invalid_request` of `endAt` if a sensor has more buckets, or more days of limits, than one may have. */
async function requireFewBuckets(
  { request }: OperationContext,
  sensors: readonly ReadableSensor[],
  seconds: SecondRange,
  bucket: BucketKind,
  weighting: Weighting,
): Promise<void> {
  requireFewLimitDays(bucket, seconds);
  // Only limits differ between the sensors of a project.
  for (const { reading } of bucket === "limit" ? sensors : sensors.slice(0, 1)) {
    const buckets = bucketsOf(reading.schedule, bucket, weighting, seconds);
    const listed = await runInSlices(request.signal, listInSteps(buckets, bucketCounts.highest));
    if (listed !== null) continue;
    const most = bucketCounts.highest.toLocaleString("en");
    const detail = `is too late: a range may have at most ${most} buckets`;
    throw RequestError.invalidRequest([{ parameter: "endAt", detail }]);
  }
}

/** `<projectId>_<kind>_<first date>_<last date>.csv`: of the effective range, or as asked where nothing overlaps. */
function fileNameOf(kind: ExportKindName, projectId: string, { startAt, endAt }: Interval): string {
  const dateOf = (instant: number) =>
    new Date(instant).toISOString().slice(0, 10).replaceAll("-", "");
  return `${projectId}_${kind}_${dateOf(startAt)}_${dateOf(endAt)}.csv`;
}
