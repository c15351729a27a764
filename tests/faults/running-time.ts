const stepMilliseconds = 10;

let standing = 0;
let seenAt = performance.now();
let used = process.cpuUsage();

// After a pause, this timer is due before anything that has arrived meanwhile is read.
setInterval(() => {
  const now = performance.now();
  const { user, system } = process.cpuUsage(used);
  standing += Math.max(0, now - seenAt - stepMilliseconds - (user + system) / 1000);
  seenAt = now;
  used = process.cpuUsage();
}, stepMilliseconds).unref();

/**
 * The milliseconds of this process without those in which it stood because the machine was busy with others. What it
 * works and what it waits for counts.
 */
export function runningTime(): number {
  return performance.now() - standing;
}
