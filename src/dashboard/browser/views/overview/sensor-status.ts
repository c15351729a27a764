import { quantityText } from "../../components/level-text.ts";
import {
  compareSensors,
  type NewestSample,
  type SampleInterval,
  sensorState,
  type SensorState,
} from "../../components/sensor-state.ts";
import { type Issue, issueAt } from "../../graphql/ask.ts";
import type { LatestLevelsQuery } from "../../graphql/generated/latest-levels.ts";
import type { Weighting } from "../../../../acoustics/levels/weighting.ts";
import type { ProjectFacts, SensorFacts } from "../../state/site.ts";
import { secondOf } from "../../time/local-time.ts";

/** A sensor as it is now. */
export interface SensorStatus {
  readonly sensor: SensorFacts;
  readonly newest: NewestSample | null;
  readonly state: SensorState;
  /** Null where it could not be read. */
  readonly interval: SampleInterval | null;
}

/** The server's answer about a sensor's newest sample. */
export type LatestAnswer = NonNullable<LatestLevelsQuery["projects"]>[number]["sensors"][number];

/** The answers whose sample could be read, of sensors at `path`: one with an issue there may have a sample. */
export function readAnswers<Answer extends LatestAnswer>(
  answers: readonly Answer[],
  issues: readonly Issue[],
  path: string,
): Answer[] {
  return answers.filter(
    ({ latest }, index) => latest !== null || issueAt(issues, `${path}.${index}.latest`) === null,
  );
}

/**
 * The sensors of a project in the order of lists: those above their limit first, then silent ones, then by name. The
 * state of a sensor without an answer is unknown.
 */
export function sensorStatuses(
  { sensors, contract }: ProjectFacts,
  answers: readonly LatestAnswer[],
  intervals: ReadonlyMap<string, SampleInterval | null>,
  now: number,
): SensorStatus[] {
  const latest = new Map(answers.map((answer) => [answer.id, answer.latest]));
  const contractEnd = contract === null ? null : secondOf(contract.endAt);
  const statuses = sensors.map((sensor): SensorStatus => {
    const answer = latest.get(sensor.id);
    const newest = newestSample(answer ?? null);
    const interval = intervals.get(sensor.id) ?? null;
    const sensorEnd = sensor.endAt === null ? null : secondOf(sensor.endAt);
    const state: SensorState =
      answer === undefined
        ? { kind: "unknown" }
        : sensorState({ newest, interval, contractEnd, sensorEnd, now });
    return { sensor, newest, state, interval };
  });
  return statuses.toSorted(compareStatuses);
}

export function compareStatuses(left: SensorStatus, right: SensorStatus): number {
  const ranked = ({ sensor, newest, state }: SensorStatus) => ({
    name: sensor.name,
    state,
    over: newest?.over ?? null,
  });
  return compareSensors(ranked(left), ranked(right));
}

/** The newest second of all samples; null without one. */
export function newestSecond(answers: readonly LatestAnswer[]): number | null {
  const seconds = answers.flatMap(({ latest }) =>
    latest === null ? [] : [secondOf(latest.datetime)],
  );
  return seconds.length === 0 ? null : seconds.reduce((left, right) => Math.max(left, right));
}

/** `LAeq,5 min`: what the levels are; without the interval where the sensors differ, and where it is not known. */
export function quantityOf(statuses: readonly SensorStatus[], weighting: Weighting): string {
  const lengths = new Set(
    statuses.flatMap(({ newest, interval }) => (newest === null ? [] : [interval?.seconds])),
  );
  const [seconds] = lengths;
  return lengths.size !== 1 || seconds === undefined
    ? `L${weighting}eq`
    : quantityText(weighting, seconds);
}

function newestSample(latest: LatestAnswer["latest"]): NewestSample | null {
  if (latest === null) return null;
  const { datetime, Leq, limit, over } = latest;
  return { second: secondOf(datetime), level: Leq, limit, over };
}
