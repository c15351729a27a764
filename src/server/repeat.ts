import { withDeadline } from "../system/with-deadline.ts";

/** Work that is done again and again. */
export interface Repeated {
  /** Aborts the work in progress, and waits for it, a second at most: its database may be frozen. */
  stop(): Promise<void>;
}

/**
 * Does work at once, and again after each pause. The work never rejects. The pauses keep no process alive.
 */
export function repeat(
  work: (signal: AbortSignal) => Promise<void>,
  pauseMilliseconds: () => number,
): Repeated {
  const stopping = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const run = async () => {
    await work(stopping.signal);
    if (stopping.signal.aborted) return;
    timer = setTimeout(() => {
      inProgress = run();
    }, pauseMilliseconds()).unref();
  };
  let inProgress = run();
  return {
    async stop() {
      stopping.abort();
      clearTimeout(timer);
      await withDeadline(inProgress, 1000, null);
    },
  };
}
