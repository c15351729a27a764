import { expect, test } from "../../support/expect.ts";
import { createAdjuster } from "../../../src/acoustics/assessment/adjustments.ts";
import { windowsOf } from "../../../src/acoustics/assessment/windows.ts";
import { formatLocalDateTime } from "../../../src/acoustics/time/local-day.ts";
import { tableOf } from "../../support/table.ts";
import { zoneOf } from "../limit-schedules.ts";
import {
  type AdjustmentWords,
  assessDay,
  calendarOf,
  criterionOf,
  hundredths,
  secondOf,
  series,
} from "./criteria.ts";

/** The stretches of 24 hours from the midnight of a date, as `local time: dB`. */
function stretchesOf(
  zone: string,
  date: string,
  adjustments: readonly AdjustmentWords[],
  ...holidays: string[]
): string[] {
  const criterion = criterionOf({ startsOn: date, endsOn: date, adjustments });
  const calendar = calendarOf(zone, ...holidays);
  const range = { first: secondOf("2010-01-01"), last: secondOf("2030-01-01") };
  const cut = createAdjuster(criterion.adjustments, calendar);
  return [...windowsOf(criterion, calendar, range)].flatMap((window) =>
    cut(window).map(({ start, set }) => {
      const clock = formatLocalDateTime(zoneOf(zone), start).slice(11).replace(":00", "");
      return `${clock.replace(/:00(?=[+-])/, "")}: ${set.add / 100} of ${set.indexes.join("+")}`;
    }),
  );
}

const night = '[{ "days": "sat", "clock": "22:00-07:00", "add": 6 }]';
const friday = night.replace("sat", "fri");
const sums = `[{ "add": 5 }, { "clock": "07:00-08:00", "add": -2 }, { "clock": "07:30-24:00", "add": 1 }]`;

/**
 * A zone and a date, which may be a holiday | adjustments | the times at which their sum changes. 2026-03-08 is a
 * Sunday. In Dublin, 01:00 to 02:00 comes twice on 2019-10-27 and is missing on 2019-03-31. Friday 2011-12-30 never was
 * in Apia, and is yet the day before.
 */
const rules = tableOf(`
  no adjustment | UTC 2026-03-02 | [] | 00+00:00: 0 of
  one that always speaks | UTC 2026-03-02 | [{ "add": 5 }] | 00+00:00: 5 of 0
  the early hours of the day before | UTC 2026-03-08 | ${night} | 00+00:00: 6 of 0, 07+00:00: 0 of
  a holiday, whose weekday is not asked about | UTC 2026-03-07 2026-03-07 | ${night} | 00+00:00: 0 of
  the early hours after a holiday | UTC 2026-03-08 2026-03-07 | ${night} | 00+00:00: 0 of
  the early hours of a holiday | UTC 2026-03-08 2026-03-08 | ${night} | 00+00:00: 6 of 0, 07+00:00: 0 of
  a holiday's own rules | UTC 2026-03-04 2026-03-04 | [{ "days": "holiday", "add": 3 }] | 00+00:00: 3 of 0
  sums | UTC 2026-03-02 | ${sums} | 00+00:00: 5 of 0, 07+00:00: 3 of 0+1, 07:30+00:00: 4 of 0+1+2, 08+00:00: 6 of 0+2
  both passes of an hour | Europe/Dublin 2019-10-27 | [{ "clock": "01:30-02:00", "add": 6 }] | 00+01:00: 0 of, \
01:30+01:00: 6 of 0, 01+00:00: 0 of, 01:30+00:00: 6 of 0, 02+00:00: 0 of
  a missing hour | Europe/Dublin 2019-03-31 | [{ "clock": "01:30-03:00", "add": 6 }] | 00+00:00: 0 of, \
02+01:00: 6 of 0, 03+01:00: 0 of
  a day that never was | Pacific/Apia 2011-12-31 | ${friday} | 00+14:00: 6 of 0, 07+14:00: 0 of
`);

for (const [title, place = "", adjustments = "", expected] of rules) {
  test(`Adjustments match as windows of limits do: ${title}`, () => {
    const [zone = "", date = "", ...holidays] = place.split(" ");
    const words = JSON.parse(adjustments) as AdjustmentWords[];
    const found = stretchesOf(zone, date, words, ...holidays).map((text) => text.trim());
    // Neighbours may have the same adjustments.
    const changes = found.filter(
      (text, index) => text.split(": ")[1] !== found[index - 1]?.split(": ")[1],
    );
    expect(changes.join(", ")).toBe(expected);
  });
}

test("A level is rated by the adjustments at the start of its sample", () => {
  const words = {
    clock: "06:00-09:00",
    adjustments: [
      { name: "Sensitive", clock: "07:00-08:00", add: 6 },
      { name: "Impulsive", add: 5 },
      { name: "Sundays", days: "sun", add: 30 },
    ],
  } as const;
  // One hour each at 50, 60 and 40 dB; the sample of 07:59:55 belongs whole to the sensitive hour.
  const samples = series(
    "2026-03-02T06:00",
    [12, 300, 50],
    [11, 300, 60],
    [1, 295, 60],
    [12, 300, 40],
  );
  const found = assessDay(words, samples);
  // (3,600·10^5.5 + 3,595·10^7.1 + 300·10^5.1 + 3,300·10^4.5) / 10,795 = 4,311,154
  expect(found.worst?.level).toBe(hundredths(66.35));
  expect(found.adjustments).toEqual([
    { name: "Sensitive", add: 600, seconds: 3895 },
    { name: "Impulsive", add: 500, seconds: 10_795 },
  ]);
});

test("Highest levels are rated as well", () => {
  const words = { level: "LAFmax", adjustments: [{ clock: "07:00-08:00", add: 6 }] } as const;
  const samples = [
    ...series("2026-03-02T06:00", [1, 300, 70]),
    ...series("2026-03-02T07:30", [1, 300, 65]),
  ];
  expect(assessDay(words, samples).worst).toMatchObject({ level: 7100 });
  const sample = { ...words, over: { kind: "sample" } } as const;
  expect(assessDay(sample, samples).worst).toMatchObject({
    start: secondOf("2026-03-02T07:30"),
    level: 7100,
  });
});

test("Adjustments may lead beyond every level that can be stored", () => {
  const many = Array.from({ length: 20 }, () => ({ add: 30 }));
  expect(
    assessDay({ adjustments: many }, series("2026-03-02T00:00", [288, 300, 200])).worst?.level,
  ).toBe(80_000);
});
