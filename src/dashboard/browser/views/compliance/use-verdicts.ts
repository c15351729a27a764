import { type Answer, ask, type Issue } from "../../graphql/ask.ts";
import type { ProjectCriteriaQuery } from "../../graphql/generated/project-criteria.ts";
import {
  sensorVerdictsDocument,
  type SensorVerdictsQuery,
} from "../../graphql/generated/sensor-verdicts.ts";
import { type Query, useAsked } from "../../graphql/use-query.ts";
import { instantText, secondOf } from "../../time/local-time.ts";
import { rulesInForce } from "./rules-in-force.ts";

type Answered = NonNullable<
  NonNullable<SensorVerdictsQuery["sensor"]>["assessments"]
>["data"][number];

export type Criterion = NonNullable<ProjectCriteriaQuery["project"]>["criteria"][number];

/** A window of a criterion with its verdict, and the instant whose rules it was assessed by; null: today's. */
export interface AssessedWindow extends Answered {
  readonly sensorId: string;
  readonly asOf: string | null;
}

export interface WantedVerdicts {
  readonly projectId: string;
  readonly sensorIds: readonly string[];
  /** Unix seconds, both inside. */
  readonly first: number;
  readonly last: number;
  /** The versions whose rules hold, each at its time; null: today's rules. */
  readonly versions: readonly { readonly appliedAt: string }[] | null;
}

/** Windows that begin before a range reach into it: they are 25 hours long at most. */
const longestWindow = 25 * 3600;

/**
 * The windows that meet a range, of all sensors, with their verdicts as served. A window goes by the rules that were in
 * force when it began. `isWanted` false asks nothing.
 */
export function useVerdicts(
  wanted: WantedVerdicts,
  isWanted: boolean,
): Query<readonly AssessedWindow[]> {
  return useAsked(
    (signal) => (isWanted ? readVerdicts(wanted, signal) : null),
    JSON.stringify([wanted, isWanted]),
    "v0:data:read",
  );
}

/** A sensor a request: each is answered soon, and none stands in another's way. */
async function readVerdicts(
  { projectId, sensorIds, first, last, versions }: WantedVerdicts,
  signal: AbortSignal,
): Promise<Answer<readonly AssessedWindow[]>> {
  const parts =
    versions === null
      ? [{ first: -Infinity, end: Infinity, asOf: null }]
      : rulesInForce(versions, { first: first - longestWindow, last });
  const issues: Issue[] = [];
  const readPart = async (sensor: string, part: (typeof parts)[number]) => {
    const variables = {
      project: projectId,
      sensor,
      first: instantText(Math.max(first, Math.floor(part.first))),
      last: instantText(Math.max(first, Math.min(last, Math.ceil(part.end) - 1))),
      asOf: part.asOf,
    };
    const answer = await ask(sensorVerdictsDocument, variables, signal);
    issues.push(...answer.issues);
    return (answer.data?.sensor?.assessments?.data ?? [])
      .filter(({ startAt }) => part.first <= secondOf(startAt) && secondOf(startAt) < part.end)
      .map((window): AssessedWindow => ({ ...window, sensorId: sensor, asOf: part.asOf }));
  };
  const read = await Promise.all(
    sensorIds.flatMap((sensor) => parts.map((part) => readPart(sensor, part))),
  );
  return { data: read.flat(), issues };
}
