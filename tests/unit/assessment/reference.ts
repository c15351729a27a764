import type { Calendar, Criterion } from "../../../src/acoustics/assessment/criterion.ts";
import type { LimitDay } from "../../../src/acoustics/limits/limit-rules.ts";
import type { Instant } from "../../../src/acoustics/time/instant.ts";
import { localTimeOf } from "../local-time.ts";
import type { Sample } from "./criteria.ts";

/*
 * A second implementation of docs/contract.md, P1 to P3, slow and plain, for tests: it searches windows minute by
 * minute, and adds the samples of each reference time up from the start. It shares no code with the rules.
 */

interface Reference {
  readonly start: number;
  readonly end: number;
  readonly level: number | null;
  readonly coverage: number;
  readonly verdict: string;
}

/** The answers for the windows of the dates around a second, oldest first. */
export function assessByHand(
  criterion: Criterion,
  calendar: Calendar,
  around: number,
  samples: readonly Sample[],
  interval: number,
) {
  const clock = minutesAround(calendar.timeZone, around);
  const dates = [-3, -2, -1, 0, 1, 2, 3].map((days) => dateAfter(isoDate(around), days));
  return dates
    .filter((date) => speaksOf(criterion.days, calendar, date))
    .filter((date) => (criterion.startsOn ?? date) <= date && date <= (criterion.endsOn ?? date))
    .flatMap((date) => {
      const window = windowByHand(criterion, clock, date);
      return window === null ? [] : [assessOne(criterion, calendar, window, samples, interval)];
    });
}

/** Each minute of some days before and after, with the local time that it shows. */
function minutesAround(zone: string, around: number): { second: number; local: string }[] {
  const first = Math.floor(around / 86_400) * 86_400 - 5 * 86_400;
  return Array.from({ length: 11 * 1440 }, (_, minute) => {
    const second = first + minute * 60;
    return { second, local: localTimeOf(zone, (second * 1000) as Instant).slice(0, 16) };
  });
}

function windowByHand(
  { fromMinute, toMinute }: Criterion,
  clock: readonly { second: number; local: string }[],
  date: string,
): { start: number; end: number } | null {
  const from = clockText(fromMinute);
  const start = clock.find(
    ({ local }) => local.startsWith(date) && local.slice(11) >= from,
  )?.second;
  if (start === undefined) return null;
  const next = dateAfter(date, 1);
  const endShows =
    toMinute === 1440 || toMinute <= fromMinute
      ? `${next}T${clockText(toMinute % 1440)}`
      : `${date}T${clockText(toMinute)}`;
  const end = clock.find(({ second, local }) => second >= start && local >= endShows)?.second;
  return end === undefined || end === start ? null : { start, end };
}

