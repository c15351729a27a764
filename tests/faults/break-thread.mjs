import { existsSync, readFileSync } from "node:fs";
import { workerData } from "node:worker_threads";

/*
 * Loaded with `node --import` into each thread of a gateway. The thread of the internal listener ends in the way that
 * the file BREAK_THREAD names, as soon as there is one; the thread that is started after it does not.
 */
const file = process.env["BREAK_THREAD"] ?? "";
const faults = {
  memory() {
    const kept = [];
    // oxlint-disable-next-line no-new-array -- `Array.from` is slow, and the length is meant.
    for (;;) kept.push(new Array(5_000_000).fill(kept.length));
  },
  error() {
    throw new Error("the test ends the thread");
  },
  loop() {
    for (;;);
  },
};
const isInternal = workerData?.options !== undefined && workerData.restarts === 0;
if (isInternal) {
  const timer = setInterval(() => {
    if (!existsSync(file)) return;
    const fault = faults[readFileSync(file, "utf8")];
    if (fault === undefined) return;
    clearInterval(timer);
    fault();
  }, 50);
}
