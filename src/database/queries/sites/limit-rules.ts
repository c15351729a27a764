import type { Hundredths } from "../../../acoustics/levels/decibel.ts";
import type { LimitDay, LimitLevels, LimitRules } from "../../../acoustics/limits/limit-rules.ts";
import type { Instant } from "../../../acoustics/time/instant.ts";
import { type SQL, sql } from "drizzle-orm";
import { holidays, limitRules } from "../../tables/sites.ts";

export interface HolidayRecord {
  /** A local date, `YYYY-MM-DD`. */
  readonly date: string;
  readonly name: string | null;
}

/** One stored rule, as `limitRulesOf` selects it. Instants are milliseconds. */
export interface StoredLimitRule {
  readonly kind: (typeof limitRules.$inferSelect)["kind"];
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

/**
 * The rules of the outer query's row of `projects`, in order; with "sensor", only those of its row of `sensors`. They
 * are one JSON array, so that one statement reads everything that decides a limit from one state of the database.
 */
export function limitRulesOf(owner: "project" | "sensor"): SQL<StoredLimitRule[]> {
  const ofOwner =
    owner === "project" ? sql`r.sensor_no is null` : sql`r.sensor_no = sensors.sensor_no`;
  return sql<StoredLimitRule[]>`(select coalesce(json_agg(json_build_object(
      'kind', r.kind, 'name', r.name,
      'startAt', (extract(epoch from r.start_at) * 1000)::float8,
      'endAt', (extract(epoch from r.end_at) * 1000)::float8,
      'days', r.days, 'fromMinute', r.from_minute, 'toMinute', r.to_minute,
      'levelA', r.level_a, 'levelC', r.level_c, 'levelZ', r.level_z
    ) order by r.position), '[]'::json)
    from ${limitRules} r where r.project_no = projects.project_no and ${ofOwner})`;
}

/** The holidays of the outer query's row of `projects`, ordered by date, as a JSON array. */
export function holidaysOf(): SQL<HolidayRecord[]> {
  return sql<HolidayRecord[]>`(select coalesce(
      json_agg(json_build_object('date', h.date, 'name', h.name) order by h.date), '[]'::json)
    from ${holidays} h where h.project_no = projects.project_no)`;
}

/** The rules of stored rows, in their order. A check of the table ensures the members of each kind. */
export function composeLimitRules(stored: readonly StoredLimitRule[]): LimitRules {
  const ofKind = (kind: StoredLimitRule["kind"]) => stored.filter((rule) => rule.kind === kind);
  return {
    exceptions: ofKind("exception").map((rule) => ({
      name: rule.name,
      startAt: rule.startAt as Instant,
      endAt: rule.endAt as Instant,
      levels: levelsOf(rule),
    })),
    windows: ofKind("window").map((rule) => ({
      days: rule.days ?? [],
      fromMinute: rule.fromMinute ?? 0,
      toMinute: rule.toMinute ?? 0,
      levels: levelsOf(rule),
    })),
    default: ofKind("default").map(levelsOf)[0] ?? null,
  };
}

function levelsOf(rule: StoredLimitRule): LimitLevels {
  return {
    A: rule.levelA as Hundredths | null,
    C: rule.levelC as Hundredths | null,
    Z: rule.levelZ as Hundredths | null,
  };
}
