import { expect, test } from "playwright/test";
import { createSlices, restMilliseconds } from "../../src/operations/in-slices.ts";

/** Calculations on a clock that the test moves, in an event loop that the test turns. */
function createLoop() {
  const turns: (() => void)[] = [];
  const done: string[] = [];
  /** Before each rest: the slices since there was nothing to do. */
  const rests: number[] = [];
  let now = 0;
  const runInSlices = createSlices({
    clock: () => now,
    begin: (next) => turns.push(next),
    rest: (next, { slices }) => {
      turns.push(next);
      rests.push(slices);
    },
    sliceMilliseconds: 5,
  });
  return {
    done,
    rests,
    runInSlices,
    /** Steps that last a millisecond each. */
    *count(name: string, steps: number): Generator<void, string> {
      for (let step = 1; step <= steps; step += 1) {
        now += 1;
        done.push(`${name}${step}`);
        yield;
      }
      return name;
    },
    /** Runs what waits for the next turn; returns the steps that were done in it. */
    async turn() {
      const waiting = turns.splice(0);
      expect(waiting.length).toBeLessThanOrEqual(1);
      for (const callback of waiting) callback();
      await Promise.resolve();
      return done.splice(0);
    },
  };
}

const never = () => new AbortController().signal;

test("a calculation of 12 ms takes three slices of at most 5 ms, each in a turn of its own", async () => {
  const loop = createLoop();
  const result = loop.runInSlices(never(), loop.count("a", 12));
  expect(loop.done).toEqual([]);
  expect(await loop.turn()).toEqual(["a1", "a2", "a3", "a4", "a5"]);
  expect(await loop.turn()).toEqual(["a6", "a7", "a8", "a9", "a10"]);
  expect(await loop.turn()).toEqual(["a11", "a12"]);
  expect(await result).toBe("a");
  expect(await loop.turn()).toEqual([]);
});

test("slices are counted from the first after nothing was left to do", async () => {
  const loop = createLoop();
  for (const name of ["a", "b"]) {
    const result = loop.runInSlices(never(), loop.count(name, 12));
    for (let turn = 0; turn < 3; turn += 1) await loop.turn();
    expect(await result).toBe(name);
  }
  expect(loop.rests).toEqual([1, 2, 1, 2]);
});

test("work of a second ends within six beside short requests: its rests become shorter", () => {
  const slices = 500;
  const rests = Array.from({ length: slices - 1 }, (_, index) => restMilliseconds(index + 1));
  const total = rests.reduce((sum, rest) => sum + rest, 2 * slices);
  expect(rests[0]).toBe(14);
  expect(total).toBeLessThan(6000);
});

test("short calculations share a slice, whatever request they belong to", async () => {
  const loop = createLoop();
  const results = [
    loop.runInSlices(never(), loop.count("a", 2)),
    loop.runInSlices(never(), loop.count("b", 2)),
  ];
  expect(await loop.turn()).toEqual(["a1", "a2", "b1", "b2"]);
  expect(await Promise.all(results)).toEqual(["a", "b"]);
});

test("requests take slices in rotation; the calculations of one run in their order", async () => {
  const loop = createLoop();
  const [one, other] = [never(), never()];
  const results = [
    loop.runInSlices(one, loop.count("a", 7)),
    loop.runInSlices(one, loop.count("b", 5)),
    loop.runInSlices(other, loop.count("c", 6)),
  ];
  expect(await loop.turn()).toEqual(["a1", "a2", "a3", "a4", "a5"]);
  expect(await loop.turn()).toEqual(["c1", "c2", "c3", "c4", "c5"]);
  expect(await loop.turn()).toEqual(["a6", "a7", "c6", "b1", "b2"]);
  expect(await loop.turn()).toEqual(["b3", "b4", "b5"]);
  expect(await Promise.all(results)).toEqual(["a", "b", "c"]);
});

test("a calculation ends before its next slice when its signal is aborted, and only that one", async () => {
  const loop = createLoop();
  const abort = new AbortController();
  const gone = new Error("gone");
  const aborted = loop
    .runInSlices(abort.signal, loop.count("a", 100))
    .catch((error: unknown) => error);
  const other = loop.runInSlices(never(), loop.count("b", 2));
  expect(await loop.turn()).toHaveLength(5);
  abort.abort(gone);
  expect(await loop.turn()).toEqual(["b1", "b2"]);
  expect(await aborted).toBe(gone);
  expect(await other).toBe("b");
  expect(await loop.turn()).toEqual([]);
});

test("a calculation that throws rejects, and the next one runs", async () => {
  const loop = createLoop();
  const signal = never();
  const wrong = new Error("wrong");
  const failed = loop.runInSlices(signal, failing()).catch((error: unknown) => error);
  const next = loop.runInSlices(signal, loop.count("b", 1));
  await loop.turn();
  expect([await failed, await next]).toEqual([wrong, "b"]);

  function* failing(): Generator<void, never> {
    yield;
    throw wrong;
  }
});
