import assert from "node:assert/strict";
import fc from "fast-check";
import { expect, test } from "../support/expect.ts";
import {
  compareIds,
  parseLeaseId,
  parseProjectId,
  parseRecordingId,
  parseSensorId,
  type SensorId,
  sampleId,
} from "../../src/acoustics/ids.ts";

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

test("The id of a sample and of its recording is the sensor's id and the positive Unix second", () => {
  const [sensorId, second, id] = ["dublin-2" as SensorId, 1_554_000_000, "dublin-2.1554000000"];
  expect(sampleId(sensorId, second)).toBe(id);
  expect(parseRecordingId(id)).toEqual({ sensorId, second });
  const others = "|a|a.|.1|a.0|a.01|a.-1|a.1.1|-a.1|a.1\n|a.1000000000000".split("|");
  expect(others.filter((text) => parseRecordingId(text) !== null)).toEqual([]);
});

test("The id of a lease is a UUID in lower case", () => {
  const id = "3f2a9c1e-0b7d-4e65-8a1f-c2d9b0e4f7a6";
  expect(parseLeaseId(id)).toBe(id);
  const others = ["", id.toUpperCase(), ` ${id}`, `${id}\n`, `${id}0`, id.replaceAll("-", "")];
  expect(others.filter((text) => parseLeaseId(text) !== null)).toEqual([]);
});
