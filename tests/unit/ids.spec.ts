import assert from "node:assert/strict";
import fc from "fast-check";
import { expect, test } from "playwright/test";
import {
  compareIds,
  parseProjectId,
  parseSensorId,
  type SensorId,
  sampleId,
} from "#acoustics/ids.ts";

const longest = "a".repeat(64);

const valid = ["a", "Z", "0", "dublin-noise", "dublin_noise-2", "S4A03895", "0--__", longest];
const invalid = [
  "",
  "-a",
  "_a",
  `${longest}a`,
  "a.b",
  "a b",
  " a",
  "a ",
  "a\n",
  "a/b",
  "a%20",
  "é",
  "ａ",
  "a\u0000b",
  "..",
];

for (const id of valid) {
  test(`${id} is an id`, () => {
    expect([parseProjectId(id), parseSensorId(id)]).toEqual([id, id]);
  });
}

for (const text of invalid) {
  test(`${JSON.stringify(text)} is no id`, () => {
    expect([parseProjectId(text), parseSensorId(text)]).toEqual([null, null]);
  });
}

test("Ids are ordered by their bytes", () => {
  const id = fc.stringMatching(/^[A-Za-z0-9][A-Za-z0-9_-]{0,5}$/);
  fc.assert(
    fc.property(id, id, (left, right) => {
      assert.equal(compareIds(left, right), Buffer.compare(Buffer.from(left), Buffer.from(right)));
    }),
  );
  expect(["a", "B", "_", "-", "2", "10", "ab"].toSorted(compareIds)).toEqual([
    "-",
    "10",
    "2",
    "B",
    "_",
    "a",
    "ab",
  ]);
});

test("A sample is named by its sensor and its second", () => {
  expect(sampleId("dublin-noise-2" as SensorId, 1_554_000_000)).toBe("dublin-noise-2.1554000000");
});
