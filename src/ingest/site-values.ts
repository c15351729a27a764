import {
  type Instant,
  isCalendarDate,
  isPrintableInstant,
  matchInstant,
  parseInstant,
} from "#acoustics/time/instant.ts";
import type { Interval } from "#acoustics/time/interval.ts";
import { minutesOfDay } from "#acoustics/limits/limit-rules.ts";
import { firstInstantOfDate, lastSecondOfDate, type TimeZone } from "#acoustics/time/time-zone.ts";

/**
 * The values that a site file writes as text. A bound of the contract is an instant with its zone,
 * or a bare date, which means its first (`startAt`) or its last (`endAt`) second in the project's
 * zone: 2019-03-31 in Dublin ends at 2019-03-31T22:59:59Z.
 */
export type ContractBound =
  | { readonly kind: "instant"; readonly instant: Instant }
  | { readonly kind: "date"; readonly date: string };

export function parseContractBound(text: string): ContractBound | null {
  if (/^\d{4}-\d{2}-\d{2}$/.test(text)) {
    return isCalendarDate(text) ? { kind: "date", date: text } : null;
  }
  const instant = parseZonedInstant(text);
  return instant === null ? null : { kind: "instant", instant };
}

/** The period of two bounds, or null where it ends before it starts or a year has no four digits. */
export function resolveContract(
  contract: { readonly startAt: ContractBound; readonly endAt: ContractBound },
  zone: TimeZone,
): Interval | null {
  const startAt = resolveBound(contract.startAt, zone, firstInstantOfDate);
  const endAt = resolveBound(contract.endAt, zone, lastSecondOfDate);
  return startAt !== null && endAt !== null && startAt <= endAt ? { startAt, endAt } : null;
}

/** The instant that `text` names with date, clock time and zone, or null. */
export function parseZonedInstant(text: string): Instant | null {
  if ((matchInstant(text)?.zone ?? null) === null) return null;
  const instant = parseInstant(text);
  return instant !== null && isPrintableInstant(instant) ? instant : null;
}

/** Minutes after midnight of `HH:mm`, 0 to 1439; null where `text` is no such clock time. */
export function parseWindowStart(text: string): number | null {
  const match = /^(?<hour>[01][0-9]|2[0-3]):(?<minute>[0-5][0-9])$/.exec(text)?.groups;
  return match === undefined ? null : Number(match["hour"]) * 60 + Number(match["minute"]);
}

/** As `parseWindowStart`, and `24:00`, the end of the day. */
export function parseWindowEnd(text: string): number | null {
  return text === "24:00" ? minutesOfDay : parseWindowStart(text);
}

function resolveBound(
  bound: ContractBound,
  zone: TimeZone,
  instantOfDate: (zone: TimeZone, date: string) => Instant | null,
): Instant | null {
  return bound.kind === "instant" ? bound.instant : instantOfDate(zone, bound.date);
}
