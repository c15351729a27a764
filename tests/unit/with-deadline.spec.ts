import { withDeadline } from "../../src/system/with-deadline.ts";
import { expect, test } from "../support/test.ts";

const never = new Promise<never>(() => undefined);

test("work that ends before its deadline gives its own value or failure", async () => {
  await expect(withDeadline(Promise.resolve("done"), 60_000, "late")).resolves.toBe("done");
  const failing = Promise.reject(new Error("broken"));
  await expect(withDeadline(failing, 60_000, "late")).rejects.toThrow("broken");
});

test("work that has not ended by its deadline is late, and its later failure is nobody's", async () => {
  await expect(withDeadline(never, 1, "late")).resolves.toBe("late");
  let fail: (error: Error) => void = () => undefined;
  const failing = new Promise<never>((_, reject) => (fail = reject));
  await expect(withDeadline(failing, 1, "late")).resolves.toBe("late");
  // An unhandled rejection would end the test process.
  fail(new Error("too late"));
  await new Promise((resolve) => {
    setImmediate(resolve);
  });
});

test("the timer of a deadline ends with the work, so that no process waits for it", async () => {
  const timers = () => process.getActiveResourcesInfo().filter((name) => name === "Timeout").length;
  const before = timers();
  const racing = withDeadline(Promise.resolve(), 60_000, null);
  expect(timers()).toBe(before + 1);
  await racing;
  expect(timers()).toBe(before);
});
