import { createHash } from "node:crypto";
import type { Criterion } from "../../../acoustics/assessment/criterion.ts";
import type { Periods } from "../../../acoustics/aggregates/indicators.ts";
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
}

/** The text of a version. */
export function encodeSite(site: StoredSite): string {
  return JSON.stringify(site);
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
  return JSON.parse(text) as StoredSite;
}

/** Checks the contract of a site. */
export function parseSiteContract({
  contract,
  timeZone,
}: Pick<StoredSite, "contract" | "timeZone">): ContractConfiguration {
  const { startAt = null, endAt = null } = contract ?? {};
  return parseContractConfiguration({ startAt, endAt, timezone: timeZone });
}
