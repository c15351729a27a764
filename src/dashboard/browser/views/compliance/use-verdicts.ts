import type { Seconds } from "../../time/range.ts";
import { askInBatches, samplesRead } from "../../data/sensor-batches.ts";
import { type Answer, ask, type Issue } from "../../graphql/ask.ts";
import type { ProjectCriteriaQuery } from "../../graphql/generated/project-criteria.ts";
import {
  type AssessedWindowFragment,
  sensorVerdictsDocument,
  type SensorVerdictsQuery,
} from "../../graphql/generated/sensor-verdicts.ts";
import { type Query, useAsked } from "../../graphql/use-query.ts";
import { type ProjectScope, useProject } from "../../state/project-scope.tsx";
import type { ProjectFacts } from "../../state/site.ts";
import { dateOf, instantText, secondOf } from "../../time/local-time.ts";
import { rulesInForce } from "./rules-in-force.ts";

export type Criterion = NonNullable<ProjectCriteriaQuery["project"]>["criteria"][number];

/** A window of a criterion with its verdict, and the instant whose rules it was assessed by; null: today's. */
export interface AssessedWindow extends AssessedWindowFragment {
  readonly sensorId: string;
  readonly asOf: string | null;
}

export interface WantedVerdicts extends Seconds {
  readonly project: Pick<ProjectFacts, "id" | "sensors">;
  /** The versions whose rules hold, each at its time; null: today's rules. */
  readonly versions: readonly { readonly appliedAt: string }[] | null;
  /** How many criteria the permit has. */
  readonly criteria: number;
}

export interface Verdicts {
  readonly windows: readonly AssessedWindow[];
  /** Sensors whose windows have arrived: all of them at the end. */
  readonly sensors: number;
  /** Sensors whose windows could not be read. */
  readonly unread: number;
}

/** Windows that begin before a range reach into it: they are 25 hours long at most. */
const longestWindow = 25 * 3600;

/**
 * The windows that meet a range, of all sensors, with their verdicts as served. A window goes by the rules that were in
 * force when it began. `isWanted` false sends no query. Many sensors arrive part by part.
 */
export function useVerdicts(wanted: WantedVerdicts, isWanted: boolean): Query<Verdicts> {
  const scope = useProject();
  return useAsked(
    (signal, onPart) => (isWanted ? readVerdicts(wanted, scope, signal, onPart) : null),
    JSON.stringify([{ ...wanted, project: wanted.project.id }, isWanted]),
    "v0:data:read",
  );
}

/** The days of a range, and those of windows that reach into it. */
export function datesOf(
  from: number,
  to: number,
  windows: readonly AssessedWindowFragment[],
): string[] {
  const days = Array.from({ length: to - from + 1 }, (_, index) => dateOf(from + index));
  return [...new Set([...windows.map(({ date }) => date), ...days])].toSorted();
}

/** Records that the rules of the past take. */
const recordsOfVersion = 100;

/** Values of a window. */
export const valuesOfWindow = 20;

/** The windows that may meet a range: one of each criterion a day. */
export function windowsAtMost({ first, last }: Seconds, criteria: number): number {
  return ((last - first) / 86_400 + 1) * criteria;
}

/** The share of a bound that a request takes. A small share shows the first sensors sooner. */
const shareOfRequest = 0.2;

/** The windows of all sensors; `onPart` receives what has arrived so far. */
export async function readVerdicts(
  { project, first, last, versions, criteria }: WantedVerdicts,
  scope: Pick<ProjectScope, "extents">,
  signal: AbortSignal,
  onPart?: (part: Answer<Verdicts>) => void,
): Promise<Answer<Verdicts>> {
  const parts =
    versions === null
      ? [{ first: -Infinity, end: Infinity, asOf: null }]
      : rulesInForce(versions, { first: first - longestWindow, last });
  const sensorIds = project.sensors.map(({ id }) => id);
  const issues: Issue[] = [];
  const unread = new Set<string>();
  const arrived: AssessedWindow[] = [];
  let sensors = 0;
  let shown = 0;
  const read = parts.map(async (part) => {
    const range = {
      first: Math.max(first, Math.floor(part.first)),
      last: Math.max(first, Math.min(last, Math.ceil(part.end) - 1)),
    };
    const samples = samplesRead(scope, range);
    const most = windowsAtMost(range, criteria);
    const loadOf = (sensorId: string) => ({
      records: samples(sensorId).records + most + recordsOfVersion,
      values: most * valuesOfWindow,
    });
    const variables = {
      project: project.id,
      first: instantText(range.first),
      last: instantText(range.last),
      asOf: part.asOf,
    };
    const windowsOf = (answers: Answers) =>
      answers.flatMap(([sensorId, { sensor }]) =>
        (sensor?.assessments?.data ?? [])
          .filter(({ startAt }) => part.first <= secondOf(startAt) && secondOf(startAt) < part.end)
          .map((window): AssessedWindow => ({ ...window, sensorId, asOf: part.asOf })),
      );
    const answers = await askInBatches(
      sensorIds,
      loadOf,
      (ids) => ask(sensorVerdictsDocument, { ...variables, sensors: ids }, signal),
      (batch) => {
        if (onPart === undefined || parts.length > 1) return;
        sensors += batch.length;
        arrived.push(...windowsOf(batch));
        // Each part that is shown is twice the one before: together they cost no more than the last.
        if (sensors < 2 * shown) return;
        shown = sensors;
        onPart({ data: { windows: [...arrived], sensors, unread: 0 }, issues });
      },
      shareOfRequest,
    );
    issues.push(...answers.flatMap(([, answer]) => answer.issues));
    for (const [id, { sensor }] of answers) if (sensor?.assessments == null) unread.add(id);
    return windowsOf(answers);
  });
  const windows = (await Promise.all(read)).flat();
  const isRead = unread.size < sensorIds.length || sensorIds.length === 0;
  const data = isRead ? { windows, sensors: sensorIds.length, unread: unread.size } : null;
  return { data, issues };
}

type Answers = Awaited<
  ReturnType<typeof askInBatches<NonNullable<SensorVerdictsQuery["project"]>["sensors"][number]>>
>;
