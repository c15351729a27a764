import { expect, test } from "../../support/expect.ts";
import { rulesInForce } from "../../../src/dashboard/browser/views/compliance/rules-in-force.ts";
import type {
  AssessedWindow,
  Criterion,
} from "../../../src/dashboard/browser/views/compliance/use-verdicts.ts";
import { budgetOf } from "../../../src/dashboard/browser/views/compliance/budget.ts";
import {
  cutOf,
  stateCounts,
  type StatedWindow,
  windowState,
} from "../../../src/dashboard/browser/views/compliance/window-state.ts";
import {
  criterionWords,
  decidingText,
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
  const say = (
    changes: Partial<StatedWindow>,
    of: Partial<Criterion> | null = {},
    goesOn = changes.state === "running",
  ) => {
    const state = changes.verdict ?? "kept";
    return windowSentence({ ...window, state, ...changes }, of && { ...criterion, ...of }, goesOn);
  };
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
    "3 of 44 reference times of Tuesday 17 November exceed the 65 dB of Construction, working days; 2 are allowed. The highest LAeq,15min was 66.2 dB, 1.2 dB above the 65 dB.",
  );
  // One decimal would print the limit's own number for a level above it.
  expect(say({ level: 65.03, over: 0.03 })).toBe(
    `${start} 65.03 dB, 0.03 dB above the 65 dB ${end}`,
  );
  const few = { verdict: "undecided", reason: "low_coverage", coverage: 0.4 } as const;
  expect(say({ ...few, level: 60, over: -5 })).toBe(
    `${start} 60.0 dB, 5.0 dB below the 65 dB ${end} Undecided: samples cover 40 %; 75 % are needed.`,
  );
  const none = { verdict: "undecided", reason: "no_samples", level: null, over: null } as const;
  expect(say(none)).toBe("No valid samples, Tuesday 17 November.");
  expect(say({ ...few, state: "cut" })).toBe(
    `${start} 66.2 dB, 1.2 dB above the 65 dB ${end} Cut by the contract: samples cover 40 %; 75 % are needed.`,
  );
  // An exceeded window may go on, too.
  expect(say({}, {}, true)).toBe(
    `LAeq,11h of Tuesday 17 November is 66.2 dB so far, 1.2 dB above the 65 dB ${end}`,
  );
  // More samples change nothing of that.
  expect(say({ ...none, reason: "interval_too_long", state: "running" })).not.toContain("so far");
  // Running is not undecided.
  const running = { ...few, state: "running" } as const;
  expect(say({ ...none, ...running, reason: "no_samples" })).toBe(
    "No valid samples so far, Tuesday 17 November.",
  );
  expect(say(running)).toBe(
    `LAeq,11h of Tuesday 17 November is 66.2 dB so far, 1.2 dB above the 65 dB ${end}`,
  );
  expect(
    say(
      { ...running, referenceTimes: 44, exceeded: 1, undecided: 10 },
      { over: "block", overSeconds: 900, allowed: 2 },
    ),
  ).toBe(
    "1 of 44 reference times of Tuesday 17 November exceeds the 65 dB of Construction, working days so far; 2 are allowed. The highest LAeq,15min is 66.2 dB so far, 1.2 dB above the 65 dB.",
  );
});

test("a cell shows what decides: the number of reference times that may exceed, else a level that is not the limit's", () => {
  const allowing = { ...criterion, over: "block", overSeconds: 900, allowed: 2 } as const;
  expect(decidingText({ ...window, exceeded: 3 }, allowing)).toBe("3 of 2 allowed");
  expect(decidingText({ ...window, verdict: "kept", exceeded: 2 }, allowing)).toBe("2 of 2");
  expect(decidingText(window, criterion)).toBe("66.2");
  expect(decidingText({ ...window, level: 65.03, over: 0.03 }, criterion)).toBe("65.03");
  expect(decidingText({ ...window, level: 64.97, over: -0.03 }, criterion)).toBe("64.97");
  expect(decidingText({ ...window, level: 63.85, over: -1.15 }, criterion)).toBe("63.9");
  expect(decidingText({ ...window, level: 65, over: 0 }, criterion)).toBe("65.0");
  expect(decidingText({ ...window, level: null, over: null }, criterion)).toBe("–");
  expect(decidingText({ ...window, level: null, over: null }, null)).toBe("–");
});

