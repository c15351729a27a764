import { type SQL, sql } from "drizzle-orm";
import type { Hundredths } from "#acoustics/levels/decibel.ts";
import type { Instant } from "#acoustics/time/instant.ts";
import type { LimitDay, LimitLevels, LimitRules } from "#acoustics/limits/limit-rules.ts";
import { holidays } from "#database/tables/holidays.ts";
import { limitRules } from "#database/tables/limit-rules.ts";

/** One stored entry, as `limitRulesOf` selects it. Instants are milliseconds. */
export interface StoredLimitRule {
  readonly kind: (typeof limitRules.$inferSelect)["kind"];
  readonly own: boolean;
  readonly name: string | null;
  readonly startAt: number | null;
  readonly endAt: number | null;
  readonly days: LimitDay[] | null;
  readonly fromMinute: number | null;
  readonly toMinute: number | null;
  readonly levelA: number | null;
  readonly levelC: number | null;
  readonly levelZ: number | null;
}

export interface HolidayRecord {
  readonly date: string;
  readonly name: string | null;
}

/**
 * The entries of the outer query's row of `projects`, and with "sensor" also those of its row of
 * `sensors`, in order; `own` tells the sensor's. A JSON array, so that all that decides a limit is
 * read in one statement and therefore from one state of the database.
 */
export function limitRulesOf(owner: "project" | "sensor"): SQL<StoredLimitRule[]> {
  const ofOwner =
    owner === "project"
      ? sql`r.sensor_key is null`
      : sql`(r.sensor_key is null or r.sensor_key = sensors.key)`;
  return sql<StoredLimitRule[]>`(select coalesce(json_agg(json_build_object(
      'kind', r.kind, 'own', r.sensor_key is not null, 'name', r.name,
      'startAt', (extract(epoch from r.start_at) * 1000)::float8,
      'endAt', (extract(epoch from r.end_at) * 1000)::float8,
      'days', r.days, 'fromMinute', r.from_minute, 'toMinute', r.to_minute,
      'levelA', r.level_a, 'levelC', r.level_c, 'levelZ', r.level_z
    ) order by r.position), '[]'::json)
    from ${limitRules} r where r.project_key = projects.key and ${ofOwner})`;
}

/** The holidays of the outer query's row of `projects` in order of date, as a JSON array. */
export function holidaysOf(): SQL<HolidayRecord[]> {
  return sql<HolidayRecord[]>`(select coalesce(
      json_agg(json_build_object('date', h.date, 'name', h.name) order by h.date), '[]'::json)
    from ${holidays} h where h.project_key = projects.key)`;
}

/** The rules that stored entries, in order, describe. */
export function composeLimitRules(stored: readonly StoredLimitRule[]): LimitRules {
  return {
    exceptions: stored.filter(isException).map((rule) => ({
      name: rule.name,
      startAt: rule.startAt as Instant,
      endAt: rule.endAt as Instant,
      levels: levelsOf(rule),
    })),
    windows: stored.filter(isWindow).map((rule) => ({
      days: rule.days,
      fromMinute: rule.fromMinute,
      toMinute: rule.toMinute,
      levels: levelsOf(rule),
    })),
    default: stored.filter((rule) => rule.kind === "default").map(levelsOf)[0] ?? null,
  };
}

function isException(
  rule: StoredLimitRule,
): rule is StoredLimitRule & { startAt: number; endAt: number } {
  return rule.kind === "exception";
}

function isWindow(
  rule: StoredLimitRule,
): rule is StoredLimitRule & { days: LimitDay[]; fromMinute: number; toMinute: number } {
  return rule.kind === "window";
}

function levelsOf(rule: StoredLimitRule): LimitLevels {
  return {
    A: rule.levelA as Hundredths | null,
    C: rule.levelC as Hundredths | null,
    Z: rule.levelZ as Hundredths | null,
  };
}
