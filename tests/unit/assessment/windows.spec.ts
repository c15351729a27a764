import { expect, test } from "../../support/expect.ts";
import { leastWindows, windowsOf } from "../../../src/acoustics/assessment/windows.ts";
import { planWindows } from "../../../src/operations/assessment/plan-windows.ts";
import { dateOf } from "../../../src/acoustics/time/calendar-day.ts";
import { formatLocalDateTime } from "../../../src/acoustics/time/local-day.ts";
import { zoneOf } from "../limit-schedules.ts";
import { calendarOf, criterionOf, type CriterionWords, secondOf } from "./criteria.ts";

/** The windows that meet a range, as `date: local start to local end, hours`. */
function listed(
  zone: string,
  words: CriterionWords,
  [from, to]: readonly [string, string],
  ...holidays: string[]
): string[] {
  const range = { first: secondOf(from), last: secondOf(to) };
  const local = (second: number) => formatLocalDateTime(zoneOf(zone), second);
  const windows = windowsOf(criterionOf(words), calendarOf(zone, ...holidays), range);
  return [...windows].map(
    ({ day, start, end }) =>
      `${dateOf(day)}: ${local(start)} to ${local(end)}, ${(end - start) / 3600} h`,
  );
}

/** One window: in a zone, by a clock, on a date. Null: there is none. */
const table: readonly (readonly [
  zone: string,
  date: string,
  clock: string,
  window: string | null,
])[] = [
  // The clock goes from 01:00+00:00 to 02:00+01:00.
  ["Europe/Dublin", "2019-03-30", "22:00-07:00", "22:00+00:00 to 07:00+01:00, 8 h"],
  ["Europe/Dublin", "2019-03-31", "00:00-24:00", "00:00+00:00 to 00:00+01:00, 23 h"],
  ["Europe/Dublin", "2019-03-31", "01:30-03:00", "02:00+01:00 to 03:00+01:00, 1 h"],
  ["Europe/Dublin", "2019-03-30", "22:00-01:30", "22:00+00:00 to 02:00+01:00, 3 h"],
  ["Europe/Dublin", "2019-03-31", "01:15-01:45", null],
  ["Europe/Dublin", "2019-03-31", "00:30-01:00", "00:30+00:00 to 02:00+01:00, 0.5 h"],
  ["Europe/Dublin", "2019-03-30", "07:00-07:00", "07:00+00:00 to 07:00+01:00, 23 h"],
  // The clock goes from 02:00+01:00 to 01:00+00:00.
  ["Europe/Dublin", "2019-10-26", "22:00-07:00", "22:00+01:00 to 07:00+00:00, 10 h"],
  ["Europe/Dublin", "2019-10-27", "00:00-24:00", "00:00+01:00 to 00:00+00:00, 25 h"],
  ["Europe/Dublin", "2019-10-27", "01:30-02:00", "01:30+01:00 to 02:00+00:00, 1.5 h"],
  ["Europe/Dublin", "2019-10-27", "01:30-01:45", "01:30+01:00 to 01:45+01:00, 0.25 h"],
  ["Europe/Dublin", "2019-10-26", "23:00-01:30", "23:00+01:00 to 01:30+01:00, 2.5 h"],
  ["Europe/Dublin", "2019-06-03", "07:00-18:00", "07:00+01:00 to 18:00+01:00, 11 h"],
  ["Europe/Dublin", "2019-06-03", "18:00-00:00", "18:00+01:00 to 00:00+01:00, 6 h"],
  ["America/New_York", "2019-03-09", "22:00-07:00", "22:00-05:00 to 07:00-04:00, 8 h"],
  ["America/New_York", "2019-03-10", "02:30-02:45", null],
  ["America/New_York", "2019-11-02", "22:00-07:00", "22:00-04:00 to 07:00-05:00, 10 h"],
  ["America/New_York", "2019-11-03", "01:00-24:00", "01:00-04:00 to 00:00-05:00, 24 h"],
  ["Asia/Kolkata", "2019-03-31", "22:00-07:00", "22:00+05:30 to 07:00+05:30, 9 h"],
  ["Asia/Kolkata", "2019-03-31", "06:15-06:15", "06:15+05:30 to 06:15+05:30, 24 h"],
  // The clock goes from 02:00+11:00 to 01:30+10:30, and from 02:00+10:30 to 02:30+11:00.
  ["Australia/Lord_Howe", "2019-04-06", "22:00-07:00", "22:00+11:00 to 07:00+10:30, 9.5 h"],
  ["Australia/Lord_Howe", "2019-04-07", "01:30-01:45", "01:30+11:00 to 01:45+11:00, 0.25 h"],
  ["Australia/Lord_Howe", "2019-04-07", "01:45-02:00", "01:45+11:00 to 02:00+10:30, 0.75 h"],
  ["Australia/Lord_Howe", "2019-10-05", "22:00-07:00", "22:00+10:30 to 07:00+11:00, 8.5 h"],
  ["Australia/Lord_Howe", "2019-10-06", "02:00-02:30", null],
  ["Australia/Lord_Howe", "2019-10-06", "02:15-03:00", "02:30+11:00 to 03:00+11:00, 0.5 h"],
  // 2011-12-30 never was: the clock went from 24:00-10:00 of the 29th to 00:00+14:00 of the 31st.
  ["Pacific/Apia", "2011-12-29", "22:00-07:00", "22:00-10:00 to 00:00+14:00, 2 h"],
  ["Pacific/Apia", "2011-12-29", "22:00-24:00", "22:00-10:00 to 00:00+14:00, 2 h"],
  ["Pacific/Apia", "2011-12-30", "07:00-18:00", null],
  ["Pacific/Apia", "2011-12-30", "22:00-07:00", null],
  ["Pacific/Apia", "2011-12-31", "00:00-07:00", "00:00+14:00 to 07:00+14:00, 7 h"],
  // 23:01 to 24:00 of the 6th came twice, with one minute of the 7th between them.
  ["America/St_Johns", "2010-11-06", "23:30-24:00", "23:30-02:30 to 00:00-02:30, 0.5 h"],
  ["America/St_Johns", "2010-11-07", "00:00-07:00", "00:00-02:30 to 07:00-03:30, 8 h"],
];

