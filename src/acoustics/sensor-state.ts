import { assumedSeconds } from "./aggregates/sample-interval.ts";

/** The states of a sensor for monitoring, in order of precedence. */
export type SensorStateName = (typeof sensorStates)[number];

export const sensorStates = ["no_data", "ended", "silent", "current"] as const;

/** The values that decide the state of a sensor. Times are Unix seconds. */
export interface SensorStateFacts {
  /** Its newest sample that is not after now. */
  readonly newest: number | null;
  /** Null: unknown, and counted as 300 s. */
  readonly intervalSeconds: number | null;
  /** Null: the contract is missing or invalid, and has no end. */
  readonly contractEnd: number | null;
  /** The declared end of the sensor; null: it has none. */
  readonly sensorEnd: number | null;
}

/**
 * The state of a sensor: without a sample it has `no_data`; after its contract or its own end it has `ended`; after
 * three intervals without a sample it is `silent`; else it is `current`. Worked example: with samples of five minutes,
 * the newest from 02:40, it is silent from 02:55:01 on.
 */
export function sensorStateAt(now: number, facts: SensorStateFacts): SensorStateName {
  const { newest, contractEnd, sensorEnd } = facts;
  if (newest === null) return "no_data";
  if ([contractEnd, sensorEnd].some((end) => end !== null && now > end)) return "ended";
  return now - newest > longestAge(facts) ? "silent" : "current";
}

/**
 * True if a sensor still delivers samples after its contract, which are not served: its newest sample is after the
 * contract, and at most a day or three intervals old, whichever is longer.
 */
export function deliversAfterContract(now: number, facts: SensorStateFacts): boolean {
  const { newest, contractEnd } = facts;
  if (newest === null || contractEnd === null || newest <= contractEnd) return false;
  return now - newest <= Math.max(secondsOfDay, longestAge(facts));
}

function longestAge({ intervalSeconds }: SensorStateFacts): number {
  return silentAfterIntervals * (intervalSeconds ?? assumedSeconds);
}

const silentAfterIntervals = 3;
const secondsOfDay = 86_400;
