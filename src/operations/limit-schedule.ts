import { decibelsOf } from "#acoustics/levels/decibel.ts";
import type { LimitException, LimitLevels, LimitWindow } from "#acoustics/limits/limit-rules.ts";
import { clockOfMinute } from "#acoustics/time/wall-clock.ts";
import { requireScopes } from "#auth/principal.ts";
import type { ScheduleRecord } from "#database/queries/limit-rules.ts";
import type { ProjectRecord } from "#database/queries/projects.ts";
import type { SensorRecord } from "#database/queries/sensors.ts";
import { RequestError } from "#http/request-error.ts";
import type { OperationContext } from "./operation-context.ts";
import { presentInterval } from "./present-interval.ts";

/** Limits as the operator wrote them, as clients see them. */
export type PresentedSchedule = ReturnType<typeof presentSchedule>;

/** The limits of a whole project. Scope `v0:projects:read`. Throws `forbidden`, `not_found`. */
export async function getProjectSchedule(
  context: OperationContext,
  { projectNo }: ProjectRecord,
): Promise<PresentedSchedule> {
  authorizeSchedule(context);
  return presentSchedule(await context.loaders.projectSchedule(projectNo));
}

/** The limits of one sensor alone. Scope `v0:projects:read`. Throws `forbidden`, `not_found`. */
export async function getSensorSchedule(
  context: OperationContext,
  { sensorNo }: SensorRecord,
): Promise<PresentedSchedule> {
  authorizeSchedule(context);
  return presentSchedule(await context.loaders.sensorSchedule(sensorNo));
}

function authorizeSchedule({ principal }: OperationContext): void {
  requireScopes(principal, ["v0:projects:read"]);
}

/** Null is a project or sensor that is no longer granted. */
function presentSchedule(schedule: ScheduleRecord | null) {
  if (schedule === null) throw RequestError.of("not_found");
  const { rules, holidays } = schedule;
  return {
    default: rules.default && presentLevels(rules.default),
    windows: rules.windows.map(presentWindow),
    exceptions: rules.exceptions.map(presentException),
    holidays,
  };
}

/** A window, as clients see it. */
export function presentWindow({ days, fromMinute, toMinute, levels }: LimitWindow) {
  const [from, to] = [clockOfMinute(fromMinute), clockOfMinute(toMinute)];
  return { days, from, to, limit: presentLevels(levels) };
}

/** An exception, as clients see it. */
export function presentException({ name, startAt, endAt, levels }: LimitException) {
  return { name, ...presentInterval({ startAt, endAt }), limit: presentLevels(levels) };
}

function presentLevels({ A, C, Z }: LimitLevels) {
  return { A: decibelsOf(A), C: decibelsOf(C), Z: decibelsOf(Z) };
}
