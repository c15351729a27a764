import { performance } from "node:perf_hooks";

/** Whether this process's one thread had hardly a pause lately; asked as often as one likes. */
export function createThreadWatch(): () => boolean {
  let from = performance.eventLoopUtilization();
  let isBusy = false;
  return () => {
    const { active, idle, utilization } = performance.eventLoopUtilization(from);
    if (active + idle >= spanMilliseconds) {
      isBusy = utilization > busyShare;
      from = performance.eventLoopUtilization();
    }
    return isBusy;
  };
}

const spanMilliseconds = 100;

const busyShare = 0.8;
