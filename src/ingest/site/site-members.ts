import { decibelsOf } from "../../acoustics/levels/decibel.ts";
import { weightings } from "../../acoustics/levels/weighting.ts";
import type { LimitLevels, LimitRules } from "../../acoustics/limits/limit-rules.ts";
import { formatInstant, type Instant } from "../../acoustics/time/instant.ts";
import type { StoredSensor, StoredSite } from "../../database/queries/sites/sites.ts";

const noRules: LimitRules = { exceptions: [], windows: [], default: null };

/** The members of a sensor in a site file, empty. */
export const emptySensor = {
  name: null,
  serialNumber: null,
  model: null,
  location: null,
  limits: noRules,
  intervalSeconds: null,
};

/** The members of a project in a site file besides its sensors, empty. */
export const emptyProject = {
  name: null,
  description: null,
  timeZone: null,
  location: null,
  contract: null,
  holidays: [],
  limits: noRules,
  classification: null,
  intervalSeconds: null,
  periods: null,
  retention: null,
};

export type ProjectMember = keyof typeof emptyProject;
export type SensorMember = keyof typeof emptySensor;

/**
 * A project or a sensor as a site file writes it: plain maps, lists, texts and numbers. What is empty is left out.
 */
export type Written = Readonly<Record<string, unknown>>;

/** The members of a project besides its id and its sensors. */
export function writeProject(site: Pick<StoredSite, ProjectMember>): Written {
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
    classification: site.classification,
    intervalSeconds: site.intervalSeconds,
    periods: site.periods && {
      day: writeClock(site.periods.day),
      evening: writeClock(site.periods.evening),
      night: writeClock(site.periods.night),
    },
    retention: site.retention && withoutEmpty({ ...site.retention }),
  } satisfies Record<FileName<ProjectMember>, unknown>);
}

/** The members of a sensor besides its id. */
export function writeSensor(sensor: Pick<StoredSensor, SensorMember>): Written {
  return withoutEmpty({
    name: sensor.name,
    serialNumber: sensor.serialNumber,
    model: sensor.model,
    location: sensor.location,
    limits: writeLimits(sensor.limits),
    intervalSeconds: sensor.intervalSeconds,
  } satisfies Record<SensorMember, unknown>);
}

/** The name of a member in a file. */
type FileName<Member extends string> = Member extends "timeZone" ? "timezone" : Member;

export function fileNameOf<Member extends ProjectMember>(member: Member): FileName<Member> {
  return (member === "timeZone" ? "timezone" : member) as FileName<Member>;
}

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

/** `HH:mm`; 1440 minutes are `24:00`. */
function writeClock(minute: number): string {
  const digits = (value: number) => String(value).padStart(2, "0");
  return `${digits(Math.floor(minute / 60))}:${digits(minute % 60)}`;
}

function writeInstant(instant: number | null): string | null {
  return instant === null ? null : formatInstant(instant as Instant);
}

function withoutEmpty(members: Written): Written {
  return Object.fromEntries(
    Object.entries(members).filter(
      ([, value]) => value !== null && !(Array.isArray(value) && value.length === 0),
    ),
  );
}
