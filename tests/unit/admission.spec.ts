import assert from "node:assert/strict";
import fc from "fast-check";
import { expect, test } from "playwright/test";
import { createAdmission } from "#http/admission.ts";
import { type AdmissionLimits, limitsOf } from "#http/admission-limits.ts";

const limits: AdmissionLimits = {
  slots: 3,
  slotsOfLane: 2,
  busyThread: { slots: 2, slotsOfLane: 1 },
  queue: 2,
  burst: 4,
  calmMilliseconds: 100,
  patienceMilliseconds: 50,
};

/**
 * Step by step: who arrives (its lane is the letter; ! is early, * finds the thread busy), leaves (-) or
 * goes away (~), when → who works or is refused then.
 */
const stories: [title: string, steps: [step: string, at: number, then: string][]][] = [
  [
    "a lane never holds the slots that are kept from every lane",
    [
      ["a1", 0, "works"],
      ["a2", 0, "works"],
      ["a3", 0, "waits"],
      ["b1", 0, "works"],
      ["b2", 0, "waits"],
      ["-b1", 1, "b2"],
      ["-a1", 1, "a3"],
    ],
  ],
  [
    "lanes that wait have their turns one after the other",
    [
      ["a1", 0, "works"],
      ["a2", 0, "works"],
      ["b1", 0, "works"],
      ["a3", 0, "waits"],
      ["a4", 0, "waits"],
      ["b2", 0, "waits"],
      ["c1", 0, "waits"],
      ["-a1", 1, "a3"],
      ["-a2", 1, "b2"],
      ["-b1", 1, "c1"],
      ["-b2", 1, "a4"],
    ],
  ],
  [
    "the longest lane gives up its newest for a shorter one",
    [
      ["a1", 0, "works"],
      ["a2", 0, "works"],
      ["b1", 0, "works"],
      ["a3", 0, "waits"],
      ["a4", 0, "waits"],
      ["a5", 0, "waits"],
      ["a6", 0, "waits"],
      ["a7", 0, "refused a7"],
      ["c1", 0, "waits, refused a6"],
      ["c2", 0, "waits, refused a5"],
      ["c3", 0, "refused c3"],
      ["a8", 0, "refused a8"],
    ],
  ],
  [
    "few may wait until nobody has been refused for a while; then a burst may come again",
    [
      ["a1", 0, "works"],
      ["a2", 0, "works"],
      ["a3", 0, "waits"],
      ["a4", 0, "waits"],
      ["a5", 0, "waits"],
      ["a6", 0, "waits"],
      ["a7", 0, "refused a7"],
      ["-a1", 1, "a3"],
      ["a8", 1, "refused a8"],
      ["-a2", 1, "a4"],
      ["-a3", 1, "a5"],
      ["a9", 2, "waits"],
      ["a10", 2, "refused a10"],
      ["-a4", 3, "a6"],
      ["-a5", 3, "a9"],
      ["a11", 102, "waits"],
      ["a12", 102, "waits"],
      ["a13", 102, "waits"],
      ["a14", 102, "waits"],
      ["a15", 102, "refused a15"],
    ],
  ],
  [
    "few may wait where one has waited for long",
    [
      ["a1", 0, "works"],
      ["a2", 0, "works"],
      ["a3", 0, "waits"],
      ["a4", 49, "waits"],
      ["a5", 49, "waits"],
      ["a6", 50, "refused a6"],
    ],
  ],
  [
    "the first of a lane may wait all the same",
    [
      ["a1", 0, "works"],
      ["a2", 0, "works"],
      ["b1", 0, "works"],
      ["a3", 0, "waits"],
      ["a4", 0, "waits"],
      ["a5", 50, "refused a5"],
      ["b2", 50, "waits"],
      ["c1", 50, "waits"],
      ["b3", 50, "refused b3"],
      ["-b1", 51, "b2"],
    ],
  ],
  [
    "who comes early is refused under overload while its lane is served, and no longer",
    [
      ["a1", 0, "works"],
      ["!a2", 0, "works"],
      ["!a3", 0, "waits"],
      ["a4", 0, "waits"],
      ["a5", 50, "refused a5"],
      ["!b1", 50, "works"],
      ["!b2", 50, "refused b2"],
      ["-b1", 51, ""],
      ["!b3", 51, "refused b3"],
      ["!b4", 151, "works"],
      ["!a6", 152, "refused a6"],
      ["-a1", 153, "a3"],
      ["-a2", 154, "a4"],
      ["!a7", 251, "refused a7"],
      ["!a8", 351, "waits"],
    ],
  ],
  [
    "who comes early and is refused though there is a place lengthens no overload",
    [
      ["a1", 0, "works"],
      ["a2", 0, "works"],
      ["a3", 0, "waits"],
      ["a4", 50, "waits"],
      ["a5", 50, "refused a5"],
      ["-a1", 51, "a3"],
      ["-a2", 51, "a4"],
      ["-a3", 52, ""],
      ["!a6", 149, "refused a6"],
      ["!a7", 150, "works"],
    ],
  ],
  [
    "of a busy thread fewer work under overload, and as many as ever after it",
    [
      ["*a1", 0, "works"],
      ["*a2", 0, "works"],
      ["*a3", 0, "waits"],
      ["*b1", 50, "waits"],
      ["-a1", 51, "b1"],
      ["-a2", 52, "a3"],
      ["*a4", 53, "works"],
    ],
  ],
  [
    "what a busy thread left is taken by those that wait, before any newcomer, once it is busy no more",
    [
      ["*a1", 0, "works"],
      ["*a2", 0, "works"],
      ["*b1", 0, "works"],
      ["*a3", 0, "waits"],
      ["*b2", 50, "waits"],
      ["-a1", 51, ""],
      ["c1", 52, "a3, waits"],
      ["-b1", 53, "b2"],
    ],
  ],
  [
    "what goes away while it waits is forgotten",
    [
      ["a1", 0, "works"],
      ["a2", 0, "works"],
      ["a3", 0, "waits"],
      ["a4", 0, "waits"],
      ["~a3", 1, "true"],
      ["~a3", 1, "false"],
      ["~a1", 1, "false"],
      ["-a1", 2, "a4"],
      ["-a2", 2, ""],
    ],
  ],
];