for (const [zone, date, clock, expected] of table) {
  test(`In ${zone}, the window ${clock} of ${date} is ${expected ?? "left out"}`, () => {
    // The criterion's own dates leave the windows of its neighbours out.
    const words = { clock, startsOn: date, endsOn: date };
    const found = listed(zone, words, ["2010-01-01", "2020-01-01"]);
    expect(found.map(withoutDatesAndSeconds)).toEqual(
      expected === null ? [] : [`${date}: ${expected}`],
    );
  });
}

function withoutDatesAndSeconds(text: string): string {
  return text.replaceAll(/[\d-]{10}T([\d:]{5}):00/g, "$1");
}

test("Windows that meet a range are listed, each whole", () => {
  const night = { clock: "22:00-07:00" };
  const of = (date: string, next: string) =>
    `${date}: ${date}T22:00:00+00:00 to ${next}T07:00:00+00:00, 9 h`;
  const range = (from: string, to: string) => listed("UTC", night, [from, to]);
  const eve = of("2026-03-01", "2026-03-02");
  const own = of("2026-03-02", "2026-03-03");
  expect(range("2026-03-02T06:59:59", "2026-03-02T21:59:59")).toEqual([eve]);
  expect(range("2026-03-02T07:00:00", "2026-03-02T21:59:59")).toEqual([]);
  expect(range("2026-03-02T07:00:00", "2026-03-02T22:00:00")).toEqual([own]);
  expect(range("2026-03-02T03:00:00", "2026-03-02T23:00:00")).toEqual([eve, own]);
});

