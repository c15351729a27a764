import { withDeadline } from "../system/with-deadline.ts";

/**
 * Repeats work that never rejects, with pauses, and begins at once unless `startsLater`. The timers do not keep the
 * process running.
 */
export function repeat(
  work: (signal: AbortSignal) => Promise<void>,
  pauseMilliseconds: () => number,
  { startsLater = false } = {},
) {
  const stopping = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let inProgress = Promise.resolve();
  const run = async () => {
    await work(stopping.signal);
    schedule();
  };
  const schedule = () => {
    if (stopping.signal.aborted) return;
    timer = setTimeout(() => {
      inProgress = run();
    }, pauseMilliseconds()).unref();
  };
  if (startsLater) schedule();
  else inProgress = run();
  return {
    /** Aborts the work in progress, and waits for it for a second at most: the database may be frozen. */
    async stop(): Promise<void> {
      stopping.abort();
      clearTimeout(timer);
      await withDeadline(inProgress, 1000, undefined);
    },
  };
}
