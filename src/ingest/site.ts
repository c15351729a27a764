import type { ProjectId, SensorId } from "#acoustics/ids.ts";
import type { Interval } from "#acoustics/time/interval.ts";
import type { LimitRules } from "#acoustics/limits/limit-rules.ts";
import type { TimeZone } from "#acoustics/time/time-zone.ts";

/** What an operator declares of one project: a checked site file. */
export interface Site {
  readonly id: ProjectId;
  readonly name: string;
  readonly description: string | null;
  readonly timeZone: TimeZone;
  readonly location: SiteLocation | null;
  /** Null: none is configured, and data and events are unavailable. */
  readonly contract: Interval | null;
  readonly holidays: readonly SiteHoliday[];
  readonly limits: LimitRules;
  readonly classification: SiteClassification | null;
  readonly sensors: readonly SiteSensor[];
  /** Where the project's id stands. */
  readonly place: SitePlace;
}

export interface SiteSensor {
  readonly id: SensorId;
  readonly name: string;
  readonly serialNumber: string | null;
  readonly model: string | null;
  readonly location: SiteLocation | null;
  readonly limits: LimitRules;
  /** Where the sensor's id stands. */
  readonly place: SitePlace;
}

/** Degrees, WGS 84. */
export interface SiteLocation {
  readonly latitude: number;
  readonly longitude: number;
}

export interface SiteHoliday {
  /** Local date, `YYYY-MM-DD`. */
  readonly date: string;
  readonly name: string | null;
}

export interface SiteClassification {
  /** Name of the model whose classifications are served. */
  readonly model: string;
  /** 0 to 1. */
  readonly minConfidence: number;
}

/** A place in a site file, for messages to its author. */
export interface SitePlace {
  readonly file: string;
  readonly line: number;
  /** Path of the member, for example `project.sensors[2].id`. */
  readonly field: string;
}

/** What is wrong at a place. */
export interface SiteIssue extends SitePlace {
  readonly message: string;
}
