import { useRef } from "preact/hooks";
import { readSamples, type SampleRow } from "../../data/read-samples.ts";
import { sensorVariables } from "../../data/sensor-variables.ts";
import { type Answer, ask } from "../../graphql/ask.ts";
import { levelSeriesDocument } from "../../graphql/generated/level-series.ts";
import {
  type SensorLimitsQuery,
  sensorLimitsDocument,
} from "../../graphql/generated/sensor-limits.ts";
import { type Query, useAsked } from "../../graphql/use-query.ts";
import type { Weighting } from "../../../../acoustics/levels/weighting.ts";
import { weighting } from "../../state/address.ts";
import { useSensor } from "../../state/project-scope.tsx";
import {
  dataOfBuckets,
  dataOfSamples,
  type LevelData,
  usualDistance,
} from "../../plots/level-data.ts";
import { secondOf } from "../../time/local-time.ts";
import { insideContract, type LocalRange } from "../../time/range.ts";
import { rangeIdentity } from "./use-sensor-range.ts";

/** Levels of a range with the limits that hold there, all of one range. */
export interface LoadedLevels {
  readonly identity: string;
  readonly range: LocalRange;
  readonly weighting: Weighting;
  /** The sensor's interval in seconds. */
  readonly interval: number;
  /** All samples; null where the range has too many to be read. */
  readonly rows: readonly SampleRow[] | null;
  readonly data: LevelData;
  readonly limits: SensorLimitsQuery | null;
}

/** Ranges that can hold more are read as buckets. */
const mostSamples = 10_000;
const mostPoints = 1000;
/** `limitTimeline` takes 366 days. */
const longestTimeline = 366 * 86_400;

/** Reads the samples of the plot, or buckets of a long range. A part of samples already read is not read again. */
export function useLevels(isWanted: boolean): Query<LoadedLevels> {
  const { project, sensor, range, extents, contract } = useSensor();
  const interval = extents.get(sensor.id)?.interval?.seconds ?? 300;
  const { first, last } = insideContract(range, contract);
  const isLong = (last - first + 1) / interval > mostSamples;
  const previous = useRef<LoadedLevels | null>(null);
  const shown = {
    identity: rangeIdentity(sensor.id, range),
    range,
    weighting: weighting.value,
    interval,
  };
  const variables = sensorVariables(project.id, sensor.id, range);
  const readRows = async (signal: AbortSignal): Promise<Answer<Levels>> => {
    const { data: rows, issues } =
      rowsInside(previous.current, shown) ??
      (await readSamples(
        {
          projectId: project.id,
          sensorId: sensor.id,
          first: range.first,
          last: range.last,
          weighting: shown.weighting,
          intervalSeconds: interval,
        },
        signal,
      ));
    return { data: rows && { rows, data: dataOfSamples(rows, interval, shown.weighting) }, issues };
  };
  const readSeries = async (signal: AbortSignal): Promise<Answer<Levels>> => {
    const wanted = { ...variables, maxPoints: mostPoints };
    const { data, issues } = await ask(levelSeriesDocument, wanted, signal);
    const buckets = data?.sensor?.series?.buckets;
    if (buckets === undefined) return { data: null, issues };
    const distance = usualDistance(buckets.map(({ startAt }) => secondOf(startAt)));
    return {
      data: { rows: null, data: dataOfBuckets(buckets, distance, shown.weighting) },
      issues,
    };
  };
  const read = async (signal: AbortSignal): Promise<Answer<LoadedLevels>> => {
    const withTimeline = range.last - range.first < longestTimeline;
    const [levels, limits] = await Promise.all([
      isLong ? readSeries(signal) : readRows(signal),
      ask(sensorLimitsDocument, { ...variables, withTimeline }, signal),
    ]);
    const issues = [...levels.issues, ...limits.issues];
    if (levels.data === null) return { data: null, issues };
    previous.current = { ...shown, ...levels.data, limits: limits.data };
    return { data: previous.current, issues };
  };
  return useAsked<LoadedLevels>(
    (signal) => (isWanted ? read(signal) : null),
    `${shown.identity} ${isWanted} ${interval}`,
    "v0:data:read",
  );
}

type Levels = Pick<LoadedLevels, "rows" | "data">;

/** The samples of a range as a part of those that were read before; null if they are not. */
function rowsInside(
  previous: LoadedLevels | null,
  { weighting: asked, range: { first, last } }: Pick<LoadedLevels, "range" | "weighting">,
): Answer<readonly SampleRow[]> | null {
  const isRead =
    previous?.rows != null &&
    previous.weighting === asked &&
    previous.range.first <= first &&
    previous.range.last >= last;
  if (!isRead) return null;
  return {
    data: previous.rows.filter(({ second }) => second >= first && second <= last),
    issues: [],
  };
}
