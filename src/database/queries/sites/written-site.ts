import { compareIds } from "../../../acoustics/ids.ts";
import { decibelsOf } from "../../../acoustics/levels/decibel.ts";
import { weightings } from "../../../acoustics/levels/weighting.ts";
import type { LimitLevels, LimitRules } from "../../../acoustics/limits/limit-rules.ts";
import { formatInstant, isPrintableInstant } from "../../../acoustics/time/instant.ts";
import type { StoredSensor, StoredSite } from "./sites.ts";
import { writeCriterion } from "./written-criterion.ts";
import { withoutEmpty, writeClock, type Written } from "./written-parts.ts";

type ProjectMembers = Omit<StoredSite, "projectNo" | "sensors">;
type SensorMembers = Omit<StoredSensor, "sensorNo">;

/** The member `project` of the site file in which `apply` finds nothing to change. Sensors are ordered by id. */
export function writeWholeSite(id: string, stored: StoredSite): Written {
  const sensors = [...stored.sensors]
    .toSorted(([left], [right]) => compareIds(left, right))
    .map(([sensorId, sensor]) => ({ id: sensorId, ...writeSensor(sensor) }));
  return { id, ...writeProject(stored), sensors };
}

/** The members of a project besides its id and its sensors. */
export function writeProject(site: ProjectMembers): Written {
  return withoutEmpty({
    name: site.name,
    description: site.description,
    timezone: site.timeZone,
    location: site.location,
    contract: site.contract && {
      startAt: writeInstant(site.contract.startAt),
      endAt: writeInstant(site.contract.endAt),
    },
    holidays: site.holidays.map(({ date, name }) => withoutEmpty({ date, name })),
    limits: writeLimits(site.limits),
    criteria: site.criteria.map(writeCriterion),
    classification: site.classification,
    intervalSeconds: site.intervalSeconds,
    periods: site.periods && {
      day: writeClock(site.periods.day),
      evening: writeClock(site.periods.evening),
      night: writeClock(site.periods.night),
    },
    retention: site.retention && withoutEmpty({ ...site.retention }),
  } satisfies Record<FileName<keyof ProjectMembers>, unknown>);
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
    endAt: writeInstant(sensor.endAt),
  } satisfies Record<keyof SensorMembers, unknown>);
}

/** The name of a member in a file. */
export type FileName<Member extends string> = Member extends "timeZone" ? "timezone" : Member;

function writeLimits({ default: levels, windows, exceptions }: LimitRules): Written | null {
  const written = withoutEmpty({
    default: levels && writeLevels(levels),
    schedule: windows.map(({ days, fromMinute, toMinute, levels: limit }) => ({
      days,
      from: writeClock(fromMinute),
      to: writeClock(toMinute),
      limit: writeLevels(limit),
    })),
    exceptions: exceptions.map(({ name, startAt, endAt, levels: limit }) => ({
      ...withoutEmpty({ name }),
      startAt: writeInstant(startAt),
      endAt: writeInstant(endAt),
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

function writeInstant(instant: number | null): string | null {
  return instant === null || !isPrintableInstant(instant) ? null : formatInstant(instant);
}
