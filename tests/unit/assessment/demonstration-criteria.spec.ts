import { expect, test } from "playwright/test";
import { formatInstant, type Instant } from "../../../src/acoustics/time/instant.ts";
import { readDemonstration } from "../../../src/demo/demonstration-data.ts";
import { assess, calendarOf } from "./criteria.ts";

const millisecondsOfDay = 86_400_000;

for (const text of ["2026-03-20T10:00:00Z", "2026-03-31T12:00:00Z", "2027-01-01T00:03:00Z"]) {
  test(`loaded at ${text}, criteria of the demonstration were kept, exceeded and undecided last week`, async () => {
    const now = Date.parse(text) as Instant;
    const { sites, samples } = await readDemonstration(now);
    const [site] = sites;
    if (site === undefined) throw new Error("there is no site");
    const calendar = calendarOf(site.timeZone, ...site.holidays.map(({ date }) => date));
    const verdictsOf = (criterionId: string, sensorId: string) => {
      const criterion = site.criteria.find(({ id }) => id === criterionId);
      if (criterion === undefined) throw new Error(`there is no criterion ${criterionId}`);
      const own = samples
        .filter((sample) => sample.sensorId === sensorId)
        .map(({ second, levels }) => {
          const level = levels[criterion.level];
          return { second, duration: 300, level: level === undefined ? null : level / 100 };
        });
      return assess(criterion, calendar, lastWeek(now), own).map(({ verdict }) => verdict);
    };

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
    expect(new Set(verdictsOf("night-peaks", "demo-lisbon-street"))).toEqual(new Set([kept]));
  });
}

/** From noon of its Monday to noon of its Sunday, UTC. */
function lastWeek(now: Instant): readonly [string, string] {
  const today = Math.floor(now / millisecondsOfDay);
  // 1970-01-01 was a Thursday.
  const monday = today - ((today + 3) % 7) - 7;
  const noonOf = (day: number) => formatInstant(((day + 0.5) * millisecondsOfDay) as Instant);
  return [noonOf(monday), noonOf(monday + 6)];
}