test("A criterion speaks of the dates of its weekdays, from its first date to its last", () => {
  const dates = (words: CriterionWords, ...holidays: string[]) =>
    listed("UTC", words, ["2026-03-02T00:00", "2026-03-15T23:00"], ...holidays).map((text) =>
      text.slice(8, 10),
    );
  expect(dates({ days: "mon wed" })).toEqual(["02", "04", "09", "11"]);
  expect(dates({ days: "sun" })).toEqual(["08", "15"]);
  expect(dates({ startsOn: "2026-03-14" })).toEqual(["14", "15"]);
  expect(dates({ endsOn: "2026-03-03" })).toEqual(["02", "03"]);
  expect(dates({ startsOn: "2026-03-05", endsOn: "2026-03-05" })).toEqual(["05"]);
});

test("A date of the holidays is only a holiday: its weekday does not count", () => {
  const dates = (days: string) =>
    listed("UTC", { days }, ["2026-03-02T00:00", "2026-03-10T23:00"], "2026-03-09").map((text) =>
      text.slice(8, 10),
    );
  expect(dates("mon")).toEqual(["02"]);
  expect(dates("mon holiday")).toEqual(["02", "09"]);
  expect(dates("holiday")).toEqual(["09"]);
  expect(dates("tue")).toEqual(["03", "10"]);
});

test("Windows of 24 hours in five zones follow one another without overlap for ten years", () => {
  const wrong: string[] = [];
  for (const zone of "Europe/Dublin America/New_York Asia/Kolkata Australia/Lord_Howe Pacific/Apia".split(
    " ",
  )) {
    // The date that never was in Apia has no window, so the one before it ends where the one after it begins.
    for (const clock of ["00:00-24:00", "00:00-00:00"]) {
      const range = { first: secondOf("2010-01-01"), last: secondOf("2020-01-01") };
      let before: number | null = null;
      for (const { day, start, end } of windowsOf(
        criterionOf({ clock }),
        calendarOf(zone),
        range,
      )) {
        if (before !== null && start !== before) wrong.push(`${zone} ${clock} ${dateOf(day)}`);
        before = end;
      }
      expect(before).toBeGreaterThan(range.last);
    }
  }
  expect(wrong).toEqual([]);
});

test("A range of millennia has too many windows without computing them, and each of its holidays has one", () => {
  const range = { first: secondOf("1970-01-01"), last: secondOf("9999-12-31") };
  const sundays = Array.from({ length: 50 }, () => criterionOf({ days: "sun" }));
  const calendar = calendarOf("Europe/Dublin", "2019-03-18", "9019-03-18");
  expect(planWindows(sundays, calendar, range, 10_000)).toBeNull();
  const holidays = sundays.map((criterion) => ({ ...criterion, days: ["holiday"] as const }));
  const planned = planWindows(holidays, calendar, range, 10_000) ?? [];
  expect(planned.map(({ windows }) => windows.map(({ day }) => dateOf(day)))).toEqual(
    sundays.map(() => ["2019-03-18", "9019-03-18"]),
  );
});

test("A criterion has at least as many windows as are certain without computing them", () => {
  const range = { first: secondOf("2010-01-01"), last: secondOf("2019-12-31") };
  for (const clock of ["01:15-01:45", "22:00-07:00"]) {
    for (const days of ["sun", "mon tue holiday", "mon tue wed thu fri sat sun"]) {
      const criterion = criterionOf({ days, clock });
      const calendar = calendarOf("Europe/Dublin", "2019-03-18", "2019-03-19", "2019-03-31");
      const found = [...windowsOf(criterion, calendar, range)].length;
      const least = leastWindows(criterion, calendar, range);
      expect(least, `${clock} ${days}`).toBeLessThanOrEqual(found);
      expect(least, `${clock} ${days}`).toBeGreaterThan(0.9 * found);
    }
  }
});
