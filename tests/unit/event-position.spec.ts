import fc from "fast-check";
import { expect, test } from "../support/expect.ts";
import {
  comparePositions,
  type EventPosition,
  planEventList,
  secondsBeyondPosition,
} from "../../src/acoustics/events/event-position.ts";
import type { SensorId } from "../../src/acoustics/ids.ts";
import type { Order } from "../../src/acoustics/paging.ts";
import { parseContractConfiguration } from "../../src/acoustics/time/contract-period.ts";
import type { Instant } from "../../src/acoustics/time/instant.ts";

const place = (second: number, sensorId: string): EventPosition => ({
  second,
  sensorId: sensorId as SensorId,
});
const seconds = { first: 100, last: 200 };

/** Place, sensor, order → what is still to be searched of the sensor. */
const rests: [EventPosition | null, string, Order, [number, number] | null][] = [
  [null, "a", "asc", [100, 200]],
  [null, "a", "desc", [100, 200]],
  [place(150, "b"), "a", "asc", [151, 200]],
  [place(150, "b"), "b", "asc", [151, 200]],
  [place(150, "b"), "c", "asc", [150, 200]],
  [place(150, "b"), "a", "desc", [100, 150]],
  [place(150, "b"), "b", "desc", [100, 149]],
  [place(150, "b"), "c", "desc", [100, 149]],
  [place(150, "b"), "B", "asc", [151, 200]],
  [place(200, "b"), "b", "asc", null],
  [place(200, "b"), "c", "asc", [200, 200]],
  [place(100, "b"), "a", "desc", [100, 100]],
  [place(100, "b"), "b", "desc", null],
];

for (const [position, sensorId, order, rest] of rests) {
  const where = position === null ? "the start" : `(${position.second}, ${position.sensorId})`;
  test(`beyond ${where}, ${order}, ${sensorId} is searched in ${String(rest)}`, () => {
    const found = secondsBeyondPosition(seconds, position, sensorId as SensorId, order);
    expect(found).toEqual(rest && { first: rest[0], last: rest[1] });
  });
}

test("what lies beyond a place is what comes after it in the order", () => {
  const sensorIds = ["a", "b", "Z", "a-1", "a0"] as string[] as SensorId[];
  const position = fc.record({
    second: fc.integer({ min: 95, max: 205 }),
    sensorId: fc.constantFrom(...sensorIds),
  });
  fc.assert(
    fc.property(position, position, fc.constantFrom<Order>("asc", "desc"), (from, to, order) => {
      const rest = secondsBeyondPosition(seconds, from, to.sensorId, order);
      const isSearched = rest !== null && rest.first <= to.second && to.second <= rest.last;
      const isInRange = to.second >= seconds.first && to.second <= seconds.last;
      expect(isSearched).toBe(isInRange && comparePositions(to, from, order) > 0);
    }),
  );
});

test("a place outside the effective range is refused, unless nothing is read", () => {
  const at = (second: number) => (second * 1000) as Instant;
  const stored = { startAt: at(100), endAt: at(200), timezone: "Europe/Dublin" };
  const configuration = parseContractConfiguration(stored);
  if (!configuration.isValid) throw new Error(configuration.issue);
  const { contract } = configuration;
  const plan = (first: number, last: number, position: EventPosition | null) =>
    planEventList({ startAt: at(first), endAt: at(last) }, position, contract);
  expect(plan(50, 150, place(100, "a"))).toMatchObject({
    clamped: true,
    seconds: { first: 100, last: 150 },
  });
  expect(plan(50, 150, place(150, "a"))).toMatchObject({ seconds: { first: 100, last: 150 } });
  expect(plan(50, 150, place(99, "a"))).toBe("cursor_out_of_range");
  expect(plan(50, 150, place(151, "a"))).toBe("cursor_out_of_range");
  expect(plan(300, 400, place(99, "a"))).toMatchObject({ seconds: null, effectiveRange: null });
});
