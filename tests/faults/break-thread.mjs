import { existsSync, readFileSync } from "node:fs";
import { workerData } from "node:worker_threads";

/*
 * Loaded with `node --import` into each thread of a gateway. The thread of the internal listener ends in the way that
 * the file BREAK_THREAD names, as soon as there is one; the thread that is started after it does not.
 */
const file = process.env["BREAK_THREAD"] ?? "";
const faults = {
  memory() {
    // Copies are quick: on a busy machine, the thread would count as hung before its memory is full.
    const kept = [Array.from({ length: 5_000_000 }).fill(0)];
    for (;;) kept.push(kept[0].slice(1));
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
