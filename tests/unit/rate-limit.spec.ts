import { expect, test } from "playwright/test";
import type { KeyId } from "#acoustics/ids.ts";
import type { Instant } from "#acoustics/time/instant.ts";
import { createRateLimit } from "#auth/rate-limit.ts";

const [a, b] = ["a".repeat(16) as KeyId, "b".repeat(16) as KeyId];

/** Requests in turn: whose, milliseconds → seconds to wait. */
const requests: [keyId: KeyId, at: number, wait: number][] = [
  [a, 1000, 0],
  [a, 11_000, 0],
  [a, 21_000, 40],
  [a, 60_999, 1],
  // Another key has a minute of its own.
  [b, 60_999, 0],
  // The first instant of the next minute, which refusals have not put off.
  [a, 61_000, 0],
  [a, 61_000, 0],
  [a, 61_000, 60],
  [b, 61_000, 0],
  [b, 61_000, 60],
  // A request that has waited comes late, and the minutes of other keys go on.
  [a, 60_500, 61],
  [b, 61_000, 60],
  // A clock that was set back is no reason to refuse.
  [a, 0, 0],
];

test("a key's minute takes so many requests and begins anew after sixty seconds", () => {
  const quota = createRateLimit(2);
  expect(requests.map(([keyId, at]) => quota.take(keyId, at as Instant))).toEqual(
    requests.map(([, , wait]) => wait),
  );
});
