import { expect, test } from "playwright/test";
import { countWhileAtWork, isOnlyRequest } from "../../src/http/requests/requests-at-work.ts";

test("a request is the only one without another, and for a while after that is not", async () => {
  const ends = [countWhileAtWork(() => undefined)];
  // Requests that an earlier test of this process has left at work end meanwhile.
  await expect.poll(() => isOnlyRequest(0)).toBe(true);
  ends.push(countWhileAtWork(() => undefined));
  expect(isOnlyRequest(0)).toBe(false);
  const [endFirst, endSecond] = ends;
  endSecond?.();
  expect(isOnlyRequest(0)).toBe(true);
  expect(isOnlyRequest(Infinity)).toBe(false);
  endFirst?.();
});
