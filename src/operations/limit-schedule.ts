import { decibelsOf } from "#acoustics/levels/decibel.ts";
import type { LimitLevels } from "#acoustics/limits/limit-rules.ts";
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
    windows: rules.windows.map((window) => ({
      days: window.days,
      from: clockOf(window.fromMinute),
      to: clockOf(window.toMinute),
      limit: presentLevels(window.levels),
    })),
    exceptions: rules.exceptions.map((exception) => ({
      name: exception.name,
      ...presentInterval(exception),
      limit: presentLevels(exception.levels),
    })),
    holidays,
  };
}

function presentLevels({ A, C, Z }: LimitLevels) {
  return { A: decibelsOf(A), C: decibelsOf(C), Z: decibelsOf(Z) };
}

/** `HH:mm` of the minutes after midnight; 1440 is `24:00`. */
function clockOf(minute: number): string {
  const twoDigits = (value: number) => String(value).padStart(2, "0");
  return `${twoDigits(Math.floor(minute / 60))}:${twoDigits(minute % 60)}`;
}
