import { expect, test } from "playwright/test";
import { createGate } from "#http/gate.ts";
import { takeTurn } from "#http/turns.ts";

const one = { slots: 1, slotsOfLane: 1 };

test("a turn that comes at the moment its request is over is given back", async () => {
  const gate = createGate({
    ...one,
    busyThread: one,
    queue: 1,
    burst: 1,
    calmMilliseconds: 1000,
    patienceMilliseconds: 1000,
  });
  const of = ({ signal }: AbortController) => ({ over: signal, facts: {} });
  const leave = await takeTurn(gate, "a", of(new AbortController()));
  const request = new AbortController();
  const turn = takeTurn(gate, "b", of(request));
  expect(gate.waiting).toBe(1);
  // A connection that closes ends its answers one after the other: the next is over before it is told of its turn.
  leave?.();
  request.abort();
  expect(await turn).toBeNull();
  expect(gate.working).toBe(0);
});
