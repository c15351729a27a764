import { expect, test } from "playwright/test";
import { createDocumentTurns } from "../../src/graphql/document-turns.ts";

const nextTurn = () => new Promise((resolve) => void setImmediate(resolve));

test("a turn begins documents for two milliseconds, and those that wait begin one in each turn", async () => {
  let now = 0;
  const begun: string[] = [];
  const takeTurn = createDocumentTurns(() => now);
  const begin = async (name: string, milliseconds: number) => {
    await takeTurn();
    begun.push(name);
    now += milliseconds;
  };
  expect(takeTurn()).toBeNull();
  now += 1;
  expect(takeTurn()).toBeNull();
  now += 1;
  const waiting = ["a", "b", "c"].map((name) => begin(name, 9));
  expect(begun).toEqual([]);
  await nextTurn();
  expect(begun).toEqual(["a"]);
  // One that comes later does not overtake those that wait.
  waiting.push(begin("d", 0));
  await nextTurn();
  expect(begun).toEqual(["a", "b"]);
  await nextTurn();
  expect(begun).toEqual(["a", "b", "c"]);
  await nextTurn();
  await Promise.all(waiting);
  expect(begun).toEqual(["a", "b", "c", "d"]);
  await nextTurn();
  expect(takeTurn()).toBeNull();
});
