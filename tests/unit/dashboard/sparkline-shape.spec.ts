import assert from "node:assert/strict";
import fc from "fast-check";
import { expect, test } from "../../support/expect.ts";
import {
  height,
  type SparklineBucket,
  sparklineShape,
  width,
} from "../../../src/dashboard/browser/plots/sparkline-shape.ts";

const bucket = (hour: number, level: number | null, limit: number | null): SparklineBucket => ({
  first: hour * 3600,
  end: (hour + 1) * 3600,
  samples: level === null ? 0 : 1,
  level,
  highest: level,
  limit,
  events: level !== null && limit !== null && level > limit ? 1 : 0,
});

test("a bucket without samples is a gap of the level and of the limit", () => {
  const shape = sparklineShape([
    bucket(0, 50, 60),
    bucket(1, 52, 60),
    bucket(2, null, null),
    bucket(3, 51, 60),
    bucket(4, 50, 60),
  ]);
  expect(shape.level.match(/M/g)).toHaveLength(2);
  expect(shape.limit.match(/M/g)).toHaveLength(2);
});

test("the limit moves in steps", () => {
  const { limit } = sparklineShape([bucket(0, 50, 60), bucket(1, 50, 60), bucket(2, 50, 50)]);
  expect(limit).toMatch(/^M[\d.]+ [\d.]+H[\d.]+H[\d.]+V[\d.]+H[\d.]+$/);
});

test("a level between two gaps is a dot", () => {
  expect(sparklineShape([bucket(0, null, null), bucket(1, 50, null)]).level).toMatch(/^M.*h0$/);
});

test("every bucket with an exceedance is marked at its highest sample", () => {
  const loud = { ...bucket(1, 55, 60), highest: 63, events: 2 };
  const shape = sparklineShape([bucket(0, 50, 60), loud, bucket(2, 61, 60)]);
  expect(shape.exceedances).toHaveLength(2);
  expect(shape.highest).toBe(63);
});

test("without samples there is nothing to draw", () => {
  expect(sparklineShape([])).toEqual({
    level: "",
    limit: "",
    exceedances: [],
    lowest: null,
    highest: null,
  });
});

test("whatever the levels are, the picture holds them", () => {
  const level = fc.option(fc.integer({ min: -500, max: 14_000 }), { nil: null });
  fc.assert(
    fc.property(fc.array(fc.tuple(level, level), { maxLength: 100 }), (values) => {
      const buckets = values.map(([value, limit], hour) =>
        bucket(hour, value === null ? null : value / 100, limit === null ? null : limit / 100),
      );
      const shape = sparklineShape(buckets);
      assert.ok(!(shape.level + shape.limit).includes("NaN"));
      for (const { x, y } of shape.exceedances) {
        assert.ok(x >= 0);
        assert.ok(x <= width);
        assert.ok(y >= 0);
        assert.ok(y <= height);
      }
    }),
  );
});
