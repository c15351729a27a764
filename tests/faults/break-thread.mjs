import { existsSync, readFileSync } from "node:fs";
import { workerData } from "node:worker_threads";

/*
 * Loaded with `node --import` into each thread of a gateway. The thread of the internal listener ends in the way that
 * the file BREAK_THREAD names, as soon as that names it for a thread that was started again so often; `load` ends it
 * while it reads its program.
 */
const file = process.env["BREAK_THREAD"] ?? "";
const faults = {
  memory() {
    // Piece by piece: on a busy machine, a thread that does nothing else for so long would count as hung.
    const kept = [Array.from({ length: 1_000_000 }).fill(0)];
    const fill = () => {
      kept.push(kept[0].slice(1));
      setImmediate(fill);
    };
    fill();
  },
  error() {
    throw new Error("the test ends the thread");
  },
  loop() {
    for (;;);
  },
};
if (workerData?.restarts !== undefined) {
  if (file === "load") faults.error();
  const timer = setInterval(() => {
    if (!existsSync(file)) return;
    const [restarts, name] = readFileSync(file, "utf8").split(" ");
    const fault = faults[name];
    if (Number(restarts) !== workerData.restarts || fault === undefined) return;
    clearInterval(timer);
    fault();
  }, 50);
}
