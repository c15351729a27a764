import assert from "node:assert/strict";
import fc from "fast-check";
import { expect, test } from "../../support/expect.ts";
import {
  createEpisodeBuilder,
  type Episode,
  type EpisodeEvent,
  type EpisodeOptions,
} from "../../../src/acoustics/events/episodes.ts";
import { energyOf, levelOfEnergy } from "../../../src/acoustics/levels/energy.ts";
import { tableOf } from "../../support/table.ts";
import { hundredths } from "./criteria.ts";

const everything = { first: 0, last: 999_999 };
const whole: EpisodeOptions = {
  weighting: "A",
  joinSeconds: 0,
  minSeconds: 0,
  range: everything,
  contract: everything,
};

interface EventWords extends Partial<Omit<EpisodeEvent, "level" | "limit" | "LAFmax">> {
  readonly level?: number;
  readonly limit?: number;
  readonly LAFmax?: number;
}

/** An event of 300 s, by default of 70 dB under a limit of 65 dB. Levels are in dB. */
function event(
  second: number,
  { level = 70, limit = 65, LAFmax, ...rest }: EventWords = {},
): EpisodeEvent {
  return {
    second,
    duration: 300,
    level: hundredths(level),
    limit: hundredths(limit),
    LAFmax: LAFmax === undefined ? null : hundredths(LAFmax),
    label: null,
    recordingId: null,
    ...rest,
  };
}

function episodesOf(
  events: readonly EpisodeEvent[],
  options: Partial<EpisodeOptions> = {},
): Episode[] {
  const builder = createEpisodeBuilder({ ...whole, ...options });
  for (const one of events) builder.add(one);
  return builder.finish();
}

function ranges(episodes: readonly Episode[]): string[] {
  return episodes.map(({ start, end, cut }) => `${start} to ${end}${cut ? ", cut" : ""}`);
}

test("An episode has all of its members", () => {
  const events = [
    event(1000, { LAFmax: 81, label: "ship" }),
    event(1300, {
      duration: 100,
      level: 80,
      limit: 70,
      label: "train",
      recordingId: "quay-1.1300",
    }),
    event(1400, { limit: 60, LAFmax: 79, label: "train", recordingId: "quay-1.1400" }),
  ];
  // 600·10^7 + 100·10^8 = 1.6·10^10; over 700 s 22,857,143.
  expect(episodesOf(events)).toEqual([
    {
      start: 1000,
      end: 1700,
      seconds: 700,
      events: 3,
      eventSeconds: 700,
      Leq: hundredths(73.59),
      LAE: hundredths(102.04),
      maxOver: hundredths(10),
      maxOverAt: 1300,
      LeqMax: hundredths(80),
      LAFmax: hundredths(81),
      lowestLimit: hundredths(60),
      highestLimit: hundredths(70),
      label: "train",
      labelSeconds: 400,
      recordings: 2,
      firstRecordingId: "quay-1.1300",
      cut: false,
    },
  ]);
  expect(episodesOf(events, { weighting: "C" })).toMatchObject([
    { Leq: hundredths(73.59), LAE: null },
  ]);
});

for (const [joinSeconds, expected] of [
  [0, ["0 to 600", "900 to 1200", "1501 to 1801"]],
  [299, ["0 to 600", "900 to 1200", "1501 to 1801"]],
  [300, ["0 to 1200", "1501 to 1801"]],
  [301, ["0 to 1801"]],
] as const) {
  test(`Events at most ${joinSeconds} s apart are of one episode`, () => {
    const events = [event(0), event(300), event(900), event(1501)];
    const found = episodesOf(events, { joinSeconds });
    expect(ranges(found)).toEqual(expected);
    expect(found.reduce((count, one) => count + one.events, 0)).toBe(4);
    expect(found.reduce((seconds, one) => seconds + one.eventSeconds, 0)).toBe(1200);
    // Time between joined events is no part of their mean.
    expect(new Set(found.map(({ Leq }) => Leq))).toEqual(new Set([7000]));
  });
}

test("Episodes shorter than requested are omitted", () => {
  const events = [event(0), event(300), event(900)];
  expect(ranges(episodesOf(events, { minSeconds: 300 }))).toEqual(["0 to 600", "900 to 1200"]);
  expect(ranges(episodesOf(events, { minSeconds: 301 }))).toEqual(["0 to 600"]);
  expect(ranges(episodesOf(events, { minSeconds: 601 }))).toEqual([]);
  // The time between joined events counts.
  expect(ranges(episodesOf(events, { minSeconds: 1200, joinSeconds: 300 }))).toEqual(["0 to 1200"]);
});

