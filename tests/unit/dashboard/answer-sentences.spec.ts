import { readFileSync } from "node:fs";
import { expect, test } from "../../support/expect.ts";
import {
  type AnswerFacts,
  answerSentences,
} from "../../../src/dashboard/browser/views/report/answer-sentences.ts";
import { statedWindows } from "../../../src/dashboard/browser/views/compliance/window-state.ts";
import { contractDays, parseRange } from "../../../src/dashboard/browser/time/range.ts";
import { zoneOf } from "../../../src/dashboard/browser/time/local-time.ts";
import { spoken, type Words } from "../../../src/dashboard/browser/words/words.ts";

const table = (name: string) =>
  JSON.parse(readFileSync(`src/dashboard/browser/words/${name}.json`, "utf8")) as object;

test.beforeAll(() => {
  const words = { ...table("page"), ...table("en") } as Words;
  spoken.value = { ...words, language: "en" };
});
test.afterAll(() => {
  spoken.value = null;
});

const zone = zoneOf("Europe/Dublin");
const works = { id: "works", name: "Works", allowed: 0 };
const window = (sensorId: string, day: string, changes: object = {}) => ({
  sensorId,
  asOf: null,
  criterionId: "works",
  date: `2019-03-${day}`,
  startAt: `2019-03-${day}T07:00:00.000Z`,
  endAt: `2019-03-${day}T18:00:00.000Z`,
  verdict: "kept",
  reason: null,
  over: null,
  exceeded: 0,
  ...changes,
});
const exceeded = { verdict: "exceeded", over: 1.2, exceeded: 3 };
const undecided = { verdict: "undecided", reason: "no_samples" };

/** 18 hours of 24 are valid; null could not be read. */
const figuresOf = (changes: object = {}) => ({
  issues: [],
  sensor: {
    aggregates: { buckets: [{ samples: 100, events: 7, maxOver: 1.2 }] },
    valid: { buckets: [{ coveredSeconds: 64_800 }] },
    availability: { samples: 100, seconds: 86_400 },
    assessments: { data: [] },
    ...changes,
  },
});
const silent = figuresOf({ availability: { samples: 0, seconds: 86_400 } });

/** The answer of two sensors on 12 March 2019, a year later. */
function answer(changes: object = {}): string[] {
  const { now, ...facts } = {
    criteria: [works],
    sensors: [
      { id: "a", name: "Quay" },
      { id: "b", name: "Court" },
    ],
    ofProject: 2,
    windows: [window("a", "12"), window("b", "12")],
    figures: new Map([
      ["a", figuresOf()],
      ["b", figuresOf()],
    ]),
    weighting: "A",
    range: parseRange("2019-03-12", "2019-03-12", zone),
    contract: null,
    zone,
    now: Date.parse("2020-03-12T00:00:00Z") / 1000,
    ...changes,
  } as unknown as AnswerFacts & { readonly now: number };
  const windows = statedWindows(facts.windows, now, facts);
  return answerSentences({ ...facts, windows });
}

const withB = (b: object) => ({
  figures: new Map([
    ["a", figuresOf()],
    ["b", b],
  ]),
});
const measured =
  "Sound was measured with 2 sensors (Tue 12 Mar 2019); valid LAeq covers 75 % of the time of 2 sensors.";

test("an answer is clean if all windows are read, have ended, and are kept", () => {
  expect(answer()).toEqual([measured, "No window is exceeded.", "No window is undecided."]);
});

test("a sensor that could not be read leaves no clean verdict, and hides none that is known", () => {
  const unread = "1 sensor could not be read: its result is not known.";
  for (const part of ["assessments", "aggregates", "availability"]) {
    const measurement = part === "availability" ? [] : [measured];
    expect(answer(withB(figuresOf({ [part]: null }))), part).toEqual([...measurement, unread]);
  }
  const found = [window("a", "12", exceeded), window("a", "13", undecided)];
  expect(answer({ ...withB(figuresOf({ assessments: null })), windows: found }).slice(1)).toEqual([
    "Exceeded: Works at Quay (days: 1 of 1, up to +1.20 dB).",
    `Undecided windows: 1, reason: no valid samples (1); ${unread}`,
  ]);
  const nothing = { issues: [], sensor: null };
  const figures = new Map(["a", "b"].map((id) => [id, nothing]));
  const none = ["2 sensors could not be read: their result is not known."];
  expect(answer({ figures, windows: [] })).toEqual(none);
  expect(answer({ figures, criteria: [] })).toEqual(none);
});

