import { expect, test } from "playwright/test";
import { rulesInForce } from "../../../src/dashboard/browser/views/compliance/rules-in-force.ts";
import type {
  AssessedWindow,
  Criterion,
} from "../../../src/dashboard/browser/views/compliance/use-verdicts.ts";
import {
  criterionWords,
  windowSentence,
} from "../../../src/dashboard/browser/views/compliance/verdict-words.ts";

const criterion: Criterion = {
  id: "works",
  name: "Construction, working days",
  level: "LAeq",
  days: ["mon", "tue", "wed", "thu", "fri"],
  from: "07:00",
  to: "18:00",
  over: "window",
  overSeconds: null,
  limit: 65,
  allowed: 0,
  minCoverage: 0.75,
  adjustments: [],
};

const window: AssessedWindow = {
  sensorId: "s",
  asOf: null,
  criterionId: "works",
  date: "2026-11-17",
  startAt: "2026-11-17T07:00:00.000Z",
  endAt: "2026-11-17T18:00:00.000Z",
  seconds: 39_600,
  coverage: 1,
  excludedSeconds: 0,
  verdict: "exceeded",
  reason: null,
  level: 66.2,
  limit: 65,
  over: 1.2,
  referenceTimes: 1,
  exceeded: 1,
  undecided: 0,
  budgetUsed: 1.32,
  remaining: { seconds: 0, level: null },
};

test("a verdict is said in a sentence, whose numbers add up", () => {
  const say = (changes: Partial<AssessedWindow>, of: Partial<Criterion> | null = {}) =>
    windowSentence({ ...window, ...changes }, of && { ...criterion, ...of });
  const start = "LAeq,11h of Tuesday 17 November was";
  const end = "of Construction, working days.";
  expect(say({})).toBe(`${start} 66.2 dB, 1.2 dB above the 65 dB ${end}`);
  // 65.05 is 65.1 with one decimal, and 0.05 is 0.1: those add up.
  expect(say({ level: 65.05, over: 0.05 })).toBe(`${start} 65.1 dB, 0.1 dB above the 65 dB ${end}`);
  expect(say({ level: 64.95, over: -0.05 })).toBe(
    `${start} 64.95 dB, 0.05 dB below the 65 dB ${end}`,
  );
  expect(say({ level: 59.9, limit: 59.95, over: -0.05 })).toBe(
    `${start} 59.90 dB, 0.05 dB below the 59.95 dB ${end}`,
  );
  expect(say({ level: 65, over: 0 })).toBe(`${start} 65.0 dB, exactly the 65 dB ${end}`);
  expect(say({}, null)).toBe(
    "The level of Tuesday 17 November was 66.2 dB, 1.2 dB above the 65 dB of works.",
  );
  expect(
    say({ referenceTimes: 44, exceeded: 3 }, { over: "block", overSeconds: 900, allowed: 2 }),
  ).toBe(
    `The highest LAeq,15min of Tuesday 17 November was 66.2 dB, 1.2 dB above the 65 dB ${end} 3 of 44 reference times exceed it; 2 may.`,
  );
  const few = { verdict: "undecided", reason: "low_coverage", coverage: 0.4 } as const;
  expect(say({ ...few, level: 60, over: -5 })).toBe(
    `${start} 60.0 dB, 5.0 dB below the 65 dB ${end} Undecided: samples cover 40 % of the 75 % needed.`,
  );
  expect(say({ verdict: "undecided", reason: "no_samples", level: null, over: null })).toBe(
    "No sample counts, Tuesday 17 November.",
  );
});

test("a criterion is said in words", () => {
  const block = criterionWords({ ...criterion, over: "block", overSeconds: 900 });
  expect(block).toContain("LAeq of each 15 min, ");
  expect(criterionWords(criterion)).toBe(
    "LAeq of the whole window, Monday to Friday 07:00–18:00: at most 65 dB; samples must cover 75 %.",
  );
  expect(
    criterionWords({ ...criterion, over: "rolling", overSeconds: 3600, limit: -5.5, allowed: 2 }),
  ).toBe(
    "LAeq of any 1 h, Monday to Friday 07:00–18:00: at most −5.5 dB, which 2 of a window may exceed; samples must cover 75 %.",
  );
});

test("each time of a range goes by the version that was in force then", () => {
  const versions = [{ appliedAt: "1970-01-01T00:03:20Z" }, { appliedAt: "1970-01-01T00:01:40Z" }];
  const [second, first] = versions.map(({ appliedAt }) => appliedAt);
  expect(rulesInForce(versions, { first: 50, last: 299 })).toEqual([
    { first: 100, end: 200, asOf: first },
    { first: 200, end: 300, asOf: second },
  ]);
  expect(rulesInForce(versions, { first: 250, last: 260 })).toEqual([
    { first: 250, end: 261, asOf: second },
  ]);
  expect(rulesInForce(versions, { first: 10, last: 99 })).toEqual([]);
  expect(rulesInForce([], { first: 10, last: 99 })).toEqual([]);
});
