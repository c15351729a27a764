import assert from "node:assert/strict";
import { getEventListeners } from "node:events";
import fc from "fast-check";
import { expect, test } from "../support/expect.ts";
import {
  createConcurrencyLimiter,
  type Release,
} from "../../src/http/connections/concurrency-limiter.ts";
import { RequestError } from "../../src/http/requests/request-error.ts";
import { neverAborted } from "../../src/system/never-aborted.ts";
import { tableOf } from "../support/table.ts";

const bounds = { slots: 3, slotsPerKey: 2, queuePerKey: 2, queueMilliseconds: 3_600_000 };

/**
 * Requests are named by their key and a number. A step sends a request, ends its work (-) or
 * aborts it (~); behind the arrow stands what it makes start or end.
 */
const stories = tableOf(`
  a key never holds all slots | a1 → a1 starts, a2 → a2 starts, a3, b1 → b1 starts, -b1, -a1 → a3 starts
  free slots go to the keys in turn, and to the requests of a key in their order | a1 → a1 starts, a2 → a2 starts, b1 → b1 starts, a3, a4, b2, c1, -a1 → a3 starts, -a2 → b2 starts, -b1 → c1 starts, -a3 → a4 starts
  a request that finds the queue of its key full is refused, and other keys still wait | a1 → a1 starts, a2 → a2 starts, b1 → b1 starts, a3, a4, a5 → a5 refused, b2, -a1 → a3 starts, a6, a7 → a7 refused
  an aborted request leaves the queue, and its place is free | a1 → a1 starts, a2 → a2 starts, a3, a4, ~a3 → a3 aborted, a5, -a1 → a4 starts, -a2 → a5 starts
  the work of an aborted request holds its slot until it ends | a1 → a1 starts, a2 → a2 starts, a3, ~a1, -a1 → a3 starts
  work that ends twice frees one slot | a1 → a1 starts, a2 → a2 starts, a3, a4, -a1 → a3 starts, -a1
`);

for (const [title = "", steps = ""] of stories) {
  test(title, async () => {
    const requests = createRequests();
    for (const line of steps.split(", ")) {
      const [step = "", then = ""] = line.split(" → ");
      expect([step, (await requests.take(step)).join(", ")]).toEqual([step, then]);
    }
  });
}

test("a request that is aborted already is not counted", async () => {
  const limiter = createConcurrencyLimiter(bounds);
  const reason = new Error("gone");
  await expect(limiter.acquire("a", AbortSignal.abort(reason))).rejects.toBe(reason);
  expect(limiter).toMatchObject({ inFlight: 0, queued: 0, refused: 0 });
});

test("a request that has waited for its time is refused, and the one that works is not", async () => {
  const limiter = createConcurrencyLimiter({ ...bounds, slotsPerKey: 1, queueMilliseconds: 1 });
  const signal = neverAborted;
  const release = await limiter.acquire("a", signal);
  await expect(limiter.acquire("a", signal)).rejects.toMatchObject({
    code: "unavailable",
    headers: { "Retry-After": "2" },
  });
  expect(limiter).toMatchObject({ inFlight: 1, queued: 0, refused: 1 });
  release();
  expect(limiter.inFlight).toBe(0);
});

test("a request may accept fewer of its key before it than the queue holds", async () => {
  const limiter = createConcurrencyLimiter({ ...bounds, slotsPerKey: 1 });
  const signal = neverAborted;
  const release = await limiter.acquire("a", signal);
  const waiting = limiter.acquire("a", signal);
  await expect(limiter.acquire("a", signal, 1)).rejects.toMatchObject({ code: "unavailable" });
  release();
  (await waiting)();
  expect(limiter).toMatchObject({ inFlight: 0, queued: 0, refused: 1 });
});