test("an answer is three sentences, whatever is to be said", () => {
  const figures = new Map([
    ["a", figuresOf({ availability: { samples: 9, seconds: 40_000 } })],
    ["b", figuresOf({ assessments: null })],
  ]);
  const windows = [
    window("a", "10", exceeded),
    window("a", "11", undecided),
    window("a", "12", { startAt: "2019-03-12T23:00:00.000Z", endAt: "2019-03-13T07:00:00.000Z" }),
  ];
  const now = Date.parse("2019-03-13T01:00:00Z") / 1000;
  const [first, ...others] = answer({ figures, windows, now, ofProject: 3 });
  expect(first).toMatch(
    /2 sensors; a sensor's time counts [^.;]+; the result is for 2 of 3 sensors, [^.;]+\.$/,
  );
  expect(others).toEqual([
    "Exceeded: Works at Quay (days: 1 of 1, up to +1.20 dB).",
    "Undecided windows: 1, reason: no valid samples (1); 1 still running; 1 sensor could not be read: its result is not known.",
  ]);
});

test("windows that are not there, or have not ended, are no clean verdict", () => {
  expect(answer({ windows: [] }).slice(1)).toEqual(["No window meets the range."]);
  const now = Date.parse("2019-03-12T12:00:00Z") / 1000;
  expect(answer({ now }).slice(1)).toEqual(["2 still running."]);
  const windows = [window("a", "11"), window("b", "12")];
  expect(answer({ now, windows }).slice(1)).toEqual(["No window is exceeded.", "1 still running."]);
  const none = [window("a", "12", undecided), window("b", "12", undecided)];
  expect(answer({ windows: none }).slice(1)).toEqual([
    "Undecided windows: 2, reason: no valid samples (2).",
  ]);
});

test("an answer names how many sensors measured, in which part of the range, and what it leaves out", () => {
  expect(answer(withB(silent))[0]).toContain("was measured with 1 of 2 sensors (Tue");
  const figures = new Map(["a", "b"].map((id) => [id, silent]));
  expect(answer({ figures })[0]).toBe("No sensor has a sample (Tue 12 Mar 2019).");
  expect(answer({ ofProject: 67 })[0]).toBe(
    measured.replace(/\.$/, "; the result is for 2 of 67 sensors, and the head names the others."),
  );
  const range = { ...parseRange("2019-03-12", "2019-03-14", zone) };
  const contract = contractDays(
    { startAt: "2019-03-13T00:00:00.000Z", endAt: "2019-03-31T22:59:59.000Z" },
    zone,
  );
  expect(answer({ range, contract })[0]).toContain("(Wed 13 Mar – Thu 14 Mar 2019)");
  const last = Date.parse("2019-03-14T10:04:59Z") / 1000;
  expect(answer({ range: { ...range, last }, contract, weighting: "C" })[0]).toContain(
    "(Wed 13 Mar 2019 00:00 – Thu 14 Mar 2019 10:05); valid LCeq covers 75 % of the time of 2 sensors;",
  );
});

test("an allowance is answered with counts, and days that are undecided are not among the decided", () => {
  const windows = [
    window("a", "11", { ...exceeded, exceeded: 4, over: 0.5 }),
    window("a", "12", exceeded),
    window("a", "13"),
    window("a", "14", undecided),
  ];
  expect(answer({ windows })[1]).toContain("(days: 2 of 3, up to +1.20 dB)");
  const criteria = [{ ...works, allowed: 2 }];
  expect(answer({ windows, criteria })[1]).toContain(
    "(days: 2 of 3, up to 4 times a day, 2 allowed)",
  );
  const nights = [{ ...works, from: "22:00", to: "06:00" }];
  expect(answer({ windows, criteria: nights })[1]).toContain("(nights: 2 of 3, up to +1.20 dB)");
  expect(answer({ windows, criteria: [{ ...nights[0], allowed: 2 }] })[1]).toContain(
    "(nights: 2 of 3, up to 4 times a night, 2 allowed)",
  );
  const many = Array.from({ length: 6 }, (_, index) => window(`s${index}`, "12", exceeded));
  expect(answer({ windows: many })[1]).toMatch(/; 1 more, below\.$/);
});

test("without criteria, an answer is that of the limits", () => {
  expect(answer({ criteria: [], windows: [] })).toEqual([
    measured,
    "Samples whose LAeq is above the limit: 14 of 200.",
  ]);
});

test("without criteria and limits, an answer says that nothing is judged", () => {
  const aggregates = { buckets: [{ samples: 100, events: 0, maxOver: null }] };
  const figures = new Map(["a", "b"].map((id) => [id, figuresOf({ aggregates })]));
  expect(answer({ criteria: [], windows: [], figures })[1]).toBe(
    "No limit holds: no sample of LAeq is judged.",
  );
});
