import { expect, test } from "../support/expect.ts";
import { retryConflicts } from "../../src/database/client/retry-conflicts.ts";

/** Fails so many times with this SQLSTATE, as Drizzle wraps it. */
function failing(code: string, times: number) {
  return async (retries: number) => {
    if (retries < times) throw new Error("query", { cause: Object.assign(new Error(), { code }) });
    return retries;
  };
}

for (const [title, code] of [
  ["a deadlock", "40P01"],
  ["a serialization failure", "40001"],
  ["a lock that is held for too long", "55P03"],
] as const) {
  test(`${title} is tried again`, async () => {
    expect(await retryConflicts(failing(code, 1))).toBe(1);
  });
}

test("what a server refuses for another reason is not tried again", async () => {
  await expect(retryConflicts(failing("23505", 1))).rejects.toThrow("query");
});
