import type { Seconds } from "../time/range.ts";
import type { Exclusion } from "../components/excluded-list.tsx";
import { ask } from "../graphql/ask.ts";
import { sensorExclusionsDocument } from "../graphql/generated/sensor-exclusions.ts";
import { type Query, useAsked } from "../graphql/use-query.ts";
import { lacksScope } from "../state/api-key.ts";
import { instantText } from "../time/local-time.ts";
import { type Drawn, drawnStretches, isInside } from "./drawn-stretches.ts";
import { askInBatches } from "./sensor-batches.ts";

/** A stretch of time of a sensor whose samples do not count. */
export type ExcludedTime = Drawn<Exclusion> & { readonly sensorId: string };

/** Each sensor has its own statement. */
const recordsOfSensor = 20;

/** The excluded time of sensors that meets a range, whole or not at all; none for a key that may not read data. */
export function useExclusions(
  project: string,
  sensorIds: readonly string[],
  { first, last }: Seconds,
): Query<readonly ExcludedTime[]> {
  const isAsked = !lacksScope("v0:data:read");
  const range = { first: instantText(first), last: instantText(last) };
  return useAsked(
    async (signal) => {
      const answers = await askInBatches(
        isAsked ? sensorIds : [],
        () => ({ records: recordsOfSensor, values: 0 }),
        (sensors) => ask(sensorExclusionsDocument, { project, sensors, ...range }, signal),
      );
      const data = answers.flatMap(([sensorId, { sensor }]) =>
        drawnStretches(sensor?.exclusions ?? []).map((stretch) => ({ ...stretch, sensorId })),
      );
      const issues = answers.flatMap((answer) => answer[1].issues);
      // Half of them would let the others count.
      return { data: issues.length === 0 ? data : null, issues };
    },
    JSON.stringify([project, sensorIds, range, isAsked]),
  );
}

/** The excluded time in which a sample of a sensor begins. */
export function exclusionsAt(
  excluded: readonly ExcludedTime[],
  { sensorId, second }: { readonly sensorId: string; readonly second: number },
): ExcludedTime[] {
  return excluded.filter((each) => each.sensorId === sensorId && isInside(second, [each]));
}

/** `Calibration, Wind`: why a sample does not count. */
export function reasonsText(exclusions: readonly Pick<Exclusion, "reason">[]): string {
  return [...new Set(exclusions.map(({ reason }) => reason))].join(", ");
}
