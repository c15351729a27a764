import { useRef } from "preact/hooks";
import { readSamples, type SampleRow } from "../../data/read-samples.ts";
import { sensorVariables } from "../../data/sensor-variables.ts";
import { type Answer, ask, type Issue } from "../../graphql/ask.ts";
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
import type { LocalRange } from "../../time/range.ts";
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
  const scope = useSensor();
  const { sensor, range, extents, contract } = scope;
  const sensorId = sensor.id;
  const interval = extents.get(sensorId)?.interval?.seconds ?? 300;
  const first = Math.max(range.first, contract?.first ?? -Infinity);
  const last = Math.min(range.last, contract?.last ?? Infinity);
  const isLong = (last - first + 1) / interval > mostSamples;
  const previous = useRef<LoadedLevels | null>(null);
  const identity = rangeIdentity(sensorId, range);
  const request: LevelRequest = {
    projectId: scope.project.id,
    sensorId,
    range,
    identity,
    weighting: weighting.value,
    interval,
  };
  return useAsked<LoadedLevels>(
    (signal) => {
      if (!isWanted) return null;
      return remember(previous, read(request, isLong, previous.current, signal));
    },
    `${identity} ${isWanted} ${interval}`,
    "v0:data:read",
  );
}

interface LevelRequest {
  readonly projectId: string;
  readonly sensorId: string;
  readonly range: LocalRange;
  readonly identity: string;
  readonly weighting: Weighting;
  readonly interval: number;
}

async function read(
  request: LevelRequest,
  isLong: boolean,
  previous: LoadedLevels | null,
  signal: AbortSignal,
): Promise<Answer<LoadedLevels>> {
  const [levels, limits] = await Promise.all([
    isLong ? readSeries(request, signal) : readRows(request, previous, signal),
    readLimits(request, signal),
  ]);
  const issues: Issue[] = [...levels.issues, ...limits.issues];
  if (levels.data === null) return { data: null, issues };
  const { identity, range, interval } = request;
  const loaded = { identity, range, weighting: request.weighting, interval };
  return { data: { ...loaded, ...levels.data, limits: limits.data }, issues };
}

type Levels = Pick<LoadedLevels, "rows" | "data">;

async function readRows(
  request: LevelRequest,
  previous: LoadedLevels | null,
  signal: AbortSignal,
): Promise<Answer<Levels>> {
  const { range, interval, projectId, sensorId, weighting: asked } = request;
  const { first, last } = range;
  const isRead =
    previous?.rows != null &&
    previous.weighting === asked &&
    previous.range.first <= first &&
    previous.range.last >= last;
  const answer = isRead
    ? {
        data: previous.rows.filter(({ second }) => second >= first && second <= last),
        issues: [],
      }
    : await readSamples(
        { projectId, sensorId, first, last, weighting: asked, intervalSeconds: interval },
        signal,
      );
  const { data: rows, issues } = answer;
  if (rows === null) return { data: null, issues };
  return { data: { rows, data: dataOfSamples(rows, interval, asked) }, issues };
}

async function readSeries(request: LevelRequest, signal: AbortSignal): Promise<Answer<Levels>> {
  const { projectId, sensorId, range } = request;
  const variables = { ...sensorVariables(projectId, sensorId, range), maxPoints: mostPoints };
  const { data, issues } = await ask(levelSeriesDocument, variables, signal);
  const buckets = data?.sensor?.series?.buckets;
  if (buckets === undefined) return { data: null, issues };
  const distance = usualDistance(buckets.map(({ startAt }) => secondOf(startAt)));
  return {
    data: { rows: null, data: dataOfBuckets(buckets, distance, request.weighting) },
    issues,
  };
}

function readLimits(
  request: LevelRequest,
  signal: AbortSignal,
): Promise<Answer<SensorLimitsQuery>> {
  const { projectId, sensorId, range } = request;
  const withTimeline = range.last - range.first < longestTimeline;
  const variables = { ...sensorVariables(projectId, sensorId, range), withTimeline };
  return ask(sensorLimitsDocument, variables, signal);
}

async function remember(
  previous: { current: LoadedLevels | null },
  reading: Promise<Answer<LoadedLevels>>,
): Promise<Answer<LoadedLevels>> {
  const answer = await reading;
  if (answer.data !== null) previous.current = answer.data;
  return answer;
}