test("bounds hold, no slot stays free that a waiting request may use, and nothing is lost", async () => {
  const step = fc.record({
    kind: fc.constantFrom("send", "send", "send", "end", "abort"),
    key: fc.constantFrom("a", "b", "c"),
    pick: fc.nat(20),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
      const requests = createRequests();
      let sent = 0;
      for (const { kind, key, pick } of steps) {
        const names = [...(kind === "end" ? requests.working : requests.waiting)];
        const name = names[pick % Math.max(names.length, 1)];
        if (kind === "send") await requests.take(`${key}${++sent}`);
        else if (name !== undefined) await requests.take(kind === "end" ? `-${name}` : `~${name}`);
        const held = Array.from(requests.working, (one) => one.slice(0, 1));
        const queues = Array.from(requests.waiting, (one) => one.slice(0, 1));
        const count = (all: string[], one: string) => all.filter((other) => other === one).length;
        assert.ok(held.length <= bounds.slots);
        for (const one of ["a", "b", "c"]) {
          assert.ok(count(held, one) <= bounds.slotsPerKey);
          assert.ok(count(queues, one) <= bounds.queuePerKey);
          const mayStart = held.length < bounds.slots && count(held, one) < bounds.slotsPerKey;
          assert.ok(!mayStart || count(queues, one) === 0);
        }
        const { limiter } = requests;
        assert.deepEqual([limiter.inFlight, limiter.queued], [held.length, queues.length]);
      }
      for (const name of Array.from(requests.waiting)) await requests.take(`~${name}`);
      for (const name of Array.from(requests.working)) await requests.take(`-${name}`);
      assert.deepEqual([requests.limiter.inFlight, requests.limiter.queued], [0, 0]);
    }),
  );
});

/** Requests of one limiter, by their names. */
function createRequests() {
  const limiter = createConcurrencyLimiter(bounds);
  const working = new Map<string, Release>();
  const ended = new Map<string, Release>();
  const waiting = new Set<string>();
  const aborts = new Map<string, AbortController>();
  let happened: string[] = [];
  const send = (name: string) => {
    const abort = new AbortController();
    aborts.set(name, abort);
    waiting.add(name);
    void acquire(name, abort.signal).then((outcome) => happened.push(`${name} ${outcome}`));
  };
  const acquire = async (name: string, signal: AbortSignal): Promise<string> => {
    try {
      working.set(name, await limiter.acquire(name.slice(0, 1), signal));
      return "starts";
    } catch (error) {
      return error instanceof RequestError ? "refused" : "aborted";
    } finally {
      waiting.delete(name);
    }
  };
  const end = (name: string) => {
    const release = working.get(name) ?? ended.get(name) ?? assert.fail(name);
    working.delete(name);
    ended.set(name, release);
    release();
  };
  return {
    limiter,
    working: { [Symbol.iterator]: () => working.keys() },
    waiting,
    /** Takes one step; resolves to what it made happen. */
    async take(step: string): Promise<string[]> {
      happened = [];
      if (step.startsWith("-")) end(step.slice(1));
      else if (step.startsWith("~")) aborts.get(step.slice(1))?.abort();
      else send(step);
      await new Promise((resolve) => setImmediate(resolve));
      return happened;
    },
  };
}

test("all that waits with one signal is given up with it, by one listener, also where nothing else ends the wait", async () => {
  const limiter = createConcurrencyLimiter({
    slots: 1,
    slotsPerKey: 1,
    queuePerKey: Infinity,
    queueMilliseconds: Infinity,
  });
  const abort = new AbortController();
  const release = await limiter.acquire("a", abort.signal);
  const waiting = Array.from({ length: 5 }, () => limiter.acquire("a", abort.signal));
  expect(getEventListeners(abort.signal, "abort")).toHaveLength(1);
  release();
  await waiting[0];
  abort.abort();
  const outcomes = await Promise.allSettled(waiting);
  expect(outcomes.map(({ status }) => status)).toEqual([
    "fulfilled",
    ...Array.from({ length: 4 }, () => "rejected"),
  ]);
  expect([limiter.queued, limiter.inFlight]).toEqual([0, 1]);
});
