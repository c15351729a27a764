import { decibelsOf } from "../../acoustics/levels/decibel.ts";
import type {
  LimitException,
  LimitLevels,
  LimitRules,
  LimitWindow,
} from "../../acoustics/limits/limit-rules.ts";
import { clockOfMinute } from "../../acoustics/time/clock-text.ts";
import { requireScopes } from "../../auth/principal.ts";
import { composeLimitRules } from "../../database/queries/sites/limit-rules.ts";
import type { ScheduleRecord } from "../../database/queries/sites/limit-schedules.ts";
import type { ProjectRecord } from "../../database/queries/sites/projects.ts";
import type { SensorRecord } from "../../database/queries/sites/sensors.ts";
import { RequestError } from "../../http/requests/request-error.ts";
import type { OperationContext } from "../operation-context.ts";
import { presentInterval } from "../measurements/present-interval.ts";

/** The limits of a site file in the form of the answer. */
export type PresentedSchedule = ReturnType<typeof presentRules>;

/**
 * The limits of a whole project. Scope `v0:projects:read`. Throws `forbidden`, `invalid_request` over budget,
 * `not_found`.
 */
export async function getProjectSchedule(
  context: OperationContext,
  { projectNo }: ProjectRecord,
): Promise<PresentedSchedule> {
  authorizeSchedule(context);
  return presentSchedule(context, await context.loaders.projectSchedule(projectNo));
}

/** The limits of only one sensor. Scope `v0:projects:read`. Throws `forbidden`, `invalid_request`, `not_found`. */
export async function getSensorSchedule(
  context: OperationContext,
  { sensorNo }: SensorRecord,
): Promise<PresentedSchedule> {
  authorizeSchedule(context);
  return presentSchedule(context, await context.loaders.sensorSchedule(sensorNo));
}

/** When the budget is exceeded, the other schedules of the same document are not read. */
function authorizeSchedule({ principal, budget }: OperationContext): void {
  requireScopes(principal, ["v0:projects:read"]);
  budget.requireNotExceeded();
}

/** Null for a project or sensor that is no longer granted. Rules and holidays are charged like segments. */
function presentSchedule(
  { budget }: OperationContext,
  schedule: ScheduleRecord | null,
): PresentedSchedule {
  if (schedule === null) throw RequestError.of("not_found");
  const entries = schedule.rules.length + schedule.holidays.length;
  budget.charge(Math.floor(entries / entriesPerRecord));
  return presentRules(composeLimitRules(schedule.rules), schedule.holidays);
}

/** An entry has about ten values, a sample 18. */
const entriesPerRecord = 2;

/** The lists are presented when they are selected: a project may have thousands of sensors with hundreds of entries. */
function presentRules(rules: LimitRules, holidays: ScheduleRecord["holidays"]) {
  return {
    default: rules.default && presentLevels(rules.default),
    get windows() {
      return rules.windows.map(presentWindow);
    },
    get exceptions() {
      return rules.exceptions.map(presentException);
    },
    holidays,
  };
}

export function presentWindow({ days, fromMinute, toMinute, levels }: LimitWindow) {
  const [from, to] = [clockOfMinute(fromMinute), clockOfMinute(toMinute)];
  return { days, from, to, limit: presentLevels(levels) };
}

export function presentException({ name, startAt, endAt, levels }: LimitException) {
  return { name, ...presentInterval({ startAt, endAt }), limit: presentLevels(levels) };
}

function presentLevels({ A, C, Z }: LimitLevels) {
  return { A: decibelsOf(A), C: decibelsOf(C), Z: decibelsOf(Z) };
}
