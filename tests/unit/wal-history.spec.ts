import { expect, test } from "playwright/test";
import { createWalHistory } from "../../src/database/scale-out/wal-history.ts";

/** A history of positions, each with the second of its query. */
function historyOf(...notes: readonly (readonly [position: number, second: number])[]) {
  const history = createWalHistory();
  for (const [position, second] of notes) history.note(position, second * 1000);
  return history;
}

const busy = [
  [100, 0],
  [180, 1],
  [200, 2],
] as const;

for (const [what, notes, replayed, now, lag] of [
  ["has all of the second before", busy, 190, 3, 2],
  ["has exactly a position", busy, 180, 3, 2],
  ["has all that is known", busy, 200, 3, 1],
  ["is ahead of what is known", busy, 250, 3, 1],
  ["has less than is remembered", busy, 99, 3, Infinity],
  ["is compared with nothing", [], 100, 3, Infinity],
  ["follows an idle primary", [...busy, [200, 60]], 200, 60.5, 0.5],
  ["lost a primary that was idle, and writes again", [...busy, [200, 60], [201, 61]], 200, 62, 2],
  ["follows a primary that does not answer any more", busy, 200, 10, 8],
] as const) {
  test(`A standby that ${what} is ${lag} s behind`, () => {
    expect(historyOf(...notes).lagOf(replayed, now * 1000)).toBe(lag * 1000);
  });
}

test("The position since a time is the first that was queried then or later", () => {
  const history = historyOf(...busy, [200, 60]);
  const seconds = [0, 0.5, 1, 2, 60, 61];
  expect(seconds.map((second) => history.positionSince(second * 1000))).toEqual([
    100,
    180,
    180,
    200,
    200,
    null,
  ]);
});

test("An hour of positions is remembered, and not more", () => {
  const history = createWalHistory();
  for (let index = 0; index < 7201; index += 1) history.note(index, index);
  expect([history.lagOf(0, 8000), history.lagOf(1, 8000)]).toEqual([Infinity, 7999]);
});
