import { setImmediate } from "node:timers/promises";
import { bucketCounts } from "../../acoustics/aggregates/arguments.ts";
import type { BucketKind } from "../../acoustics/aggregates/buckets.ts";
import { tooManyWindows, windowsPerField } from "../../acoustics/assessment/bounds.ts";
import { compareIds } from "../../acoustics/ids.ts";
import type { Weighting } from "../../acoustics/levels/weighting.ts";
import {
  clampToContract,
  type SecondRange,
  secondsInside,
} from "../../acoustics/time/contract-period.ts";
import type { Interval } from "../../acoustics/time/instant.ts";
import type { Scope } from "../../auth/scopes.ts";
import type { GrantedSensorNo } from "../../database/queries/keys/grants.ts";
import { mayStillRead } from "../../database/queries/keys/may-still-read.ts";
import { RequestError } from "../../http/requests/request-error.ts";
import { bucketsOf, listAtMost, requireFewLimitDays } from "../aggregates/buckets-of-range.ts";
import { openSourceWithinBounds } from "../aggregates/open-source.ts";
import {
  type AuthorizedAssessments,
  authorizedOf,
  readNamedRules,
} from "../assessment/authorize-assessments.ts";
import { planWindows } from "../assessment/plan-windows.ts";
import type { OperationContext } from "../operation-context.ts";
import {
  type ReadableSensor,
  requireReadableSensor,
  requireSensorSettings,
  type SensorReference,
} from "../projects/sensor-settings.ts";
import { type ExportedSensor, type ExportOptions, exportSensor } from "./exported-sensor.ts";

export interface RequestedExport extends ExportOptions {
  readonly projectId: string;
  /** Empty: all sensors that the key may read. */
  readonly sensorIds: readonly string[];
  readonly range: Interval;
}

/** The kinds of export of samples inside the contract, with the scopes of each in the order of their checks. */
export const exportScopes = {
  measurements: ["v0:data:read"],
  aggregates: ["v0:data:read"],
  indicators: ["v0:data:read"],
  assessments: ["v0:projects:read", "v0:data:read"],
  episodes: ["v0:events:read"],
} as const satisfies Record<string, readonly Scope[]>;

export type ExportKindName = keyof typeof exportScopes;

export const exportKindNames = Object.keys(exportScopes) as readonly ExportKindName[];

/**
 * Opens every sensor of an export before the head of the answer is sent. Throws, in this order: `not_found`;
 * `invalid_request` of `criterionId` and `asOf`; `contract_unavailable`; `invalid_request` of `endAt` beyond the bounds
 * of a sensor.
 */
export async function openExport(
  context: OperationContext,
  kind: ExportKindName,
  requested: RequestedExport,
): Promise<{ readonly sensors: readonly ExportedSensor[]; readonly fileName: string }> {
  const { projectId, sensorIds, range, bucket, weighting } = requested;
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
  const isAssessed = kind === "assessments";
  const named = isAssessed ? await readRules(context, references, requested) : null;
  const readable = await Promise.all(
    references.map((reference) => requireReadableSensor(context, reference)),
  );
  if (project.contract === null) throw RequestError.of("contract_unavailable");
  const { effectiveRange } = clampToContract(range, project.contract);
  const seconds = effectiveRange && secondsInside(effectiveRange);
  const fileName = fileNameOf(kind, projectId, effectiveRange ?? range);
  if (seconds === null) return { sensors: [], fileName };
  if (kind === "aggregates") await requireFewBuckets(readable, seconds, bucket, weighting);
  const assessed = readable.map((sensor) =>
    assessedOf(sensor, isAssessed ? (named ?? sensor.rules) : null, requested),
  );
  await requireFewWindows(assessed, seconds);
  const { database, principal, request } = context;
  const mayGoOn = async (sensorNo: GrantedSensorNo) => {
    const checks = exportScopes[kind].map((scope) =>
      mayStillRead(database, principal.keyId, { sensorNo, scope, now: request.clock() }),
    );
    return !(await Promise.all(checks)).includes(false);
  };
  const session = { database, grants: principal.keyId, now: request.now, mayGoOn };
  const sensors = await Promise.all(
    assessed.map(async ({ sensor, ...rules }) =>
      exportSensor(session, sensor, await openSourceWithinBounds(context, sensor, seconds), rules),
    ),
  );
  return { sensors, fileName };
}

type Rules = Parameters<typeof authorizedOf>[1];

/** The criteria of an export. Throws `invalid_request` of `criterionId` and of `asOf`. */
async function readRules(
  context: OperationContext,
  [first]: readonly SensorReference[],
  { criterionIds, asOf }: RequestedExport,
): Promise<Rules | null> {
  if (first === undefined) return null;
  const named = { criteria: criterionIds, asOf };
  const { rules, issues } = await readNamedRules(context, first, named);
  if (issues.length > 0) {
    throw RequestError.invalidRequest(
      issues.map(({ parameter, detail }) => ({
        parameter: parameter === "criteria" ? "criterionId" : parameter,
        detail,
      })),
    );
  }
  return rules;
}

/** A sensor with its exported criteria; none for another kind of export. */
function assessedOf(
  sensor: ReadableSensor,
  rules: Rules | null,
  { criterionIds }: RequestedExport,
): AuthorizedAssessments {
  const criteria = criterionIds.length === 0 ? null : criterionIds;
  return authorizedOf(sensor, rules ?? { ...sensor.rules, criteria: [] }, { criteria });
}

/** Throws `invalid_request` of `endAt` if a sensor has more windows than the bound. */
async function requireFewWindows(
  sensors: readonly AuthorizedAssessments[],
  seconds: SecondRange,
): Promise<void> {
  const isWithin = (criteria: AuthorizedAssessments["criteria"]) => {
    const [first] = sensors;
    if (first === undefined || criteria.length === 0) return true;
    return planWindows(criteria, first.calendar, seconds, windowsPerField) !== null;
  };
  // Most projects are within the bound with all their criteria at once.
  if (isWithin([...new Set(sensors.flatMap(({ criteria }) => criteria))])) return;
  for (const { criteria } of sensors) {
    if (!isWithin(criteria)) throw RequestError.invalidRequest([tooManyWindows]);
    await setImmediate();
  }
}

/** Throws `invalid_request` of `endAt` if a sensor has more buckets, or more days of limits, than one may have. */
async function requireFewBuckets(
  sensors: readonly ReadableSensor[],
  seconds: SecondRange,
  bucket: BucketKind,
  weighting: Weighting,
): Promise<void> {
  requireFewLimitDays(bucket, seconds);
  // Only limits differ between the sensors of a project.
  const schedules = new Set(sensors.map(({ reading }) => reading.schedule));
  for (const schedule of bucket === "limit" ? schedules : [...schedules].slice(0, 1)) {
    const buckets = bucketsOf(schedule, bucket, weighting, seconds);
    if (listAtMost(buckets, bucketCounts.highest) === null) {
      const most = bucketCounts.highest.toLocaleString("en");
      const detail = `is too late: a range may have at most ${most} buckets`;
      throw RequestError.invalidRequest([{ parameter: "endAt", detail }]);
    }
    await setImmediate();
  }
}

/** `<projectId>_<kind>_<first date>_<last date>.csv`: of the effective range, or the requested one. */
function fileNameOf(kind: ExportKindName, projectId: string, { startAt, endAt }: Interval): string {
  const dateOf = (instant: number) =>
    new Date(instant).toISOString().slice(0, 10).replaceAll("-", "");
  return `${projectId}_${kind}_${dateOf(startAt)}_${dateOf(endAt)}.csv`;
}
