import assert from "node:assert/strict";
import fc from "fast-check";
import { expect, test } from "../../support/expect.ts";
import {
  type LevelData,
  type LevelPoint,
  levelScale,
  nearestPoint,
} from "../../../src/dashboard/browser/plots/level-data.ts";
import {
  type DrawnLevels,
  drawnLevels,
  pointsOfColumn,
} from "../../../src/dashboard/browser/plots/reduce.ts";

const levels = fc.array(
  fc.record({
    Leq: fc.option(fc.integer({ min: -500, max: 14_000 }), { freq: 8 }),
    wait: fc.constantFrom(1, 1, 1, 1, 1, 1, 2, 30),
  }),
  { minLength: 1, maxLength: 400 },
);

test("a reduced column keeps the lowest and the highest level, so that no maximum is lost", () => {
  fc.assert(
    fc.property(levels, fc.integer({ min: 1, max: 40 }), (entries, columns) => {
      const data = dataOf(entries);
      const drawn = drawnLevels(data, rangeOf(data), columns);
      const all = data.points.flatMap(({ Leq }) => (Leq === null ? [] : [Leq]));
      const [low, high] = drawn.isReduced ? (["low", "high"] as const) : (["Leq", "Leq"] as const);
      assert.equal(Math.max(...numbers(levelsOf(drawn, high))), Math.max(...all));
      assert.equal(Math.min(...numbers(levelsOf(drawn, low))), Math.min(...all));
      assert.equal(drawn.isReduced, entries.length > pointsOfColumn * columns);
    }),
  );
});

test("every maximum of a column stands in that column", () => {
  fc.assert(
    fc.property(levels, fc.integer({ min: 1, max: 20 }), (entries, columns) => {
      const data = dataOf(entries);
      const range = rangeOf(data);
      const drawn = drawnLevels(data, range, columns);
      if (!drawn.isReduced) return;
      const columnOf = (second: number) =>
        Math.floor(((second - range.first) / (range.last - range.first + 1)) * columns);
      for (const { second, Leq } of data.points) {
        if (Leq === null) continue;
        const highs = drawn.vertices.flatMap((vertex) =>
          columnOf(vertex.second) === columnOf(second) ? (vertex.high ?? []) : [],
        );
        assert.ok(Math.max(...highs) >= Leq);
      }
    }),
  );
});

test("the line of a column is the energy mean of its samples", () => {
  const data = dataOf([60, 60, 60, 70, 60].map((Leq) => ({ Leq: Leq * 100, wait: 1 })));
  const [mean] = levelsOf(drawnLevels(data, rangeOf(data), 1), "Leq");
  expect(mean).toBeCloseTo(10 * Math.log10((4 * 1e6 + 1e7) / 5), 10);
});

test("a line is broken where the next sample is more than one and a half intervals later", () => {
  const data = dataOf([5000, 5100, 5200].map((Leq, index) => ({ Leq, wait: index === 2 ? 3 : 1 })));
  const drawn = drawnLevels(data, rangeOf(data), 100);
  expect(levelsOf(drawn, "Leq")).toEqual([50, 51, 51, null, 52, 52]);
});

test("the band of the last sample before a gap ends with the sample", () => {
  const data = dataOf([5000, 5100, 5200].map((Leq, index) => ({ Leq, wait: index === 2 ? 9 : 1 })));
  const points = data.points.map((point) => ({ ...point, low: 40, high: 60 }));
  const drawn = drawnLevels({ ...data, points }, rangeOf(data), 100);
  expect(levelsOf(drawn, "high")).toEqual([60, 60, null, null, 60, null]);
  expect(levelsOf(drawn, "low")).toEqual([40, 40, null, null, 40, null]);
});

test("seconds rise without doubles, drawn as they are or reduced", () => {
  fc.assert(
    fc.property(levels, fc.integer({ min: 1, max: 400 }), (entries, columns) => {
      const data = dataOf(entries);
      const { vertices } = drawnLevels(data, rangeOf(data), columns);
      const seconds = vertices.map(({ second }) => second);
      for (const [index, second] of seconds.slice(1).entries()) {
        assert.ok(second > (seconds[index] ?? Infinity));
      }
    }),
  );
});

test("the scale has whole tens that hold all levels and 30 dB at least", () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: -500, max: 14_000 })), (hundredths) => {
      const all = hundredths.map((value) => value / 100);
      const { low, high } = levelScale(all);
      expect(low % 10).toBeCloseTo(0);
      expect(high % 10).toBeCloseTo(0);
      assert.ok(high - low >= 30);
      for (const level of all) assert.equal(level > low && level < high, true);
      const { high: spared } = levelScale(all, 10);
      for (const level of all) assert.ok(spared >= level + 10);
    }),
  );
});

test("the nearest sample is found, the earlier of two equally near", () => {
  const points = [0, 300, 600].map((second) => pointAt(second, 50));
  expect([-5, 0, 149, 150, 151, 5000].map((second) => nearestPoint(points, second))).toEqual([
    0, 0, 0, 0, 1, 2,
  ]);
  expect(nearestPoint([], 0)).toBe(-1);
});

function dataOf(entries: readonly { Leq: number | null; wait: number }[]): LevelData {
  let second = 0;
  const points = entries.map(({ Leq, wait }) => {
    second += wait * 300;
    return pointAt(second, Leq === null ? null : Leq / 100);
  });
  return { kind: "samples", interval: 300, points };
}

function rangeOf({ points }: LevelData): { first: number; last: number } {
  return { first: points[0]?.second ?? 0, last: (points.at(-1)?.second ?? 0) + 299 };
}

function levelsOf({ vertices }: DrawnLevels, name: "Leq" | "low" | "high") {
  return vertices.map((vertex) => vertex[name]);
}

function numbers(values: readonly (number | null)[]): number[] {
  return values.filter((value) => value !== null);
}

function pointAt(second: number, Leq: number | null): LevelPoint {
  return {
    id: `s.${second}`,
    second,
    Leq,
    low: null,
    high: null,
    middle: null,
    LAFmax: null,
    limit: null,
    limitSource: "none",
    over: null,
    samples: 1,
    events: 0,
    label: null,
    confidence: null,
  };
}
