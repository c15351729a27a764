import { expect, test } from "playwright/test";
import { createDocumentTurns } from "../../src/graphql/document-turns.ts";

/** Turns of documents with a clock that stands; `pass` lets time pass, and runs what has become due. */
function createTurns({ others = () => 0 }: { others?: (key: string) => number } = {}) {
  let now = 0;
  let due: { readonly at: number; readonly next: () => void }[] = [];
  const begun: string[] = [];
  const after = (next: () => void, milliseconds: number) => {
    const timer = { at: now + milliseconds, next };
    due.push(timer);
    return () => void (due = due.filter((each) => each !== timer));
  };
  const take = createDocumentTurns({
    countOthers: others,
    clock: () => now,
    nextTurn: (next) => after(next, 0),
    after,
  });
  return {
    begun,
    timers: () => due.length,
    /** Begins a document that lasts so many milliseconds. */
    begin(name: string, milliseconds: number, signal = new AbortController().signal): void {
      const work = () => {
        if (signal.aborted) return;
        begun.push(name);
        now += milliseconds;
      };
      const turn = take(name.slice(0, 1), signal);
      if (turn === null) work();
      else void turn.then(work);
    },
    /** The next turn of the event loop, after so many milliseconds. */
    async pass(milliseconds = 0): Promise<void> {
      now += milliseconds;
      const ready = due.filter(({ at }) => at <= now);
      due = due.filter(({ at }) => at > now);
      for (const { next } of ready) next();
      await Promise.resolve();
    },
  };
}

test("a turn begins documents for two milliseconds, and those that wait begin one in each turn", async () => {
  const { begin, pass, begun } = createTurns();
  begin("a1", 1);
  begin("b1", 1);
  begin("a2", 9);
  begin("a3", 9);
  expect(begun).toEqual(["a1", "b1"]);
  await pass();
  expect(begun).toEqual(["a1", "b1", "a2"]);
  // One that comes later does not overtake those that wait.
  begin("a4", 0);
  await pass();
  expect(begun).toEqual(["a1", "b1", "a2", "a3"]);
  await pass();
  await pass();
  begin("a5", 0);
  expect(begun).toEqual(["a1", "b1", "a2", "a3", "a4", "a5"]);
});

test("documents that wait begin in rotation of their keys", async () => {
  const { begin, pass, begun } = createTurns();
  for (const name of ["a1", "a2", "a3", "b1", "c1"]) begin(name, 5);
  for (let turn = 0; turn < 5; turn += 1) await pass();
  expect(begun).toEqual(["a1", "a2", "b1", "c1", "a3"]);
});

test("while others work, a key rests for twice its document, and other keys do not wait for it", async () => {
  const { begin, pass, begun } = createTurns({ others: (key) => (key === "a" ? 1 : 0) });
  begin("a1", 10);
  begin("a2", 10);
  await pass();
  expect(begun).toEqual(["a1"]);
  begin("b1", 0);
  expect(begun).toEqual(["a1", "b1"]);
  await pass(19);
  expect(begun).toEqual(["a1", "b1"]);
  await pass(1);
  expect(begun).toEqual(["a1", "b1", "a2"]);
});

test("a key rests for its own documents, and not for those of its neighbours in the turn", async () => {
  const { begin, pass, begun } = createTurns({ others: () => 5 });
  begin("b1", 0);
  begin("a1", 20);
  await pass();
  begin("b2", 0);
  begin("a2", 0);
  expect(begun).toEqual(["b1", "a1", "b2"]);
  await pass(39);
  expect(begun).toEqual(["b1", "a1", "b2"]);
  await pass(1);
  expect(begun).toEqual(["b1", "a1", "b2", "a2"]);
});

test("the only key at work does not pause", async () => {
  const { begin, pass, begun } = createTurns();
  begin("a1", 100);
  begin("a2", 1);
  await pass();
  expect(begun).toEqual(["a1", "a2"]);
});

test("documents that wait are no work of others: where nothing else works, none rests", async () => {
  // Each key has one request besides those of the other.
  const { begin, pass, begun } = createTurns({ others: () => 1 });
  begin("a1", 10);
  begin("b1", 10);
  await pass();
  expect(begun).toEqual(["a1", "b1"]);
  begin("a2", 10);
  begin("b2", 10);
  await pass();
  expect(begun).toEqual(["a1", "b1", "a2"]);
});

test("the end of a turn looks again whether others work", async () => {
  let others = 1;
  const { begin, pass, begun } = createTurns({ others: () => others });
  begin("a1", 20);
  await pass();
  begin("a2", 1);
  begin("b1", 1);
  others = 0;
  await pass();
  expect(begun).toEqual(["a1", "b1", "a2"]);
});

test("a rest is at most fifty milliseconds, and has one timer, however many wait", async () => {
  const { begin, pass, begun, timers } = createTurns({ others: () => 9 });
  begin("a1", 1000);
  await pass();
  for (const name of ["a2", "a3", "a4"]) begin(name, 1);
  expect(timers()).toBe(1);
  await pass(49);
  expect(begun).toEqual(["a1"]);
  await pass(1);
  expect(begun).toEqual(["a1", "a2"]);
});

test("a document whose request is aborted waits no longer, and takes no turn", async () => {
  const { begin, pass, begun } = createTurns();
  const gone = new AbortController();
  begin("a1", 5);
  begin("a2", 5, gone.signal);
  begin("a3", 5);
  gone.abort();
  await pass();
  expect(begun).toEqual(["a1", "a3"]);
});