function assessOne(
  criterion: Criterion,
  calendar: Calendar,
  window: { start: number; end: number },
  all: readonly Sample[],
  interval: number,
) {
  const { over, limit, allowed, minCoverage } = criterion;
  const inside = all.filter(({ second }) => window.start <= second && second < window.end);
  const counted = inside.flatMap((sample) => {
    if (sample.isExcluded === true || sample.level === null) return [];
    const speaking = adjustmentsAt(criterion, calendar, sample.second);
    const added = speaking.reduce(
      (sum, place) => sum + (criterion.adjustments[place]?.add ?? 0),
      0,
    );
    return [{ ...sample, rated: Math.round(sample.level * 100) + added, speaking }];
  });
  const seconds = window.end - window.start;
  const isHighest = criterion.level === "LAFmax" || criterion.level === "LCpeak";
  const isTooLong = "seconds" in over && over.seconds < interval;

  const judge = (start: number, end: number, of: typeof counted): Reference => {
    const length = end - start;
    const covered = total(of.map(({ duration }) => duration));
    const coverage = over.kind === "sample" ? 1 : Math.min(1, covered / length);
    if (of.length === 0) return { start, end, level: null, coverage, verdict: "undecided" };
    const energy = total(of.map(({ duration, rated }) => duration * 10 ** (rated / 1000)));
    const unrounded = isHighest
      ? Math.max(...of.map(({ rated }) => rated))
      : 1000 * Math.log10(energy / covered);
    const level = round(unrounded, criterion.round);
    const withSilence = round(
      1000 * Math.log10(energy / Math.max(length, covered)),
      criterion.round,
    );
    const isCertain = isHighest || withSilence > limit;
    const isCovered = coverage >= minCoverage;
    const verdict =
      level > limit && (isCovered || isCertain)
        ? "exceeded"
        : level <= limit && isCovered
          ? "kept"
          : "undecided";
    return { start, end, level, coverage, verdict };
  };
  const between = (start: number, end: number) =>
    judge(
      start,
      end,
      counted.filter(({ second }) => start <= second && second < end),
    );

  const references: Reference[] = [];
  if (over.kind === "window") references.push(between(window.start, window.end));
  if (over.kind === "block" && !isTooLong) {
    for (let at = window.start; at + over.seconds <= window.end; at += over.seconds) {
      references.push(between(at, at + over.seconds));
    }
  }
  for (const sample of counted) {
    const { second, duration } = sample;
    if (over.kind === "sample") references.push(judge(second, second + duration, [sample]));
    if (over.kind !== "rolling" || isTooLong || second + over.seconds > window.end) continue;
    references.push(between(second, second + over.seconds));
  }

  const exceeded = references.filter(({ verdict }) => verdict === "exceeded");
  const undecided = references.filter(({ verdict }) => verdict === "undecided");
  let verdict = "undecided";
  if (exceeded.length > allowed) verdict = "exceeded";
  else if (references.length > 0 && exceeded.length + undecided.length <= allowed) verdict = "kept";
  let reason: string | null = null;
  if (verdict === "undecided") {
    if (isTooLong) reason = "interval_too_long";
    else if (counted.length === 0) reason = "no_samples";
    else reason = references.length > 0 ? "low_coverage" : "no_reference_time";
  }
  let worst: Reference | null = null;
  for (const one of references) {
    if (one.level !== null && one.level > (worst?.level ?? -Infinity)) worst = one;
  }
  const covered = total(counted.map(({ duration }) => duration));
  const energy = total(counted.map(({ duration, rated }) => duration * 10 ** (rated / 1000)));
  const last = counted.at(-1);
  const hasBudget = over.kind === "window" && !isHighest;
  return {
    start: window.start,
    end: window.end,
    samples: counted.length,
    coveredSeconds: covered,
    excludedSeconds: total(inside.map(({ isExcluded, duration }) => (isExcluded ? duration : 0))),
    coverage: Math.min(1, covered / seconds),
    verdict,
    reason,
    references: references.length,
    exceeded: exceeded.length,
    undecided: undecided.length,
    worst,
    exceedances: exceeded.slice(0, 100),
    adjustments: criterion.adjustments.flatMap(({ name, add }, place) => {
      const of = counted.filter(({ speaking }) => speaking.includes(place));
      const spoken = total(of.map(({ duration }) => duration));
      return spoken === 0 ? [] : [{ name, add, seconds: spoken }];
    }),
    budgetUsed: hasBudget ? energy / (seconds * 10 ** (limit / 1000)) : null,
    remainingSeconds: !hasBudget
      ? null
      : last === undefined
        ? seconds
        : Math.max(0, window.end - last.second - last.duration),
    budgetLeft: seconds * 10 ** (limit / 1000) - energy,
  };
}

/** The places of the adjustments that speak of a second. */
function adjustmentsAt(criterion: Criterion, calendar: Calendar, second: number): number[] {
  const [date = "", clock = ""] = localTimeOf(calendar.timeZone, (second * 1000) as Instant).split(
    "T",
  );
  const [hours = 0, minutes = 0] = clock.split(":").map(Number);
  const minute = hours * 60 + minutes;
  return criterion.adjustments.flatMap(({ days, fromMinute, toMinute }, place) => {
    const [from, to] = [fromMinute ?? 0, toMinute ?? 1440];
    const length = to > from ? to - from : to - from + 1440;
    const speaks = [0, 1].some((before) => {
      const elapsed = minute + before * 1440 - from;
      return elapsed >= 0 && elapsed < length && speaksOf(days, calendar, dateAfter(date, -before));
    });
    return speaks ? [place] : [];
  });
}

function speaksOf(days: readonly LimitDay[], calendar: Calendar, date: string): boolean {
  if (calendar.holidays.has(date)) return days.includes("holiday");
  const names = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"] as const;
  return days.includes(names[new Date(`${date}T00:00:00Z`).getUTCDay()] ?? "sun");
}

/** Rounds hundredths to a step, halves away from zero. A value that is nearly a half counts as one. */
function round(hundredths: number, step: number): number {
  const steps = Math.floor(Math.abs(hundredths) / step + 0.5 + 1e-9);
  return Math.sign(hundredths) * steps * step + 0;
}

function total(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0);
}

function clockText(minute: number): string {
  return new Date(minute * 60_000).toISOString().slice(11, 16);
}

function isoDate(second: number): string {
  return new Date(second * 1000).toISOString().slice(0, 10);
}

function dateAfter(date: string, days: number): string {
  return isoDate(Date.parse(date) / 1000 + days * 86_400);
}
