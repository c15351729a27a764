import assert from "node:assert/strict";
import fc from "fast-check";
import { expect, test } from "../support/expect.ts";
import type { Instant } from "../../src/acoustics/time/instant.ts";
import { resolveLocalTime } from "../../src/acoustics/time/local-time.ts";
import { createRepeatedHours, mostWaiting } from "../../src/acoustics/time/repeated-hour.ts";
import { offsetAt } from "../../src/acoustics/time/time-zone.ts";
import { tableOf } from "../support/table.ts";
import { zoneOf } from "./limit-schedules.ts";

/*
 * Rows are `HH:mm` in Dublin on 2019-10-27, where the clock went from 02:00 back to 01:00 at 01:00Z. What they
 * mean is `HH:mm` in UTC; `?` is not decided. `a` and `b` before a time are sensors.
 */
const cases = tableOf(`
  two passes | 00:30 01:00 01:30 01:00 01:30 02:00 | 23:30 00:00 00:30 01:00 01:30 02:00
  a sample an hour | 00:00 01:00 01:00 02:00 | 23:00 00:00 01:00 02:00
  a sample an hour of one level | 00:00 01:00= 01:00= 02:00 | 23:00 00:00 01:00 02:00
  a sample an hour that comes twice | 00:00= 00:00= 01:00= 01:00= 02:00= | 23:00 23:00 ? ? 02:00
  a sample an hour that comes twice from the start of the file | 01:00= 01:00= 02:00= 02:00= | 01:00 01:00 02:00 02:00
  a sample an hour of two levels at the start of the file | 01:00 01:00 02:00 | 00:00 01:00 02:00
  a file that begins in the first pass | 01:30 01:00 01:30 02:00 | 00:30 01:00 01:30 02:00
  a file that ends in the second pass | 00:30 01:00 01:30 01:00 | 23:30 00:00 00:30 01:00
  a file of the repeated hour alone | 01:00 01:30 01:00 | 00:00 00:30 01:00
  one pass | 00:30 01:00 01:30 02:00 | 23:30 ? ? 02:00
  a file that begins in the second pass | 01:30 01:45 02:00 | 01:30 01:45 02:00
  a file that ends in the first pass | 00:30 01:00 01:30 | 23:30 00:00 00:30
  times that go back twice | 01:00 01:30 01:00 01:30 01:00 02:00 | ? ? ? ? ? 02:00
  a clock that is set back a little in the second pass | 01:00 01:30 01:00 01:30 01:15 02:00 | 00:00 00:30 01:00 01:30 01:15 02:00
  a gap of more than an interval in one pass | 00:45 01:00 01:55 | 23:45 ? ?
  latest first | 02:00 01:30 01:00 00:30 | 02:00 ? ? 23:30
  a row before the hour that comes later | 02:15 01:30 01:00 02:30 | 02:15 ? ? 02:30
  a row that is repeated | 01:00 01:30= 01:30= 01:00 01:30 | 00:00 00:30 00:30 01:00 01:30
  a row that is revised in one pass | 00:45 01:15 01:15 01:30 02:30 | 23:45 00:15 00:15 00:30 02:30
  a row that is revised in the second pass | 01:00 01:30 01:00 01:30 01:30 | 00:00 00:30 01:00 01:30 01:30
  a clock that is set back a little | 00:55 01:25 01:20 01:50 | 23:55 00:25 00:20 00:50
  a clock that is set back a little in two passes | 01:25 01:20 01:50 01:20 01:50 01:45 | 00:25 00:20 00:50 01:20 01:50 01:45
  a row far from its neighbours | 00:00 01:15 01:30 03:30 | 23:00 ? ? 03:30
  a clock that is set back out of the hour | 00:55 01:01 00:59 01:29 | 23:55 00:01 23:59 00:29
  a clock that is set back into the hour | 02:01 01:59 02:29 | 02:01 01:59 02:29
  one time, three rows | 01:00 01:00 01:00 | ? ? ?
  a repeated row in one pass | 01:00 01:30= 01:30= 02:00 | 01:00 01:30 01:30 02:00
  two sensors, row by row | a01:00 b01:00 a01:30 b01:30 a01:00 b02:00 a02:00 | a00:00 b01:00 a00:30 b01:30 a01:00 b02:00 a02:00
  two sensors, one after the other | a01:00 a01:30 a01:00 a01:30 b01:00 b01:30 b01:00 b01:30 | a00:00 a00:30 a01:00 a01:30 b00:00 b00:30 b01:00 b01:30
`);

