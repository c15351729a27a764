import { decibelsOf } from "../../acoustics/levels/decibel.ts";
import type {
  LimitException,
  LimitLevels,
  LimitRules,
  LimitWindow,
} from "../../acoustics/limits/limit-rules.ts";
import { clockOfMinute } from "../../acoustics/time/clock-text.ts";
import { requireScopes } from "../../auth/principal.ts";
import type { ProjectRecord } from "../../database/queries/sites/projects.ts";
import type { SensorRecord } from "../../database/queries/sites/sensors.ts";
import type { SiteRules } from "../../database/queries/sites/site-rules.ts";
import type { OperationContext } from "../operation-context.ts";
import { requireRules } from "../projects/rules-as-of.ts";
import { requireSensorSettings } from "../projects/sensor-settings.ts";
import { presentInterval } from "../measurements/present-interval.ts";

/** The limits of a site file in the form of the answer. */
export type PresentedSchedule = ReturnType<typeof presentRules>;

/**
 * The limits of a whole project. Scope `v0:projects:read`. Throws `forbidden`, `invalid_request` over budget,
 * `not_found`.
 */
export async function getProjectSchedule(
  context: OperationContext,
  { id }: ProjectRecord,
): Promise<PresentedSchedule> {
  authorizeSchedule(context);
  const { limits, holidays } = await requireRules(context, id);
  return presentSchedule(context, limits, holidays);
}

/** The limits of only one sensor. Scope `v0:projects:read`. Throws `forbidden`, `invalid_request`, `not_found`. */
export async function getSensorSchedule(
  context: OperationContext,
  { id, projectId }: SensorRecord,
): Promise<PresentedSchedule> {
  authorizeSchedule(context);
  const { rules } = await requireSensorSettings(context, { projectId, sensorId: id });
  return presentSchedule(context, rules.limitsOf(id), rules.holidays);
}

/** When the budget is exceeded, the other schedules of the same document are not read. */
function authorizeSchedule({ principal, budget }: OperationContext): void {
  requireScopes(principal, ["v0:projects:read"]);
  budget.requireNotExceeded();
}

/** Rules and holidays are charged like segments. */
function presentSchedule(
  { budget }: Pick<OperationContext, "budget">,
  rules: LimitRules,
  holidays: SiteRules["holidays"],
): PresentedSchedule {
  const { windows, exceptions } = rules;
  const entries = windows.length + exceptions.length + (rules.default === null ? 0 : 1);
  budget.charge(Math.floor((entries + holidays.size) / entriesPerRecord));
  return presentRules(rules, holidays);
}

/** An entry has about ten values, a sample 18. */
const entriesPerRecord = 2;

/** The lists are presented when they are selected: a project may have thousands of sensors with hundreds of entries. */
function presentRules(rules: LimitRules, holidays: SiteRules["holidays"]) {
  return {
    default: rules.default && presentLevels(rules.default),
    get windows() {
      return rules.windows.map(presentWindow);
    },
    get exceptions() {
      return rules.exceptions.map(presentException);
    },
    get holidays() {
      return Array.from(holidays, ([date, name]) => ({ date, name }));
    },
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
