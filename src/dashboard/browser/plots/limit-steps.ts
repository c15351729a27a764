import type { LimitSource } from "../../../acoustics/limits/limit-rules.ts";
import { merged } from "../data/grouped.ts";
import { type LevelData, nearestPoint } from "./level-data.ts";
import type { Stretch } from "./level-shapes.ts";
import { written } from "../components/level-text.ts";
import { secondOf } from "../time/local-time.ts";

/** A time over which one limit holds, as it is drawn. */
export interface LimitStep extends Stretch {
  /** Null where no limit holds: the line is broken. */
  readonly limit: number | null;
  /** `65`, or `Night works permit 75` of a named exception. */
  readonly label: string;
}

interface Exceptions {
  readonly exceptions: readonly {
    readonly name: string | null;
    readonly startAt: string;
    readonly endAt: string;
  }[];
}

/** The steps of `limitTimeline`. Neighbours that look the same are one. */
export function limitSteps(
  segments: readonly {
    readonly startAt: string;
    readonly endAt: string;
    readonly limit: number | null;
    readonly limitSource: LimitSource;
  }[],
  schedules: {
    readonly sensor: Exceptions | null | undefined;
    readonly project: Exceptions | null | undefined;
  },
): LimitStep[] {
  const owners: Partial<Record<LimitSource, Exceptions | null | undefined>> = {
    sensor_exception: schedules.sensor,
    project_exception: schedules.project,
  };
  const steps = segments.map(({ startAt, endAt, limit, limitSource }) => {
    const exception = owners[limitSource]?.exceptions.find(
      (each) => each.startAt <= startAt && startAt < each.endAt,
    );
    const name = exception?.name == null ? "" : `${exception.name} `;
    const label = `${name}${limit === null ? "" : written(String(limit))}`;
    return { first: secondOf(startAt), end: secondAfter(endAt), limit, label };
  });
  return merged(steps, (before, { end, limit, label }) =>
    before.limit === limit && before.label === label ? { ...before, end } : null,
  );
}

/**
 * The steps as lines that cross no level they do not hold for: a step that begins or ends within a bucket is cut to the
 * buckets that lie in it.
 */
export function withoutCrossings(
  steps: readonly LimitStep[],
  { kind, interval, points }: LevelData,
) {
  if (kind === "samples") return steps;
  const cutBy = (second: number) => {
    const point = points[nearestPoint(points, second - interval / 2)];
    const isInBucket =
      point !== undefined && point.second < second && second < point.second + interval;
    return isInBucket ? point.second : null;
  };
  return steps.flatMap((step) => {
    const [before, after] = [cutBy(step.first), cutBy(step.end)];
    const first = before === null ? step.first : before + interval;
    const end = after ?? step.end;
    return end > first ? [{ ...step, first, end }] : [];
  });
}

/** The last segment ends a millisecond after the range. */
function secondAfter(instant: string): number {
  return Math.ceil(Date.parse(instant) / 1000);
}
