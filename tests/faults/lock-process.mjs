// A process that acquires the lock of a folder repeatedly, and writes lines to a log while it owns it. With a third
// argument it says when it is refused, and keeps the lock until it is killed.
import { appendFileSync } from "node:fs";
import { acquireLock } from "../../dist/embedded/ownership-lock.js";

const [folder = "", log = "", keep = ""] = process.argv.slice(2);

let isEnding = false;
process.once("message", () => {
  isEnding = true;
});

for (let count = 0; !isEnding;) {
  const lock = await acquireLock(folder);
  if (lock !== null) {
    // One name for each time as the owner.
    const owner = `${process.pid}.${count++}`;
    for (let line = 0; line < 10; line++) {
      appendFileSync(log, `${owner}\n`);
      if (line === 5 || keep !== "") process.send?.(owner);
      if (keep !== "") await new Promise(() => undefined);
      await new Promise(setImmediate);
    }
    await lock.release();
  } else if (keep !== "") process.send?.("refused");
  await new Promise(setImmediate);
}
process.disconnect();