for (const [first, last, expected] of [
  [0, 2999, ["1000 to 1600", "2000 to 2300"]],
  [1000, 1599, ["1000 to 1600"]],
  [1001, 1599, ["1000 to 1600, cut"]],
  [1000, 1598, ["1000 to 1600, cut"]],
  [1599, 1999, ["1000 to 1600, cut"]],
  [1600, 1999, []],
  [1600, 2000, ["2000 to 2300, cut"]],
  [0, 1000, ["1000 to 1600, cut"]],
  [0, 999, []],
] as const) {
  test(`From ${first} to ${last}, episodes that meet the range are listed whole`, () => {
    const events = [event(1000), event(1300), event(2000)];
    expect(ranges(episodesOf(events, { range: { first, last } }))).toEqual(expected);
  });
}

test("The end of the contract cuts no episode", () => {
  const contract = { first: 0, last: 1400 };
  const found = (last: number) =>
    ranges(episodesOf([event(1000), event(1300)], { contract, range: { first: 0, last } }));
  expect(found(1400)).toEqual(["1000 to 1600"]);
  expect(found(1399)).toEqual(["1000 to 1600, cut"]);
});

test("The first of equal exceedances is named", () => {
  const events = [event(0), event(300, { level: 75, limit: 70 }), event(600)];
  expect(episodesOf(events)).toMatchObject([{ maxOver: 500, maxOverAt: 0, LeqMax: 7500 }]);
});

/** Labels of three events of 300 s, `-` for none | the longest of them, and its seconds. */
for (const [labels = "", longest = ""] of tableOf(`
  train ship ship | ship 600
  train ship - | ship 300
  ship train - | ship 300
  🚢 \uFFFD - | \uFFFD 300
  boats boat - | boat 300
  - - - | -
`)) {
  // U+FFFD comes before U+1F6A2 by bytes, and after it by code units.
  test(`Of the labels ${labels} the longest is ${longest}`, () => {
    const named = labels.split(" ").map((label) => (label === "-" ? null : label));
    const found = episodesOf(named.map((label, index) => event(index * 300, { label })));
    const texts = found.map(({ label, labelSeconds }) => `${label ?? "-"} ${labelSeconds ?? ""}`);
    expect(texts.map((text) => text.trim())).toEqual([longest]);
  });
}

test("The newest episode has the last second at which an event may join it", () => {
  const builder = createEpisodeBuilder({ ...whole, joinSeconds: 60 });
  expect(builder.joinsUntil()).toBe(-Infinity);
  builder.add(event(1000));
  expect(builder.joinsUntil()).toBe(1360);
  builder.add(event(1360));
  expect(builder.finish()).toHaveLength(1);
});

test("Energy of episodes and of the other samples is that of the range", () => {
  const sample = fc.record({
    gap: fc.integer({ min: 0, max: 600 }),
    duration: fc.integer({ min: 1, max: 300 }),
    level: fc.integer({ min: -2000, max: 20_000 }),
    limit: fc.integer({ min: 3000, max: 12_000 }),
  });
  fc.assert(
    fc.property(
      fc.array(sample, { minLength: 1, maxLength: 60 }),
      fc.integer({ min: 0, max: 900 }),
      (rows, joinSeconds) => {
        const energy = (level: number) => energyOf(hundredths(level / 100));
        const builder = createEpisodeBuilder({ ...whole, joinSeconds });
        let [second, total, rest, events] = [0, 0, 0, 0];
        for (const { gap, duration, level, limit } of rows) {
          second += gap;
          total += duration * energy(level);
          if (level > limit) {
            builder.add(event(second, { duration, level: level / 100, limit: limit / 100 }));
            events += 1;
          } else rest += duration * energy(level);
          second += duration;
        }
        const episodes = builder.finish();
        const loud = episodes.reduce((sum, { LAE }) => sum + energy(LAE ?? 0), 0);
        assert.ok(Math.abs(levelOfEnergy(loud + rest) - levelOfEnergy(total)) < 0.01);
        assert.equal(
          episodes.reduce((count, one) => count + one.events, 0),
          events,
        );
      },
    ),
  );
});
