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

test("An id is a letter or digit and up to 63 more of letters, digits, '-' and '_'", () => {
  const ids = ["a", "Z", "0", "dublin-noise", "dublin_noise-2", "S4A03895", "0--__", longest];
  const others = ["", "-a", "_a", `${longest}a`, "a.b", "a b", " a", "a ", "a\n", "a/b", "a%20"];
  others.push("é", "ａ", "a\u0000b", "..");
  for (const parseId of [parseProjectId, parseSensorId]) {
    expect([...ids, ...others].filter((text) => parseId(text) === text)).toEqual(ids);
    expect(others.filter((text) => parseId(text) !== null)).toEqual([]);
  }
});

test("Ids are ordered by their bytes", () => {
  const id = fc.stringMatching(/^[A-Za-z0-9][A-Za-z0-9_-]{0,5}$/);
  fc.assert(
    fc.property(id, id, (left, right) => {
      assert.equal(compareIds(left, right), Buffer.compare(Buffer.from(left), Buffer.from(right)));
    }),
  );
  const sorted = ["-", "10", "2", "B", "_", "a", "ab"];
  expect(["a", "B", "_", "-", "2", "10", "ab"].toSorted(compareIds)).toEqual(sorted);
});

test("The id of a sample is its sensor's id and its Unix second", () => {
  expect(sampleId("dublin-noise-2" as SensorId, 1_554_000_000)).toBe("dublin-noise-2.1554000000");
});
