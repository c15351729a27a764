import { Temporal } from "temporal-polyfill";
import { zonedInstants } from "../../../src/dashboard/browser/time/zoned-instants.ts";
import { expect, test } from "../../support/expect.ts";

test("the part of Temporal for browsers without it has the same offsets, changes and names of zones", () => {
  for (const zone of ["Europe/Dublin", "asia/kolkata", "Pacific/Apia", "America/St_Johns", "UTC"]) {
    for (let year = 2010; year < 2027; year += 1) {
      const milliseconds = Date.UTC(year, year % 12, 1, 0, 59, 59);
      const own = zonedInstants.Instant.fromEpochMilliseconds(milliseconds);
      const there = Temporal.Instant.fromEpochMilliseconds(milliseconds);
      expect(factsOf(own.toZonedDateTimeISO(zone))).toEqual(
        factsOf(there.toZonedDateTimeISO(zone)),
      );
    }
  }
  expect(() =>
    zonedInstants.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO("No/Where"),
  ).toThrow(RangeError);
});

type Zoned = ReturnType<
  ReturnType<typeof zonedInstants.Instant.fromEpochMilliseconds>["toZonedDateTimeISO"]
>;

function factsOf(zoned: Zoned) {
  return {
    zone: zoned.timeZoneId,
    offset: zoned.offsetNanoseconds,
    previous: zoned.add({ milliseconds: 1 }).getTimeZoneTransition("previous")?.epochMilliseconds,
    next: zoned.getTimeZoneTransition("next")?.epochMilliseconds,
  };
}
