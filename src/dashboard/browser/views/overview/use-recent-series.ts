import { useRef } from "preact/hooks";
import type { Answer } from "../../graphql/ask.ts";
import { useAsked } from "../../graphql/use-query.ts";
import {
  readRecentSeries,
  type RecentSeries,
  requestsOf,
  type WantedSeries,
} from "./recent-series.ts";

export type RecentDays = ReturnType<typeof useRecentSeries>;

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
export function useRecentSeries(wanted: readonly WantedSeries[]) {
  // By `seriesKey`. An older day stays until the new one has come.
  const known = useRef<ReadonlyMap<string, RecentSeries>>(new Map());
  const read = async (signal: AbortSignal, onPart: (part: Answer<null>) => void) => {
    const missing = wanted.filter(
      (entry) => known.current.get(seriesKey(entry))?.wanted.newest !== entry.newest,
    );
    const parts = requestsOf(missing).map(async (part) => {
      const { data, issues } = await readRecentSeries(part, signal);
      const entries = (data ?? []).map((entry) => [seriesKey(entry.wanted), entry] as const);
      known.current = new Map([...known.current, ...entries]);
      onPart({ data: null, issues });
      return issues;
    });
    return { data: null, issues: (await Promise.all(parts)).flat() };
  };
  const { issues, isLoading, reload } = useAsked<null>(
    read,
    // The order of sensors changes with their states, which is no reason to read them again.
    JSON.stringify(wanted.map((entry) => `${seriesKey(entry)} ${entry.newest}`).toSorted()),
  );
  // Nothing has been read yet of some days that are on their way.
  const isNew = wanted.some((entry) => !known.current.has(seriesKey(entry)));
  return { series: known.current, issues, isLoading: isLoading && isNew, reload };
}
