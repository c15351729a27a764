import { expect, test } from "playwright/test";
import { countWhileAtWork, isAloneAtWork } from "../../src/http/requests/request-context.ts";

test("a request is alone at work without another one, and for a while after that has not been", () => {
  const ends = [countWhileAtWork(() => undefined)];
  expect(isAloneAtWork(0)).toBe(true);
  ends.push(countWhileAtWork(() => undefined));
  expect(isAloneAtWork(0)).toBe(false);
  const [endFirst, endSecond] = ends;
  endSecond?.();
  expect(isAloneAtWork(0)).toBe(true);
  expect(isAloneAtWork(Infinity)).toBe(false);
  endFirst?.();
});
