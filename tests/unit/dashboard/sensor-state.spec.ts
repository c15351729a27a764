import fc from "fast-check";
import { expect, test } from "../../support/expect.ts";
import { tableOf } from "../../support/table.ts";
import {
  ageText,
  compareSensors,
  type NewestSample,
  type SampleInterval,
  sensorState,
  type SensorState,
  stateText,
} from "../../../src/dashboard/browser/components/sensor-state.ts";
import { zoneOf } from "../../../src/dashboard/browser/time/local-time.ts";

const fiveMinutes: SampleInterval = { seconds: 300, source: "declared" };
const start = Date.parse("2026-03-10T02:40:00Z") / 1000;
const contractEnd = start + 86_400;

const sample = (over: number | null = -2): NewestSample => ({
  second: start,
  level: 60,
  limit: over === null ? null : 60 - over,
  over,
});

/** Facts that differ in some cases, by their names. */
const others: Readonly<Record<string, Partial<Parameters<typeof sensorState>[0]>>> = {
  "-": {},
  empty: { newest: null },
  inferred: { interval: { seconds: 3600, source: "inferred" } },
  assumed: { interval: { seconds: 300, source: "assumed" } },
  unread: { interval: null, contractEnd: null },
  short: { contractEnd: start + 60 },
  sensor: { sensorEnd: start + 600 },
};

/** Seconds after the newest sample, its dB above the limit, and what else differs | the state, with its start. */
for (const [title, facts = "", right = ""] of tableOf(`
  has no data without a sample | 0 0 empty | no-data
  is above the limit if the server says so | 60 0.01 - | above
  is within the limit at the limit | 60 0 - | within
  has no limit where none holds | 60 none - | no-limit
  is not silent at three intervals | 900 -2 - | within
  is silent after three, since the end of its last one | 901 -2 - | silent 300
  takes an inferred interval as a declared one | 10801 -2 inferred | silent 3600
  waits a quarter of an hour where the interval is assumed | 900 -2 assumed | within
  is silent after it where the interval is assumed | 901 -2 assumed | silent 300
  waits a quarter of an hour where the interval is not read | 900 -2 unread | within
  is silent after it where the interval is not read | 901 -2 unread | silent 0
  is silent rather than above its limit | 901 5 - | silent 300
  has not ended in the last second of the contract | 60 5 short | above
  has ended after it, rather than being above its limit | 61 5 short | ended
  has ended rather than being silent | 86401 5 - | ended
  has ended after its own end | 86000 5 sensor | ended
`)) {
  test(`a sensor ${title}`, () => {
    const [seconds, over, other = "-"] = facts.split(" ");
    const [kind, since] = right.split(" ");
    const state = sensorState({
      newest: sample(over === "none" ? null : Number(over)),
      interval: fiveMinutes,
      contractEnd,
      sensorEnd: null,
      now: start + Number(seconds),
      ...others[other],
    });
    expect(state).toEqual(kind === "silent" ? { kind, since: start + Number(since) } : { kind });
  });
}

test("sensors above their limit come first, then silent ones, then all others by name", () => {
  const ranked = (name: string, state: SensorState, over: number | null) => ({ name, state, over });
  const listed = [
    ranked("silent b", { kind: "silent", since: start }, 9),
    ranked("a 10", { kind: "within" }, -1),
    ranked("above", { kind: "above" }, 0.5),
    ranked("a 2", { kind: "no-data" }, null),
    ranked("silent a", { kind: "silent", since: start + 60 }, -9),
    ranked("far above", { kind: "above" }, 3.6),
    ranked("a 1", { kind: "ended" }, 7),
  ];
  expect(listed.toSorted(compareSensors).map(({ name }) => name)).toEqual([
    "far above",
    "above",
    "silent a",
    "silent b",
    "a 1",
    "a 2",
    "a 10",
  ]);
});

test("a silence is written in the project's zone, with a date if it began on another day", () => {
  const zone = zoneOf("Asia/Kolkata");
  const since = Date.parse("2026-03-10T02:45:00Z") / 1000;
  const silent: SensorState = { kind: "silent", since };
  expect(stateText(silent, zone, since + 3600)).toBe("silent since 08:15");
  expect(stateText(silent, zone, since + 86_400)).toBe("silent since 10 Mar 08:15");
  expect(stateText(silent, zone, since + 400 * 86_400)).toBe("silent since Tue 10 Mar 2026 08:15");
});

test("the other states have their words", () => {
  const kinds = ["above", "within", "no-limit", "ended", "no-data"] as const;
  const texts = kinds.map((kind) => stateText({ kind }, zoneOf("UTC"), start));
  expect(texts).toEqual(["above limit", "within limit", "no limit", "ended", "no data"]);
});

test("an age has one unit", () => {
  const ages = [-5, 59, 60, 720, 7199, 7200, 172_799, 172_800, 86_400 * 800];
  expect(ages.map((age) => ageText(start, start + age))).toEqual([
    "just now",
    "just now",
    "1 min ago",
    "12 min ago",
    "119 min ago",
    "2 h ago",
    "47 h ago",
    "2 days ago",
    "2 years ago",
  ]);
});

test("a silent sensor never reads within its limit, whatever it measured", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: -100, max: 100 }),
      fc.integer({ min: 1, max: 86_400 }),
      fc.integer({ min: 1, max: 10_000_000 }),
      (over, seconds, excess) => {
        const interval: SampleInterval = { seconds, source: "inferred" };
        const now = start + 3 * seconds + excess;
        const ends = { contractEnd: null, sensorEnd: null };
        const state = sensorState({ newest: sample(over), interval, ...ends, now });
        expect(state).toEqual({ kind: "silent", since: start + seconds });
      },
    ),
  );
});
