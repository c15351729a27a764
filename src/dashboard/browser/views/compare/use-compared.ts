import { sensorVariables } from "../../data/sensor-variables.ts";
import { ask } from "../../graphql/ask.ts";
import {
  comparedSideDocument,
  type ComparedSideQuery,
} from "../../graphql/generated/compared-side.ts";
import { useAsked } from "../../graphql/use-query.ts";
import { hoursLater, shiftDays } from "../../plots/shift-days.ts";
import { useProject } from "../../state/project-scope.tsx";
import type { Seconds } from "../../time/range.ts";
import { bucketsFor } from "../sensor/statistics/shown-range.ts";

/** A sensor over the range, or over the one of days earlier. */
export interface ChosenSide {
  readonly sensor: string;
  readonly name: string;
  readonly daysEarlier: number;
}

export type ComparedHour = NonNullable<
  NonNullable<ComparedSideQuery["sensor"]>["hours"]
>["buckets"][number];

/** Both sides, and what they are of: they are shown until those of another choice have arrived. */
export type Compared = NonNullable<ReturnType<typeof useCompared>["data"]>;

export type ComparedSide = Compared["sides"][number];

/** How far the first is above the second, in whole hundredths; null where one is not known. */
export function differenceOf(first: number | null, second: number | null): number | null {
  return first === null || second === null ? null : Math.round((first - second) * 100) / 100;
}

/** The hours that the server gives at once are fewer than a range may have. */
export const hoursOfRange = ({ first, last }: Seconds) => bucketsFor(last - first + 1, 3600);

/** Two sensors over one range. Null for `choice` sends no query. */
export function useCompared(choice: readonly [ChosenSide, ChosenSide] | null) {
  const { project, zone, range } = useProject();
  const { weighting, validOnly } = sensorVariables(project.id, "", range);
  const read = async (chosen: ChosenSide, signal: AbortSignal) => {
    const days = chosen.daysEarlier;
    const [first, last] = [shiftDays(range.first, -days, zone), shiftDays(range.last, -days, zone)];
    // Each side has a range of its own.
    const part: Seconds = { first, last };
    const variables = {
      ...sensorVariables(project.id, chosen.sensor, part),
      maxBuckets: hoursOfRange(part) ?? 1,
    };
    const { data, issues } = await ask(comparedSideDocument, variables, signal);
    const figures = data?.sensor ?? null;
    // They are found by their start, at the local time of the range.
    const hours = hoursLater(figures?.hours?.buckets ?? [], days, zone);
    return { side: { ...chosen, part, figures, hours }, issues };
  };
  return useAsked(
    (signal) =>
      choice &&
      Promise.all([read(choice[0], signal), read(choice[1], signal)]).then(([first, second]) => ({
        data: { sides: [first.side, second.side] as const, range, weighting },
        issues: [...first.issues, ...second.issues],
      })),
    JSON.stringify([choice, range.first, range.last, weighting, validOnly]),
    "v0:data:read",
  );
}
