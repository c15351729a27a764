import { useEffect, useRef, useState } from "preact/hooks";
import type { Issue } from "../../graphql/ask.ts";
import {
  readRecentSeries,
  type RecentSeries,
  requestsOf,
  type WantedSeries,
} from "./recent-series.ts";

export interface RecentDays {
  /** By `seriesKey`. An older day stays until the new one has come. */
  readonly series: ReadonlyMap<string, RecentSeries>;
  readonly issues: readonly Issue[];
  /** True if a day is on its way of which nothing has been read yet. */
  readonly isLoading: boolean;
}

export function seriesKey({ project, sensor, weighting }: Omit<WantedSeries, "newest">): string {
  return `${project}/${sensor}/${weighting}`;
}

/** The days that end less than a day before the newest of all samples: one that ended years ago is not among them. */
export function recentDays({ series }: RecentDays): readonly RecentSeries[] {
  const days = [...series.values()];
  const newest = Math.max(...days.map(({ wanted }) => wanted.newest));
  return days.filter(({ wanted }) => wanted.newest > newest - 86_400);
}

/** Reads the last days of sensors, in the order given; again only for those with newer samples. */
export function useRecentSeries(wanted: readonly WantedSeries[]): RecentDays {
  const [series, setSeries] = useState<RecentDays["series"]>(new Map());
  const [issues, setIssues] = useState<readonly Issue[]>([]);
  // The order of sensors changes with their states, which is no reason to read them again.
  const identity = JSON.stringify(
    wanted.map((entry) => `${seriesKey(entry)} ${entry.newest}`).toSorted(),
  );
  const [finished, setFinished] = useState<string | null>(null);
  const known = useRef(series);
  known.current = series;
  useEffect(() => {
    const controller = new AbortController();
    const missing = wanted.filter(
      (entry) => known.current.get(seriesKey(entry))?.wanted.newest !== entry.newest,
    );
    setIssues([]);
    void readAll(missing, controller.signal, {
      onPart: (read, partIssues) => {
        const entries = read.map((entry) => [seriesKey(entry.wanted), entry] as const);
        setSeries((previous) => new Map([...previous, ...entries]));
        setIssues((previous) => [...previous, ...partIssues]);
      },
      onEnd: () => setFinished(identity),
    });
    return () => controller.abort();
  }, [identity]);
  const isNew = wanted.some((entry) => !series.has(seriesKey(entry)));
  return { series, issues, isLoading: finished !== identity && isNew };
}

/** Calls nothing any more when the view was left. */
async function readAll(
  wanted: readonly WantedSeries[],
  signal: AbortSignal,
  handlers: {
    readonly onPart: (series: readonly RecentSeries[], issues: readonly Issue[]) => void;
    readonly onEnd: () => void;
  },
): Promise<void> {
  try {
    await Promise.all(
      requestsOf(wanted).map(async (part) => {
        const { data, issues } = await readRecentSeries(part, signal);
        if (!signal.aborted) handlers.onPart(data ?? [], issues);
      }),
    );
    if (!signal.aborted) handlers.onEnd();
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}
