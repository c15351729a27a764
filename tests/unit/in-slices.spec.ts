import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, test } from "playwright/test";
import { runInSlices } from "../../src/operations/in-slices.ts";
import { neverAborted } from "../../src/system/never-aborted.ts";

/** Steps that are each longer than a slice, and are written down. */
function* longSteps(name: string, count: number, done: string[]): Generator<void, string> {
  for (let step = 1; step <= count; step += 1) {
    const end = performance.now() + 12;
    while (performance.now() < end);
    done.push(`${name}${step}`);
    yield;
  }
  return name;
}

test("calculations get slices in turn, and each slice has a turn of the event loop", async () => {
  const done: string[] = [];
  const results = Promise.all([
    runInSlices(neverAborted, longSteps("a", 3, done)),
    runInSlices(neverAborted, longSteps("b", 2, done)),
  ]);
  const turns: number[] = [];
  for (let seen = -1; done.length < 5;) {
    await nextTurn();
    if (done.length > seen) turns.push((seen = done.length));
  }
  expect(await results).toEqual(["a", "b"]);
  expect(done).toEqual(["a1", "b1", "a2", "b2", "a3"]);
  // No turn of the event loop had two of the slices.
  expect(turns.slice(-5)).toEqual([1, 2, 3, 4, 5]);
});

test("short calculations share a slice, whatever request they belong to", async () => {
  let ended = 0;
  function* short(): Generator<void, void> {
    yield;
    ended += 1;
  }
  const results = Promise.all(Array.from({ length: 5 }, () => runInSlices(neverAborted, short())));
  await nextTurn();
  await nextTurn();
  expect(ended).toBe(5);
  await results;
});

test("a calculation ends before its next slice when its signal is aborted, and only that one", async () => {
  const abort = new AbortController();
  const gone = new Error("gone");
  const done: string[] = [];
  const aborted = runInSlices(abort.signal, longSteps("a", 100, done)).catch(
    (error: unknown) => error,
  );
  const other = runInSlices(neverAborted, longSteps("b", 2, done));
  while (done.length === 0) await nextTurn();
  abort.abort(gone);
  expect(await aborted).toBe(gone);
  expect(await other).toBe("b");
  expect(done).toEqual(["a1", "b1", "b2"]);
});

test("a calculation that throws rejects, and the next one runs", async () => {
  const wrong = new Error("wrong");
  const failed = runInSlices(neverAborted, failing()).catch((error: unknown) => error);
  const next = runInSlices(neverAborted, longSteps("b", 1, []));
  expect([await failed, await next]).toEqual([wrong, "b"]);

  function* failing(): Generator<void, never> {
    yield;
    throw wrong;
  }
});
