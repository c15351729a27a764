import type { Adjustment, Criterion, ReferenceRule } from "../../acoustics/assessment/criterion.ts";
import { decibelsOf, type Hundredths } from "../../acoustics/levels/decibel.ts";
import { weightings } from "../../acoustics/levels/weighting.ts";
import type { LimitLevels, LimitRules } from "../../acoustics/limits/limit-rules.ts";
import { formatClockDuration } from "../../acoustics/time/clock-duration.ts";
import { formatInstant } from "../../acoustics/time/instant.ts";
import { clockOfMinute } from "../../acoustics/time/clock-text.ts";
import type { StoredSensor, StoredSite } from "../../database/queries/sites/stored-site.ts";

/** A project or sensor in the form of a site file: plain maps, lists, texts and numbers, without empty members. */
export type Written = Readonly<Record<string, unknown>>;

type ProjectMembers = Omit<StoredSite, "id" | "sensors">;
type SensorMembers = Omit<StoredSensor, "id">;

/** The member `project` of the site file in which `apply` finds nothing to change. */
export function writeWholeSite(site: StoredSite): Written {
  const sensors = site.sensors.map((sensor) => ({ id: sensor.id, ...writeSensor(sensor) }));
  return { id: site.id, ...writeProject(site), sensors };
}

/** The members of a project besides its id and its sensors. */
export function writeProject(site: ProjectMembers): Written {
  return withoutEmpty({
    name: site.name,
    description: site.description,
    permit: site.permit && withoutEmpty({ ...site.permit }),
    timezone: site.timeZone,
    location: site.location,
    contract: site.contract && {
      startAt: formatInstant(site.contract.startAt),
      endAt: formatInstant(site.contract.endAt),
    },
    holidays: site.holidays.map(({ date, name }) => withoutEmpty({ date, name })),
    limits: writeLimits(site.limits),
    criteria: site.criteria.map(writeCriterion),
    classification: site.classification,
    intervalSeconds: site.intervalSeconds,
    periods: site.periods && {
      day: clockOfMinute(site.periods.day),
      evening: clockOfMinute(site.periods.evening),
      night: clockOfMinute(site.periods.night),
    },
    retention: site.retention && withoutEmpty({ ...site.retention }),
  } satisfies Record<Exclude<keyof ProjectMembers, "timeZone"> | "timezone", unknown>);
}

/** The members of a sensor besides its id. */
export function writeSensor(sensor: SensorMembers): Written {
  return withoutEmpty({
    name: sensor.name,
    serialNumber: sensor.serialNumber,
    model: sensor.model,
    location: sensor.location,
    limits: writeLimits(sensor.limits),
    intervalSeconds: sensor.intervalSeconds,
    endAt: sensor.endAt === null ? null : formatInstant(sensor.endAt),
    microphone: sensor.microphone && withoutEmpty({ ...sensor.microphone }),
    class: sensor.class,
    calibrations: sensor.calibrations.map(({ date, level, note }) =>
      withoutEmpty({ date, level: decibelsOf(level), note }),
    ),
  } satisfies Record<keyof SensorMembers, unknown>);
}

function writeLimits({ default: levels, windows, exceptions }: LimitRules): Written | null {
  const written = withoutEmpty({
    default: levels && writeLevels(levels),
    schedule: windows.map(({ days, fromMinute, toMinute, levels: limit }) => ({
      days,
      from: clockOfMinute(fromMinute),
      to: clockOfMinute(toMinute),
      limit: writeLevels(limit),
    })),
    exceptions: exceptions.map(({ name, startAt, endAt, levels: limit }) => ({
      ...withoutEmpty({ name }),
      startAt: formatInstant(startAt),
      endAt: formatInstant(endAt),
      limit: writeLevels(limit),
    })),
  });
  return Object.keys(written).length === 0 ? null : written;
}

function writeLevels(levels: LimitLevels): Written {
  return withoutEmpty(
    Object.fromEntries(weightings.map((weighting) => [weighting, decibelsOf(levels[weighting])])),
  );
}

function withoutEmpty(members: Written): Written {
  return Object.fromEntries(
    Object.entries(members).filter(
      ([, value]) => value !== null && !(Array.isArray(value) && value.length === 0),
    ),
  );
}

/** A criterion in the form of a site file, with its defaults (docs/contract.md, P1). */
export function writeCriterion(criterion: Criterion): Written {
  return withoutEmpty({
    id: criterion.id,
    name: criterion.name,
    level: criterion.level,
    days: criterion.days,
    from: clockOfMinute(criterion.fromMinute),
    to: clockOfMinute(criterion.toMinute),
    over: writeReference(criterion.over),
    limit: decibelsOf(criterion.limit),
    allowed: criterion.allowed,
    minCoverage: criterion.minCoverage,
    round: decibelsOf(criterion.round as number as Hundredths),
    sensors: criterion.sensors,
    startAt: criterion.startsOn,
    endAt: criterion.endsOn,
    adjustments: criterion.adjustments.map(writeAdjustment),
  });
}

function writeReference(over: ReferenceRule): unknown {
  return "seconds" in over ? { [over.kind]: formatClockDuration(over.seconds) } : over.kind;
}

function writeAdjustment({ name, days, fromMinute, toMinute, add }: Adjustment): Written {
  return withoutEmpty({
    name,
    days,
    from: fromMinute === null ? null : clockOfMinute(fromMinute),
    to: toMinute === null ? null : clockOfMinute(toMinute),
    add: decibelsOf(add),
  });
}