for (const [title, steps] of stories) {
  test(title, () => {
    const admission = createAdmission<string>(limits);
    const take = (step: string, at: number) => {
      const ticket = step.replace(/^[-~!*]/, "");
      const lane = ticket.slice(0, 1);
      if (step.startsWith("-")) return admission.leave(lane, at).join(" ");
      if (step.startsWith("~")) return String(admission.withdraw(lane, ticket));
      const { outcome, refused, begun } = admission.arrive(lane, ticket, {
        now: at,
        isEarly: step.startsWith("!"),
        isThreadBusy: step.startsWith("*"),
      });
      const others = begun.map((one) => `${one}, `).join("");
      if (outcome === "refused") return `${others}refused ${refused}`;
      return refused === null ? `${others}${outcome}` : `${others}${outcome}, refused ${refused}`;
    };
    expect(steps.map(([step, at]) => take(step, at))).toEqual(steps.map(([, , then]) => then));
  });
}

test("no order of arrivals and departures breaks a bound, loses a request or leaves a slot idle", () => {
  const steps = fc.array(
    fc.record({
      move: fc.constantFrom("arrive", "leave", "withdraw"),
      lane: fc.nat(4),
      wait: fc.nat(60),
      isEarly: fc.boolean(),
      isThreadBusy: fc.boolean(),
    }),
    { maxLength: 200 },
  );
  fc.assert(
    fc.property(steps, fc.integer({ min: 1, max: 6 }), (moves, connections) => {
      const bounds = { ...limitsOf(connections), burst: 6 };
      const admission = createAdmission<number>(bounds);
      const lanes = new Map<number, string>();
      const working = new Set<number>();
      const waiting = new Set<number>();
      let now = 0;
      // As of the last arrival: of a busy thread not all slots are given away.
      let isBusy = false;
      for (const [index, { move, lane, wait, isEarly, isThreadBusy }] of moves.entries()) {
        now += wait;
        const name = `lane ${lane}`;
        const [mine] = [...(move === "leave" ? working : waiting)].filter(
          (id) => lanes.get(id) === name,
        );
        if (move === "arrive") {
          lanes.set(index, name);
          const { outcome, refused, begun } = admission.arrive(name, index, {
            now,
            isEarly,
            isThreadBusy,
          });
          isBusy = isThreadBusy;
          for (const next of begun) {
            assert.ok(waiting.delete(next));
            working.add(next);
          }
          if (outcome === "works") working.add(index);
          if (outcome === "waits") waiting.add(index);
          assert.equal(outcome === "refused", refused === index);
          if (refused !== null && refused !== index) assert.ok(waiting.delete(refused));
        } else if (mine !== undefined && move === "leave") {
          working.delete(mine);
          for (const next of admission.leave(name, now)) {
            assert.ok(waiting.delete(next));
            working.add(next);
          }
        } else if (mine !== undefined) {
          assert.ok(admission.withdraw(name, mine));
          waiting.delete(mine);
        }
        const holding = (asked: string) =>
          [...working].filter((id) => lanes.get(id) === asked).length;
        assert.equal(admission.working, working.size);
        assert.equal(admission.waiting, waiting.size);
        assert.ok(working.size <= bounds.slots);
        assert.ok(waiting.size <= bounds.burst);
        for (const id of isBusy ? [] : waiting) {
          const held = holding(lanes.get(id) ?? "");
          assert.ok(working.size === bounds.slots || held === bounds.slotsOfLane);
        }
        for (const asked of lanes.values()) assert.ok(holding(asked) <= bounds.slotsOfLane);
      }
    }),
    { numRuns: 2000 },
  );
});

test("a lane that asks now and then waits for one turn of each other lane, however many those ask", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 500 }), (greedy) => {
      const admission = createAdmission<string>({ ...limits, burst: 1000 });
      for (let index = 0; index < greedy + 3; index += 1)
        admission.arrive("greedy", `g${index}`, { now: 0 });
      admission.arrive("other", "o0", { now: 0 });
      admission.arrive("modest", "m", { now: 0 });
      const served = [...admission.leave("greedy", 0), ...admission.leave("other", 0)];
      assert.ok(served.includes("m"), served.join(" "));
    }),
  );
});
