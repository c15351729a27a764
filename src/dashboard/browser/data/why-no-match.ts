import type { LimitOwner, LimitSource } from "../../../acoustics/limits/limit-rules.ts";
import type { LimitExplanationFacts, Schedules } from "./explanation-facts.ts";
import { dayAndMonth, type LimitWindow, longDate, type ScheduleFacts } from "./limit-words.ts";

/** Why no rule of a source matches. */
export function whyNot(
  source: Exclude<LimitSource, "none">,
  explanation: LimitExplanationFacts,
  schedules: Schedules,
): string {
  const [owner, kind] = source.split("_") as [
    LimitOwner,
    "exception" | "holiday" | "schedule" | "default",
  ];
  const schedule = schedules[owner];
  if (schedule === null) return "does not match";
  if (kind === "exception") return whyNoException(schedule, explanation);
  if (kind === "default") return noneFor(owner, explanation);
  if (kind === "schedule") return whyNoWindow(schedule, owner, explanation);
  const holidays = new Set(
    [schedules.sensor, schedules.project].flatMap(
      (of) => of?.holidays.map(({ date }) => date) ?? [],
    ),
  );
  return whyNoHoliday(schedule, owner, holidays, explanation);
}

function whyNoException(
  { exceptions }: ScheduleFacts,
  { at, fweighting }: LimitExplanationFacts,
): string {
  const instant = Date.parse(at);
  const covering = exceptions.findIndex(
    ({ startAt, endAt }) => Date.parse(startAt) <= instant && instant < Date.parse(endAt),
  );
  if (covering === -1) return "no exception covers this instant";
  return `exception ${covering + 1} covers this instant, but has no limit for ${fweighting}`;
}

function whyNoWindow(
  { windows }: ScheduleFacts,
  owner: LimitOwner,
  explanation: LimitExplanationFacts,
): string {
  const own = windows.filter(
    ({ days, limit }) =>
      limit[explanation.fweighting] !== null && days.some((day) => day !== "holiday"),
  );
  if (own.length === 0) return noneFor(owner, explanation);
  return `no window covers ${longDate(explanation.date)} ${clockOf(explanation)}`;
}

/** A window belongs to the day on which it starts: before its end, the holiday of the day before may count. */
function whyNoHoliday(
  { windows }: ScheduleFacts,
  owner: LimitOwner,
  holidays: ReadonlySet<string>,
  explanation: LimitExplanationFacts,
): string {
  const { date, fweighting } = explanation;
  const clock = clockOf(explanation);
  const own = windows.filter(
    ({ days, limit }) => limit[fweighting] !== null && days.includes("holiday"),
  );
  const dates = [
    ...new Set(own.flatMap((window) => startOfOccurrence(window, date, clock) ?? [])),
  ].toSorted();
  const [first = date, second] = dates;
  if (second !== undefined) {
    return `neither ${dayAndMonth(first)} nor ${dayAndMonth(second)} is a holiday`;
  }
  if (!holidays.has(first)) return `${dayAndMonth(first)} is no holiday`;
  if (own.length === 0) return noneFor(owner, explanation);
  return `no window for holidays covers ${clock} on ${dayAndMonth(date)}`;
}

/** The date on which a window starts that covers the clock on a date; null where its hours do not. */
function startOfOccurrence({ from, to }: LimitWindow, date: string, clock: string): string | null {
  // `HH:mm` sorts as text.
  const isOvernight = to <= from;
  if (from <= clock && (isOvernight || clock < to)) return date;
  return isOvernight && clock < to ? dayBefore(date) : null;
}

function dayBefore(date: string): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) - 86_400_000).toISOString().slice(0, 10);
}

function noneFor(owner: LimitOwner, { fweighting }: LimitExplanationFacts): string {
  return `${owner} has none for ${fweighting}`;
}

/** `23:40` of `2026-11-16T23:40:00+00:00`. */
function clockOf({ localTime }: LimitExplanationFacts): string {
  return localTime.slice(11, 16);
}
