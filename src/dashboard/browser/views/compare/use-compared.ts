import { sensorVariables } from "../../data/sensor-variables.ts";
import { ask } from "../../graphql/ask.ts";
import {
  comparedSideDocument,
  type ComparedSideQuery,
} from "../../graphql/generated/compared-side.ts";
import { type Query, useAsked } from "../../graphql/use-query.ts";
import { shiftDays } from "../../plots/shift-days.ts";
import { useProject } from "../../state/project-scope.tsx";
import { secondOf } from "../../time/local-time.ts";
import { bucketsFor } from "../sensor/statistics/shown-range.ts";

/** A sensor over the range, or over the one of days earlier. */
export interface ComparedSide {
  readonly figures: ComparedSideQuery["sensor"];
  /** Its hours by their start at the local time of the range. */
  readonly hours: ReadonlyMap<number, ComparedHour>;
}

export type ComparedHour = NonNullable<
  NonNullable<ComparedSideQuery["sensor"]>["hours"]
>["buckets"][number];

/** Both sides, and the choice and range that they are of. */
export interface Compared {
  readonly sides: readonly [ComparedSide, ComparedSide];
  readonly identity: string;
}

export interface Choice {
  readonly first: string;
  readonly second: string;
  /** How many days before the range the second is. */
  readonly daysEarlier: number;
}

/** How far a level is above another, in whole hundredths; null where one is not known. */
export function differenceOf(first: number | null, second: number | null): number | null {
  return first === null || second === null ? null : Math.round((second - first) * 100) / 100;
}

/** The hours that the server gives at once are fewer than a range may have. */
export const hoursOfRange = ({ first, last }: { readonly first: number; readonly last: number }) =>
  bucketsFor(last - first + 1, 3600);

/** Two sensors over one range. Null for `choice` sends no query. */
export function useCompared(choice: Choice | null): Query<Compared> {
  const { project, zone, range } = useProject();
  const { weighting, validOnly } = sensorVariables(project.id, "", range);
  const identity = JSON.stringify([choice, range.first, range.last, weighting, validOnly]);
  const read = async (sensor: string, earlier: number, signal: AbortSignal) => {
    const shifted = (second: number, days: number) => shiftDays(second, days, zone);
    const part = { first: shifted(range.first, -earlier), last: shifted(range.last, -earlier) };
    const variables = {
      ...sensorVariables(project.id, sensor, part),
      maxBuckets: hoursOfRange(part) ?? 1,
    };
    const { data, issues } = await ask(comparedSideDocument, variables, signal);
    const hours = new Map<number, ComparedHour>();
    for (const hour of data?.sensor?.hours?.buckets ?? []) {
      const second = shifted(secondOf(hour.startAt), earlier);
      // An hour that the clock shows twice has one place on a day that shows it once.
      if (!hours.has(second)) hours.set(second, hour);
    }
    return { side: { figures: data?.sensor ?? null, hours }, issues };
  };
  return useAsked<Compared>(
    (signal) =>
      choice &&
      Promise.all([
        read(choice.first, 0, signal),
        read(choice.second, choice.daysEarlier, signal),
      ]).then(([first, second]) => ({
        data: { sides: [first.side, second.side], identity },
        issues: [...first.issues, ...second.issues],
      })),
    identity,
    "v0:data:read",
  );
}
