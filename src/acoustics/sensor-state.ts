/** How a sensor is for monitoring, in order of precedence. */
export type SensorStateName = (typeof sensorStates)[number];

export const sensorStates = ["no_data", "ended", "silent", "current"] as const;

/**
 * The state of a sensor: without a sample it has `no_data`; after its contract it has `ended`; after three intervals
 * without a sample it is `silent`; else it is `current`. Worked example: with samples of five minutes, the newest
 * from 02:40, it is silent from 02:55:01 on. Times are Unix seconds; a contract that is missing or invalid has no
 * end.
 */
export function sensorStateAt(
  now: number,
  facts: {
    readonly newest: number | null;
    readonly intervalSeconds: number;
    readonly contractEnd: number | null;
  },
): SensorStateName {
  const { newest, intervalSeconds, contractEnd } = facts;
  if (newest === null) return "no_data";
  if (contractEnd !== null && now > contractEnd) return "ended";
  return now - newest > silentAfterIntervals * intervalSeconds ? "silent" : "current";
}

const silentAfterIntervals = 3;
