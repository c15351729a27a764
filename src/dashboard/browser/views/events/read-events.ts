import type { Seconds } from "../../time/range.ts";
import { rowOf, type RowOf } from "../../data/read-samples.ts";
import { isInside } from "../../data/drawn-stretches.ts";
import type { ExcludedTime } from "../../data/use-exclusions.ts";
import { ask, type Issue } from "../../graphql/ask.ts";
import {
  projectEventsDocument,
  type ProjectEventsQuery,
  type ProjectEventsQueryVariables,
} from "../../graphql/generated/project-events.ts";
import type { Weighting } from "../../../../acoustics/levels/weighting.ts";
import { instantText } from "../../time/local-time.ts";
import type { EventFilter } from "./event-filter.ts";

type ServedEvent = NonNullable<
  NonNullable<ProjectEventsQuery["project"]>["events"]
>["data"][number];

/** A sample above its limit. Levels in dB. */
export type EventRow = RowOf<ServedEvent>;

/** The project, the range and the filter of the exceedances. */
export interface EventSource extends Seconds {
  readonly projectId: string;
  readonly weighting: Weighting;
  readonly filter: EventFilter;
  /** Time that does not count: exceedances in it are listed apart. */
  readonly excluded?: readonly Pick<ExcludedTime, "sensorId" | "first" | "end">[];
  /** Exceedances of a page; else as many as are wanted. */
  readonly rowsOfPage?: number;
  /** `desc`, the newest first, unless it says otherwise. */
  readonly order?: "asc" | "desc";
}

/** The events read of a source, in its order. */
export interface EventsRead {
  readonly events: readonly EventRow[];
  /** Those in excluded time. */
  readonly excluded: readonly EventRow[];
  /** The cursor of the next page; null at the end. */
  readonly cursor: string | null;
  readonly isAtEnd: boolean;
  /** True if, in another order than that of time, older exceedances can be before those that are read. */
  readonly isCut: boolean;
  readonly issues: readonly Issue[];
}

export const nothingRead: EventsRead = {
  events: [],
  excluded: [],
  cursor: null,
  isAtEnd: false,
  isCut: false,
  issues: [],
};

/**
 * Reads on until there are as many exceedances as wanted, or no more. A page may have fewer than requested, or none,
 * and be followed by another. Reports after each page what there is. What could not be answered ends the reading.
 */
export async function readEvents(
  {
    projectId,
    first,
    last,
    weighting,
    filter,
    excluded = [],
    order = "desc",
    rowsOfPage,
  }: EventSource,
  wanted: number,
  start: EventsRead,
  signal: AbortSignal,
  onPage: (read: EventsRead) => void = () => undefined,
): Promise<EventsRead> {
  let read: EventsRead = { ...start, issues: [] };
  while (!read.isAtEnd && read.events.length < wanted) {
    const variables: ProjectEventsQueryVariables = {
      project: projectId,
      first: instantText(first),
      last: instantText(last),
      weighting,
      order,
      limit: Math.min(2000, rowsOfPage ?? wanted - read.events.length),
      cursor: read.cursor,
      ...filter,
    };
    const { data, issues } = await ask(projectEventsDocument, variables, signal);
    const page = data?.project?.events ?? null;
    if (page === null) return { ...read, issues };
    const rows = page.data.map(rowOf);
    const isExcluded = ({ sensorId, second }: EventRow) =>
      excluded.some((each) => each.sensorId === sensorId && isInside(second, [each]));
    read = {
      ...read,
      events: [...read.events, ...rows.filter((row) => !isExcluded(row))],
      excluded: [...read.excluded, ...rows.filter(isExcluded)],
      cursor: page.cursor,
      isAtEnd: page.cursor === null,
      issues,
    };
    onPage(read);
  }
  return read;
}
