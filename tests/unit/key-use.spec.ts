import type { KeyId } from "#acoustics/ids.ts";
import { parseDuration } from "#acoustics/time/duration.ts";
import type { Instant } from "#acoustics/time/instant.ts";
import { createKeyUse } from "#auth/key-use.ts";
import { expect, test } from "playwright/test";

const [one, two] = ["one", "two"] as [KeyId, KeyId];
const at = (text: string) => Date.parse(text) as Instant;

test("uses are noted to the minute, and each minute is taken once", () => {
  const use = createKeyUse();
  use.note(one, at("2026-11-22T21:14:59.999Z"));
  use.note(two, at("2026-11-22T21:14:00Z"));
  expect([...use.take()]).toEqual([
    [one, at("2026-11-22T21:14:00Z")],
    [two, at("2026-11-22T21:14:00Z")],
  ]);
  use.note(one, at("2026-11-22T21:14:30Z"));
  expect([...use.take()]).toEqual([]);
  use.note(one, at("2026-11-22T21:15:00Z"));
  expect([...use.take()]).toEqual([[one, at("2026-11-22T21:15:00Z")]]);
});

test("what is given back is taken again, with the latest use", () => {
  const use = createKeyUse();
  use.note(one, at("2026-11-22T21:14:00Z"));
  const taken = use.take();
  use.note(one, at("2026-11-22T21:16:00Z"));
  use.giveBack(taken);
  expect([...use.take()]).toEqual([[one, at("2026-11-22T21:16:00Z")]]);
});

test("a use at an earlier clock does not replace a later one", () => {
  const use = createKeyUse();
  use.note(one, at("2026-11-22T21:16:00Z"));
  use.note(one, at("2026-11-22T21:14:00Z"));
  expect([...use.take()]).toEqual([[one, at("2026-11-22T21:16:00Z")]]);
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
  test(`the duration ${JSON.stringify(text)} has ${milliseconds} ms`, () => {
    expect(parseDuration(text)).toBe(milliseconds);
  });
}
