import { expect, test } from "playwright/test";
import type { Instant } from "../../../src/acoustics/time/instant.ts";
import { readDemonstration } from "../../../src/demo/demonstration-data.ts";
import { assess, calendarOf } from "./criteria.ts";

/** Each day of a week, weeks after the clocks of Lisbon changed, the end of a year, and other orders of the days. */
const instants = [
  "2026-03-16T00:00:00Z",
  "2026-03-20T10:00:00Z",
  "2026-03-22T23:57:00Z",
  "2026-03-31T12:00:00Z",
  "2026-04-05T22:59:00Z",
  "2026-04-05T23:01:00Z",
  "2026-10-27T09:00:00Z",
  "2027-01-01T00:03:00Z",
  "2027-03-10T10:00:00Z",
  "2027-06-16T10:00:00Z",
];

for (const text of instants) {
  test(`loaded at ${text}, criteria of the demonstration were kept, exceeded and undecided last week`, async () => {
    const now = Date.parse(text) as Instant;
    const { sites, samples, exclusions, lastWeek } = await readDemonstration(now);
    const [site] = sites;
    if (site === undefined) throw new Error("there is no site");
    const calendar = calendarOf(site.timeZone, ...site.holidays.map(({ date }) => date));
    const assessmentsOf = (criterionId: string, sensorId: string) => {
      const criterion = site.criteria.find(({ id }) => id === criterionId);
      if (criterion === undefined) throw new Error(`there is no criterion ${criterionId}`);
      const isExcluded = (second: number) =>
        exclusions.some(
          (each) => each.sensorId === sensorId && each.second <= second && second < each.end,
        );
      const own = samples
        .filter((sample) => sample.sensorId === sensorId)
        .map(({ second, levels }) => {
          const level = levels[criterion.level];
          return {
            second,
            duration: 300,
            level: level === undefined ? null : level / 100,
            isExcluded: isExcluded(second),
          };
        });
      const range = [`${lastWeek.monday}T00:00:00Z`, `${lastWeek.sunday}T23:59:59Z`] as const;
      return assess(criterion, calendar, range, own);
    };
    const verdictsOf = (criterionId: string, sensorId: string) =>
      assessmentsOf(criterionId, sensorId).map(({ verdict }) => verdict);

    const [kept, undecided] = ["kept", "undecided"];
    expect(site.criteria.map(({ id }) => id)).toEqual([
      "works-day",
      "night-quarters",
      "night-peaks",
    ]);
    // On Tuesday the gate measured nothing from 09:40 to 16:15, and Wednesday is a holiday.
    expect(verdictsOf("works-day", "demo-lisbon-gate")).toEqual([kept, undecided, kept, kept]);
    expect(verdictsOf("works-day", "demo-lisbon-street")).toEqual([kept, kept, kept, kept]);
    expect(verdictsOf("night-quarters", "demo-lisbon-street")).toContain("exceeded");
    expect(verdictsOf("night-quarters", "demo-lisbon-street")).toContain(kept);
    // On a Monday before 07:00, the night that began on Sunday is running.
    const peaks = verdictsOf("night-peaks", "demo-lisbon-street").slice(0, -1);
    expect(new Set(peaks)).toEqual(new Set([kept]));
    // On Thursday it thundered: 45 minutes are missing in the accounts of one verdict.
    expect(exclusions.map(({ reason }) => reason)).toEqual(["thunder"]);
    const accounts = assessmentsOf("works-day", "demo-lisbon-street");
    expect(accounts.map(({ excludedSeconds }) => excludedSeconds)).toEqual([0, 0, 2700, 0]);
  });
}
