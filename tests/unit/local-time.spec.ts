import assert from "node:assert/strict";
import fc from "fast-check";
import { expect, test } from "../support/expect.ts";
import type { Instant } from "../../src/acoustics/time/instant.ts";
import { resolveLocalTime } from "../../src/acoustics/time/local-time.ts";
import { offsetAt } from "../../src/acoustics/time/time-zone.ts";
import { zoneOf } from "./limit-schedules.ts";
import { localTimeOf } from "./local-time.ts";

/** A zone, a local time, and the instants that it means. */
const cases: readonly [zone: string, local: string, ...instants: string[]][] = [
  // The clock went from 01:00 to 02:00 at 01:00Z.
  ["Europe/Dublin", "2019-03-31T00:59:59", "2019-03-31T00:59:59Z"],
  ["Europe/Dublin", "2019-03-31T01:00:00"],
  ["Europe/Dublin", "2019-03-31T01:59:59"],
  ["Europe/Dublin", "2019-03-31T02:00:00", "2019-03-31T01:00:00Z"],
  // From 02:00 to 01:00 at 01:00Z.
  ["Europe/Dublin", "2019-10-27T00:59:59", "2019-10-26T23:59:59Z"],
  ["Europe/Dublin", "2019-10-27T01:00:00", "2019-10-27T00:00:00Z", "2019-10-27T01:00:00Z"],
  ["Europe/Dublin", "2019-10-27T01:59:59", "2019-10-27T00:59:59Z", "2019-10-27T01:59:59Z"],
  ["Europe/Dublin", "2019-10-27T02:00:00", "2019-10-27T02:00:00Z"],
  // Half an hour: from 02:00 to 01:30 at 15:00Z the day before, and from 02:00 to 02:30 at 15:30Z.
  ["Australia/Lord_Howe", "2019-04-07T01:29:59", "2019-04-06T14:29:59Z"],
  ["Australia/Lord_Howe", "2019-04-07T01:30:00", "2019-04-06T14:30:00Z", "2019-04-06T15:00:00Z"],
  ["Australia/Lord_Howe", "2019-04-07T01:59:59", "2019-04-06T14:59:59Z", "2019-04-06T15:29:59Z"],
  ["Australia/Lord_Howe", "2019-04-07T02:00:00", "2019-04-06T15:30:00Z"],
  ["Australia/Lord_Howe", "2019-10-06T02:00:00"],
  ["Australia/Lord_Howe", "2019-10-06T02:29:59"],
  ["Australia/Lord_Howe", "2019-10-06T02:30:00", "2019-10-05T15:30:00Z"],
  // A day that never was.
  ["Pacific/Apia", "2011-12-29T23:59:59", "2011-12-30T09:59:59Z"],
  ["Pacific/Apia", "2011-12-30T00:00:00"],
  ["Pacific/Apia", "2011-12-30T23:59:59"],
  ["Pacific/Apia", "2011-12-31T00:00:00", "2011-12-30T10:00:00Z"],
  ["Asia/Kolkata", "2019-03-31T01:30:00", "2019-03-30T20:00:00Z"],
];

for (const [zone, local, ...instants] of cases) {
  test(`${local} in ${zone} means ${instants.join(" and ") || "no instant"}`, () => {
    expect(instantsOf(zone, Date.parse(`${local}Z`))).toEqual(instants.map((at) => Date.parse(at)));
  });
}

test("a local time that does not exist names the clock change that skipped it", () => {
  const at = (text: string) => Date.parse(`${text}Z`);
  expect(resolveLocalTime(zoneOf("Europe/Dublin"), at("2019-03-31T01:30:00"))).toEqual({
    kind: "none",
    from: at("2019-03-31T01:00:00"),
    to: at("2019-03-31T02:00:00"),
  });
});

test("a local time means exactly the instants at which the clock shows it", () => {
  const zones = "Europe/Dublin Australia/Lord_Howe America/St_Johns Pacific/Apia".split(" ");
  const seconds = fc.oneof(
    fc.integer({ min: 0, max: 2_000_000_000 }),
    // Around clock changes.
    fc
      .constantFrom(1_553_994_000, 1_572_138_000, 1_554_562_800, 1_325_239_200)
      .chain((change) => fc.integer({ min: change - 7200, max: change + 7200 })),
  );
  fc.assert(
    fc.property(fc.constantFrom(...zones), seconds, (zone, second) => {
      const instant = (second * 1000) as Instant;
      const local = instant + offsetAt(zoneOf(zone), instant);
      const meant = instantsOf(zone, local);
      assert.ok(meant.includes(instant));
      for (const each of meant) {
        assert.equal(localTimeOf(zone, each as Instant), localTimeOf(zone, instant));
      }
    }),
    { numRuns: 500 },
  );
});

function instantsOf(zone: string, local: number): number[] {
  const time = resolveLocalTime(zoneOf(zone), local);
  if (time.kind === "none") return [];
  return time.kind === "one" ? [time.instant] : [time.first, time.second];
}