test("a budget never refutes its verdict", () => {
  const end = Date.parse(window.endAt) / 1000;
  const remaining = { seconds: 19_800, level: 66.5 };
  // 72.03 above 72 with little coverage has a budget of 99.2 %, and is exceeded.
  expect(budgetOf({ ...window, budgetUsed: 0.992 }, criterion, end)).toBeNull();
  const kept = { ...window, verdict: "kept", budgetUsed: 0.4, remaining } as const;
  expect(budgetOf({ ...kept, exceeded: 1 }, { ...criterion, allowed: 2 }, end)).toEqual({
    share: 0.5,
    used: "1 of 2 used",
    left: "The window is over.",
  });
  // Half of the window has passed, and samples cover half of that half. Time without samples stands for nothing: with
  // the rest, they hold three quarters of the window, and the rest may have 65 + 10 lg((2.75 + 5.5 − 4.4) / 5.5) dB.
  expect(budgetOf({ ...kept, coverage: 0.25 }, criterion, end - 19_800)).toEqual({
    share: 0.4 / 0.75,
    used: "53.3 % used",
    left: "5 h 30 min left, at 63.4 dB on average at most.",
  });
  const louder = { ...kept, budgetUsed: 0.6, coverage: 0.25 };
  expect(budgetOf(louder, criterion, end - 19_800)?.left).toBe(
    "5 h 30 min left, at 59.7 dB on average at most.",
  );
  const impulsive = { name: "Impulses", add: 5, days: criterion.days, from: null, to: null };
  const adjusted = { ...criterion, adjustments: [impulsive] };
  expect(budgetOf(louder, adjusted, end - 19_800)?.left).toBe(
    "5 h 30 min left, at 59.7 dB, adjusted, on average at most.",
  );
  expect(budgetOf({ ...louder, budgetUsed: 0.76 }, criterion, end - 19_800)?.left).toBe(
    "5 h 30 min left, and no budget.",
  );
  expect(budgetOf({ ...kept, coverage: 0.8 }, criterion, end)?.used).toBe("50 % used");
  expect(budgetOf({ ...kept, budgetUsed: null, remaining: null }, criterion, end)).toBeNull();
});

test("a running window is not undecided, nor is one that the contract cuts", () => {
  const end = Date.parse(window.endAt) / 1000;
  const contract = { first: Date.parse(window.startAt) / 1000, last: end - 1 };
  const of = (verdict: AssessedWindow["verdict"], now: number, cut = contract) =>
    windowState({ ...window, verdict }, now, cut);
  expect(of("undecided", end - 1)).toBe("running");
  expect(of("kept", end - 1)).toBe("running");
  expect(of("exceeded", end - 1)).toBe("exceeded");
  expect(of("undecided", end)).toBe("undecided");
  expect(of("kept", end)).toBe("kept");
  const later = { ...contract, first: contract.first + 1 };
  const earlier = { ...contract, last: contract.last - 1 };
  expect([later, earlier].map((cut) => of("undecided", end, cut))).toEqual(["cut", "cut"]);
  expect([later, earlier].map((cut) => of("kept", end, cut))).toEqual(["kept", "kept"]);
  expect([contract, later, earlier].map((cut) => cutOf(window, cut))).toEqual([
    null,
    "begins",
    "ends",
  ]);
  expect(stateCounts(["kept", "running", "exceeded", "kept", "cut"])).toBe(
    "1 exceeded · 1 still running · 2 kept · 1 cut by the contract",
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
    "LAeq of any 1 h, Monday to Friday 07:00–18:00: at most −5.5 dB; 2 reference times of a window may exceed it; samples must cover 75 %.",
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
