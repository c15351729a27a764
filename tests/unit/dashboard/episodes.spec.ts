import fc from "fast-check";
import { expect, test } from "playwright/test";
import {
  type EpisodeFacts,
  episodesOf,
  type Exceedance,
  sensorsInDoubt,
} from "../../../src/dashboard/browser/data/episodes.ts";

const interval = 300;

test("one missing interval does not end an episode", () => {
  const [episode, ...others] = episodesOf(
    [at(0, 60), at(1, 60), at(3, 60, "dog")],
    facts([0, 1, 3]),
  );
  expect(others).toEqual([]);
  expect(episode).toMatchObject({ start: 0, end: 1200, durationSeconds: 1200, labels: ["dog"] });
});

test("a sample within the limit ends an episode", () => {
  const episodes = episodesOf([at(0, 60), at(1, 60), at(3, 60)], facts([0, 1, 2, 3]));
  expect(episodes.map(({ start, durationSeconds }) => [start, durationSeconds])).toEqual([
    [0, 600],
    [900, 300],
  ]);
});

test("two missing intervals end an episode", () => {
  expect(episodesOf([at(0, 60), at(3, 60)], facts([0, 3]))).toHaveLength(2);
});

test("the level of an episode is the energy mean, weighted by duration", () => {
  const [episode] = episodesOf([at(0, 60), at(1, 70)], facts([0, 1]));
  expect(episode?.Leq).toBeCloseTo(10 * Math.log10((10 ** 6 + 10 ** 7) / 2), 10);
  // The first lasts a third of an interval, for the second begins then.
  const [uneven] = episodesOf([at(0, 60), at(1 / 3, 70)], facts([0]));
  expect(uneven?.Leq).toBeCloseTo(10 * Math.log10((10 ** 6 + 3 * 10 ** 7) / 4), 10);
});

test("labels come once, the most frequent first", () => {
  const events = [at(0, 60, "a"), at(1, 60, "b"), at(2, 60, "b"), at(3, 60)];
  expect(episodesOf(events, facts([0, 1, 2, 3]))[0]?.labels).toEqual(["b", "a"]);
});

test("episodes of several sensors are apart, oldest first", () => {
  const events = [at(1, 60, null, "b"), at(0, 60, null, "b"), at(0, 60, null, "a")];
  expect(episodesOf(events, facts([0, 1])).map(({ sensorId }) => sensorId)).toEqual(["a", "b"]);
});

test("only exceedances two intervals apart are in doubt", () => {
  const intervalOf = () => interval;
  expect(sensorsInDoubt([at(0, 60), at(1, 60), at(4, 60)], intervalOf)).toEqual([]);
  expect(sensorsInDoubt([at(0, 60), at(2, 60), at(2, 60, null, "b")], intervalOf)).toEqual(["s"]);
});

test("every exceedance is in one episode, in whatever order they come", () => {
  fc.assert(
    fc.property(measurement, fc.integer(), ({ events, measured }, seed) => {
      const shuffled = events.toSorted(
        (a, b) => ((a.second * 7919 + seed) % 101) - ((b.second * 7919 + seed) % 101),
      );
      const episodes = episodesOf(shuffled, facts(measured));
      expect(episodes.flatMap(({ exceedances }) => exceedances)).toEqual(events);
      expect(episodes).toEqual(episodesOf(events, facts(measured)));
    }),
  );
});

test("episodes are as long as they can be, and hold no more than single missing intervals", () => {
  fc.assert(
    fc.property(measurement, ({ events, measured }) => {
      const over = new Set(events.map(({ second }) => second / interval));
      const episodes = episodesOf(events, facts(measured));
      for (const [index, { start, end, exceedances }] of episodes.entries()) {
        let missing = 0;
        for (let slot = start / interval; slot < end / interval; slot += 1) {
          missing = over.has(slot) ? 0 : missing + 1;
          expect(missing).toBeLessThan(2);
          expect(over.has(slot) || !measured.includes(slot)).toBe(true);
        }
        const levels = exceedances.map(({ Leq }) => Leq);
        expect(episodes[index]?.Leq).toBeGreaterThanOrEqual(Math.min(...levels) - 1e-9);
        expect(episodes[index]?.Leq).toBeLessThanOrEqual(Math.max(...levels) + 1e-9);
        const next = episodes[index + 1];
        if (next === undefined) continue;
        const between = (next.start - end) / interval;
        expect(between > 1 || measured.includes(end / interval)).toBe(true);
      }
    }),
  );
});

/** Slots that are missing, within the limit or above it. */
const measurement = fc
  .array(
    fc.tuple(
      fc.constantFrom("missing", "within", "over"),
      fc.double({ min: -5, max: 140, noNaN: true }),
    ),
    {
      maxLength: 60,
    },
  )
  .map((slots) => ({
    measured: slots.flatMap(([kind], slot) => (kind === "missing" ? [] : [slot])),
    events: slots.flatMap(([kind, level], slot) => (kind === "over" ? [at(slot, level)] : [])),
  }));

function at(slot: number, Leq: number, label: string | null = null, sensorId = "s"): Exceedance {
  return { sensorId, second: slot * interval, Leq, over: 1, label };
}

function facts(measured: readonly number[]): EpisodeFacts {
  return {
    intervalOf: () => interval,
    isMissing: (_sensorId, after, before) =>
      !measured.some((slot) => slot * interval > after && slot * interval < before),
  };
}
