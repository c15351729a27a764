import { expect, test } from "playwright/test";
import { createDocumentTurns } from "../../src/graphql/document-turns.ts";

/** Turns of documents with a clock that stands; `pass` lets time pass, and runs what has become due. */
function createTurns({ others = () => false }: { others?: (key: string) => boolean } = {}) {
  let now = 0;
  let due: { readonly at: number; readonly next: () => void }[] = [];
  const begun: string[] = [];
  const take = createDocumentTurns({
    worksForOthers: others,
    clock: () => now,
    later: (next, milliseconds) => due.push({ at: now + milliseconds, next }),
  });
  return {
    begun,
    /** Begins a document that takes so many milliseconds. */
    begin(name: string, milliseconds: number): void {
      const work = () => {
        begun.push(name);
        now += milliseconds;
      };
      const turn = take(name.slice(0, 1));
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

test("while others work, a key rests for twice its turn, and other keys do not wait for it", async () => {
  const { begin, pass, begun } = createTurns({ others: (key) => key === "a" });
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

test("a key that works alone does not rest, and one that rests goes on when the others have ended", async () => {
  let shared = true;
  const { begin, pass, begun } = createTurns({ others: () => shared });
  begin("a1", 100);
  begin("a2", 1);
  await pass();
  begin("b1", 1);
  expect(begun).toEqual(["a1", "b1"]);
  shared = false;
  // The end of the turn of b1 looks again.
  await pass();
  expect(begun).toEqual(["a1", "b1", "a2"]);
  begin("a3", 1);
  await pass();
  expect(begun).toEqual(["a1", "b1", "a2", "a3"]);
});

test("a rest is at most fifty milliseconds, however long the turn was", async () => {
  const { begin, pass, begun } = createTurns({ others: () => true });
  begin("a1", 1000);
  begin("a2", 1);
  await pass();
  await pass(49);
  expect(begun).toEqual(["a1"]);
  await pass(1);
  expect(begun).toEqual(["a1", "a2"]);
});
