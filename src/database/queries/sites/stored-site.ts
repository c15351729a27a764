import { createHash } from "node:crypto";
import type { Criterion } from "../../../acoustics/assessment/criterion.ts";
import type { Periods } from "../../../acoustics/aggregates/indicators.ts";
import type { Hundredths } from "../../../acoustics/levels/decibel.ts";
import type { LimitRules } from "../../../acoustics/limits/limit-rules.ts";
import {
  type ContractConfiguration,
  parseContractConfiguration,
} from "../../../acoustics/time/contract-period.ts";
import type { Instant, Interval } from "../../../acoustics/time/instant.ts";
import type { Retention } from "../../../acoustics/time/retention.ts";
import type { LocationRecord } from "./projects.ts";

/**
 * The configuration of a project and its sensors, which the operator declares in a site file: the one stored form of a
 * site. Its values are those of the rules: instants in milliseconds, levels in hundredths of a dB, clocks in minutes.
 */
export interface StoredSite {
  readonly id: string;
  readonly name: string;
  readonly description: string | null;
  readonly permit: Permit | null;
  readonly timeZone: string;
  readonly location: LocationRecord | null;
  readonly contract: Interval | null;
  /** In order of date. */
  readonly holidays: readonly StoredHoliday[];
  readonly limits: LimitRules;
  /** In the order of the site file. */
  readonly criteria: readonly Criterion[];
  readonly classification: { readonly model: string; readonly minConfidence: number } | null;
  readonly intervalSeconds: number | null;
  readonly periods: Periods | null;
  /** How long samples and recordings are kept; null, also for the whole member: without end. */
  readonly retention: {
    readonly samples: Retention | null;
    readonly recordings: Retention | null;
  } | null;
  /** In the order of their ids. */
  readonly sensors: readonly StoredSensor[];
}

export interface StoredHoliday {
  /** A local date, `YYYY-MM-DD`. */
  readonly date: string;
  readonly name: string | null;
}

export interface StoredSensor {
  readonly id: string;
  readonly name: string;
  readonly serialNumber: string | null;
  readonly model: string | null;
  readonly location: LocationRecord | null;
  readonly limits: LimitRules;
  readonly intervalSeconds: number | null;
  /** Null: no end is declared. */
  readonly endAt: Instant | null;
  readonly microphone: Microphone | null;
  /** The performance class of the instrument (IEC 61672-1). */
  readonly class: 1 | 2 | null;
  /** In order of date. */
  readonly calibrations: readonly Calibration[];
}

/** The instrument of a sensor. */
export type Instrument = Pick<StoredSensor, "microphone" | "class" | "calibrations">;

/** The permit that a project is assessed for. */
export interface Permit {
  readonly number: string;
  readonly authority: string | null;
}

export interface Microphone {
  /** Metres above the ground. */
  readonly height: number | null;
  readonly mounting: string | null;
}

export interface Calibration {
  /** A local date, `YYYY-MM-DD`. */
  readonly date: string;
  /** The level that the instrument showed at the sound calibrator. */
  readonly level: Hundredths | null;
  readonly note: string | null;
}

/** The text of a version. Texts without a later member are as they were before it: versions have the same digests. */
export function encodeSite({ permit, sensors, ...site }: StoredSite): string {
  const encodeSensor = ({ microphone, class: its, calibrations, ...sensor }: StoredSensor) => ({
    ...sensor,
    ...(microphone && { microphone }),
    ...(its && { class: its }),
    ...(calibrations.length > 0 && { calibrations }),
  });
  return JSON.stringify({ ...site, ...(permit && { permit }), sensors: sensors.map(encodeSensor) });
}

/** The SHA-256 of the text of a version, as `site_versions` has it. */
export function digestOf(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

/** The names of the holidays of a site by their dates. */
export function holidayNames({
  holidays,
}: Pick<StoredSite, "holidays">): ReadonlyMap<string, string | null> {
  return new Map(holidays.map(({ date, name }) => [date, name]));
}

/** The site of a text of `encodeSite`. A member that is added later gets its default here. */
export function decodeSite(text: string): StoredSite {
  const site = JSON.parse(text) as EncodedSite;
  const sensors = site.sensors.map((sensor) => ({ ...noInstrument, ...sensor }));
  return { permit: null, ...site, sensors };
}

type EncodedSite = Omit<StoredSite, "permit" | "sensors"> &
  Partial<Pick<StoredSite, "permit">> & {
    readonly sensors: readonly (Omit<StoredSensor, keyof Instrument> & Partial<Instrument>)[];
  };

/** An instrument that the site does not describe. */
export const noInstrument: Instrument = { microphone: null, class: null, calibrations: [] };

/** Checks the contract of a site. */
export function parseSiteContract({
  contract,
  timeZone,
}: Pick<StoredSite, "contract" | "timeZone">): ContractConfiguration {
  const { startAt = null, endAt = null } = contract ?? {};
  return parseContractConfiguration({ startAt, endAt, timezone: timeZone });
}
