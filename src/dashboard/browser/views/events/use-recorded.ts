import { ask, type Answer } from "../../graphql/ask.ts";
import {
  recordedEventsDocument,
  type RecordedEventsQueryVariables,
} from "../../graphql/generated/recorded-events.ts";
import { useAsked } from "../../graphql/use-query.ts";
import { heldScopes } from "../../state/api-key.ts";
import { instantText } from "../../time/local-time.ts";
import type { EventRow, EventSource } from "./read-events.ts";

/** True if the key may hear recordings. */
export function mayListen(): boolean {
  return heldScopes()?.includes("v0:audio:read") ?? false;
}

/**
 * The shown exceedances that have a recording: a page of events does not say it without leases, so those with one
 * are asked for once more over the same time.
 */
export function useRecorded(
  { projectId, weighting, filter }: EventSource,
  events: readonly EventRow[],
): ReadonlySet<string> {
  const [newest, oldest] = [events[0], events.at(-1)];
  const isKnown = newest === undefined || oldest === undefined || filter.withRecording === true;
  const variables: RecordedEventsQueryVariables | null =
    isKnown || !mayListen()
      ? null
      : {
          project: projectId,
          first: instantText(oldest.second),
          last: instantText(newest.second),
          weighting,
          sensors: filter.sensors,
        };
  const { data } = useAsked(
    (signal) => (variables === null ? null : readIds(variables, signal)),
    JSON.stringify(variables),
  );
  if (filter.withRecording === true) return new Set(events.map(({ id }) => id));
  return new Set(data);
}

async function readIds(
  variables: RecordedEventsQueryVariables,
  signal: AbortSignal,
): Promise<Answer<string[]>> {
  const ids: string[] = [];
  let cursor: string | null = null;
  do {
    const asked: RecordedEventsQueryVariables = { ...variables, cursor };
    const { data, issues } = await ask(recordedEventsDocument, asked, signal);
    const page = data?.project?.events ?? null;
    // The list itself says what could not be read.
    if (page === null) return { data: ids, issues };
    ids.push(...page.data.map(({ id }) => id));
    cursor = page.cursor;
  } while (cursor !== null);
  return { data: ids, issues: [] };
}
