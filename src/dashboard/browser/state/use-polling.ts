import { useEffect, useRef, useState } from "preact/hooks";

export interface Polling {
  readonly isPaused: boolean;
  readonly setPaused: (isPaused: boolean) => void;
  /** True if samples still come: without any of the last day, nothing is queried again by itself. */
  readonly isLive: boolean;
}

const everyMilliseconds = 60_000;
const liveSeconds = 86_400;

/**
 * Sends the query again every minute while the page is visible, and at once when it becomes visible; not while paused,
 * not what the key may not read, and not if the newest sample is older than a day. A site without samples waits for its
 * first one, and a view that `goesOn` for samples of a sensor that comes back.
 */
export function usePolling(
  reload: () => void,
  newestSecond: number | null,
  isForbidden: boolean,
  goesOn = false,
): Polling {
  const [isPaused, setPaused] = useState(false);
  const newest = useRef(newestSecond);
  newest.current = newestSecond;
  useEffect(() => {
    if (isPaused || isForbidden) return undefined;
    const askIfVisible = () => {
      const isWanted = goesOn || isFresh(newest.current);
      if (document.visibilityState === "visible" && isWanted) reload();
    };
    const timer = setInterval(askIfVisible, everyMilliseconds);
    document.addEventListener("visibilitychange", askIfVisible);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", askIfVisible);
    };
  }, [isPaused, isForbidden, reload, goesOn]);
  return { isPaused, setPaused, isLive: isFresh(newestSecond) };
}

/** Now, in Unix seconds, for ages: it moves on four times a minute, and whenever `trigger` changes. */
export function useNow(trigger: unknown): number {
  const [, setTick] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setTick((tick) => tick + 1), 15_000);
    return () => clearInterval(timer);
  }, [trigger]);
  return Math.floor(Date.now() / 1000);
}

function isFresh(newestSecond: number | null): boolean {
  return newestSecond === null || Date.now() / 1000 - newestSecond <= liveSeconds;
}
