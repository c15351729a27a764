import { expect, test } from "../../support/expect.ts";
import { plotSummary } from "../../../src/dashboard/browser/plots/plot-summary.ts";
import { dayTimeText, zoneOf } from "../../../src/dashboard/browser/time/local-time.ts";
import { spokenDates } from "../../../src/dashboard/browser/time/range-text.ts";

test("a plot says its quantity, range, levels and exceedances in one sentence", () => {
  const time = spokenDates("2019-03-25", "2019-03-31");
  const plot = { quantity: "LAeq,1 h", time, levels: [60, null, 52.6, 76.5] };
  expect(plotSummary({ ...plot, counts: { points: 167, over: 90 } })).toBe(
    "LAeq, 1 h, 25 to 31 March 2019: 52.6 to 76.5 dB, 90 of 167 above the limit",
  );
  expect(plotSummary({ ...plot, counts: null, levels: [null] })).toBe(
    "LAeq, 1 h, 25 to 31 March 2019: no samples",
  );
});

test("dates say no month and no year twice", () => {
  expect(spokenDates("2019-03-25", "2019-03-25")).toBe("25 March 2019");
  expect(spokenDates("2019-03-25", "2019-04-03")).toBe("25 March to 3 April 2019");
  expect(spokenDates("2018-12-30", "2019-01-02")).toBe("30 December 2018 to 2 January 2019");
});

test("a time of a day has no weekday", () => {
  expect(dayTimeText(Date.parse("2019-04-28T22:00:00Z") / 1000, zoneOf("Europe/Dublin"))).toBe(
    "28 Apr 2019 23:00",
  );
});
