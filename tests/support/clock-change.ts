import { criterionOf } from "./criterion.ts";
import { oncePerWorker } from "./once.ts";
import type { TestSample } from "./tenant.ts";
import type { TenantOf } from "./test.ts";

/*
 * Samples of five days around a clock change, under limits of every kind and none. Most are five minutes after the one
 * before; some come early, some late, and some levels are not reported.
 */

/**
 * Dublin's clocks went back at 2019-10-27T01:00Z. The range cuts every kind of bucket, and has fractions of seconds.
 */
export const clockChangeRange = {
  startAt: "2019-10-25T10:17:13.5Z",
  endAt: "2019-10-29T05:59:59.25Z",
} as const;

/** Its whole seconds, the end outside. */
export const clockChangeSeconds = {
  start: Date.parse("2019-10-25T10:17:14Z") / 1000,
  end: Date.parse("2019-10-29T06:00:00Z") / 1000,
} as const;

/** The interval that follows from the distances between the samples. */
export const clockChangeInterval = 300;

/** Seconds from one sample to the next; two thirds are the interval. */
const distances = [300, 300, 300, 300, 300, 300, 300, 300, 60, 7, 301, 3000];

export const clockChangeSamples: readonly TestSample[] = [...makeSamples()];

/** A tenant whose second sensor reports the same levels, 10 dB higher. Nobody changes anything of it. */
export const tenantOfClockChange = oncePerWorker(async (tenantOf: TenantOf) => {
  const tenant = await tenantOf({
    sensors: 2,
    site: {
      contract: { startAt: "2019-10-01", endAt: "2019-11-15" },
      holidays: [{ date: "2019-10-28", name: "October bank holiday" }],
      criteria: [
        criterionOf("day LAeq 07:00-19:00 70", {
          adjustments: [{ name: "Evening", from: "18:00", to: "19:00", add: 5 }],
        }),
        criterionOf("night LAFmax 23:00-07:00 90", { over: { block: "PT1H" }, allowed: 2 }),
      ],
      limits: {
        schedule: [
          { days: ["sun", "holiday"], from: "00:00", to: "24:00", limit: { A: 55 } },
          { days: ["sat"], from: "22:00", to: "07:00", limit: { A: 50.5 } },
          { days: ["mon", "tue", "fri"], from: "07:00", to: "19:00", limit: { A: 65, C: 85 } },
        ],
        exceptions: [
          {
            startAt: "2019-10-26T12:00:00.250Z",
            endAt: "2019-10-26T14:00:00.750Z",
            limit: { A: 75 },
          },
        ],
      },
    },
  });
  await tenant.addSamples(clockChangeSamples);
  await tenant.addSamples(clockChangeSamples.map(louder), 1);
  return tenant;
});

function* makeSamples(): Generator<TestSample, void> {
  const random = createRandom();
  const end = Date.parse("2019-10-30T00:00:00Z") / 1000;
  for (let second = Date.parse("2019-10-25T00:00:00Z") / 1000; second < end;) {
    const level = 3500 + random(5000);
    const [LAeq, LAFmax, LAFmin] = [level, level + random(2000), level - random(4000)].map(
      (hundredths) => hundredths / 100,
    );
    const extremes = { LAFmax: LAFmax ?? 0, LAFmin: LAFmin ?? 0 };
    yield random(20) === 0
      ? { second, ...extremes }
      : { second, ...extremes, LAeq: LAeq ?? 0, LCeq: (level + 700) / 100 };
    second += distances[random(distances.length)] ?? clockChangeInterval;
  }
}

/** Whole numbers below a bound, the same in every run (Numerical Recipes). */
function createRandom(): (bound: number) => number {
  let state = 1;
  return (bound) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * bound);
  };
}

function louder({ second, ...levels }: TestSample): TestSample {
  const raised = Object.entries(levels).map(([name, level]) => [
    name,
    (Math.round(level * 100) + 1000) / 100,
  ]);
  return { second, ...(Object.fromEntries(raised) as typeof levels) };
}