for (const [title = "", rows = "", meant] of cases) {
  test(`the order of rows decides a repeated hour: ${title}`, () => {
    const texts = rows.split(" ").map((text, index) => ({ text, index }));
    // Rows with `=` have the same cells.
    const order = createRepeatedHours<(typeof texts)[number]>(
      (left, right) => left.text === right.text && left.text.endsWith("="),
      () =>
        (title.startsWith("a sample an hour") || title.startsWith("one time") ? 60 : 30) * 60_000,
    );
    const decided = texts.flatMap((row) => {
      const [, sensor = "", clock = ""] = /^([ab]?)([0-9:]{5})/.exec(row.text) ?? [];
      const local = Date.parse(`2019-10-27T${clock}:00Z`);
      const time = resolveLocalTime(zoneOf("Europe/Dublin"), local);
      return order.add(sensor === "b" ? 2 : 1, time, row);
    });
    const shown = [...decided, ...order.finish()]
      .toSorted((left, right) => left.row.index - right.row.index)
      .map(({ row, instant }) => {
        const sensor = /^[ab]?/.exec(row.text)?.[0] ?? "";
        return sensor + (instant === null ? "?" : new Date(instant).toISOString().slice(11, 16));
      });
    expect(shown.join(" ")).toBe(meant);
  });
}

test("what a logger wrote in order of time is read as it was, or not decided, and never otherwise", () => {
  const zone = zoneOf("Australia/Lord_Howe");
  const change = Date.parse("2019-04-06T15:00:00Z");
  const minutes = fc.uniqueArray(fc.integer({ min: -90, max: 90 }), { minLength: 1 });
  fc.assert(
    fc.property(minutes, (chosen) => {
      const instants = chosen
        .toSorted((left, right) => left - right)
        .map((minute) => (change + minute * 60_000) as Instant);
      const order = createRepeatedHours<Instant>(
        () => false,
        () => null,
      );
      const decided = instants.flatMap((instant) =>
        order.add(1, resolveLocalTime(zone, instant + offsetAt(zone, instant)), instant),
      );
      const all = [...decided, ...order.finish()];
      assert.deepEqual(
        all.map(({ row }) => row),
        instants,
      );
      // One step back by half of the hour is unambiguous, and one time that is there twice.
      const isRepeated = (at: number) => Math.abs(at - change + 0.5) < 30 * 60_000;
      const local = instants.filter(isRepeated).map((at) => at + offsetAt(zone, at));
      const isDecided =
        local.some((at, index) => (local[index - 1] ?? at) - at >= 15 * 60_000) ||
        (local.length === 2 && local[0] === local[1]);
      for (const { row, instant } of all) {
        assert.equal(instant, !isRepeated(row) || isDecided ? row : null);
      }
    }),
    { numRuns: 500 },
  );
});

test("rows that need no decision keep their place behind the rows of their sensor that wait", () => {
  const zone = zoneOf("Europe/Dublin");
  const localOf = (clock: string) => resolveLocalTime(zone, Date.parse(`2019-10-27T${clock}Z`));
  const hours = createRepeatedHours<string>(
    (left, right) => left === right,
    () => null,
  );
  const [first, second] = [Date.parse("2019-10-27T00:15Z"), Date.parse("2019-10-27T01:15Z")];
  expect(hours.follow(1, "before")).toEqual([{ row: "before", instant: null }]);
  expect(hours.add(1, localOf("01:15"), "a")).toEqual([]);
  expect(hours.follow(1, "b")).toEqual([]);
  expect(hours.follow(2, "of another sensor")).toHaveLength(1);
  expect(hours.add(1, localOf("01:15"), "c")).toEqual([]);
  expect(hours.follow(1, "d")).toEqual([]);
  expect(hours.finish()).toEqual([
    { row: "a", instant: first },
    { row: "b", instant: null },
    { row: "c", instant: second },
    { row: "d", instant: null },
  ]);
  // No more than so many wait: then they are decided as by the end of the file.
  const crowd = createRepeatedHours<string>(
    (left, right) => left === right,
    () => null,
  );
  crowd.add(1, localOf("01:15"), "a");
  crowd.add(1, localOf("01:15"), "b");
  const waiting = Array.from({ length: mostWaiting }, () => crowd.follow(1, "f"));
  const released = waiting.findIndex((rows) => rows.length > 0);
  expect(released).toBe(mostWaiting - 3);
  expect(waiting[released]?.slice(0, 2)).toEqual([
    { row: "a", instant: first },
    { row: "b", instant: second },
  ]);
  expect(waiting[released]).toHaveLength(mostWaiting);
  expect(crowd.follow(1, "f")).toHaveLength(1);
  expect(crowd.finish()).toEqual([]);
  // The rows that wait turn out to be in no order.
  hours.add(3, localOf("01:45"), "a");
  hours.follow(3, "b");
  hours.add(3, localOf("01:10"), "c");
  hours.add(3, localOf("01:50"), "d");
  expect(hours.add(3, localOf("01:10"), "e").map(({ row }) => row)).toEqual([..."abcde"]);
  expect(hours.follow(3, "f")).toHaveLength(1);
});
