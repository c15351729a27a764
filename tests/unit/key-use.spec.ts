import type { KeyId } from "../../src/acoustics/ids.ts";
import { parseDuration } from "../../src/acoustics/time/duration.ts";
import { parseTerm } from "../../src/cli/program/key-arguments.ts";
import type { Instant } from "../../src/acoustics/time/instant.ts";
import { createKeyUse } from "../../src/auth/key-use.ts";
import { expect, test } from "../support/expect.ts";

const [one, two] = ["one", "two"] as [KeyId, KeyId];
const at = (text: string) => Date.parse(text) as Instant;

test("uses are noted to the minute, and each minute is taken once", () => {
  const use = createKeyUse();
  use.note(one, at("2026-11-22T21:14:59.999Z"));
  use.note(two, at("2026-11-22T21:14:00Z"));
  expect([...use.takeUnwritten()]).toEqual([
    [one, at("2026-11-22T21:14:00Z")],
    [two, at("2026-11-22T21:14:00Z")],
  ]);
  use.note(one, at("2026-11-22T21:14:30Z"));
  expect([...use.takeUnwritten()]).toEqual([]);
  use.note(one, at("2026-11-22T21:15:00Z"));
  expect([...use.takeUnwritten()]).toEqual([[one, at("2026-11-22T21:15:00Z")]]);
});

test("a use whose write failed is taken again, with the latest minute", () => {
  const use = createKeyUse();
  use.note(one, at("2026-11-22T21:14:00Z"));
  const unwritten = use.takeUnwritten();
  use.note(one, at("2026-11-22T21:16:00Z"));
  use.keepUnwritten(unwritten);
  expect([...use.takeUnwritten()]).toEqual([[one, at("2026-11-22T21:16:00Z")]]);
});

test("a use at an earlier clock does not replace a later one", () => {
  const use = createKeyUse();
  use.note(one, at("2026-11-22T21:16:00Z"));
  use.note(one, at("2026-11-22T21:14:00Z"));
  expect([...use.takeUnwritten()]).toEqual([[one, at("2026-11-22T21:16:00Z")]]);
});

for (const [text, milliseconds] of [
  ["1h", 3_600_000],
  ["30d", 30 * 86_400_000],
  ["12w", 84 * 86_400_000],
  ["0d", null],
  ["07d", null],
  ["7", null],
  ["7 d", null],
  ["7D", null],
  ["-7d", null],
  ["1.5d", null],
  ["1234567d", null],
  ["3m", null],
] as const) {
  test(`the term ${JSON.stringify(text)} has ${milliseconds} ms`, () => {
    expect(parseTerm(text)).toBe(milliseconds);
  });
}

test("a duration has one of the units that are allowed, and may be none at all", () => {
  const settle = (text: string) => parseDuration(text, ["ms", "s", "m"]);
  expect(["0s", "500ms", "5s", "2m"].map(settle)).toEqual([0, 500, 5000, 120_000]);
  for (const text of ["5", "s", "5h", "05s", "-5s", "5 s", "5S", "", "5constructor"]) {
    expect(settle(text), text).toBeNull();
  }
});
