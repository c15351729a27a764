import { extremes } from "../../plots/extremes.ts";
import { useAsked } from "../../graphql/use-query.ts";
import { heldScopes } from "../../state/api-key.ts";
import { type EventRow, type EventSource, nothingRead, readEvents } from "./read-events.ts";

/** True if the key may hear recordings. */
export function mayListen(): boolean {
  return heldScopes()?.includes("v0:audio:read") ?? false;
}

/** The shown exceedances that have a recording, read over the same time: a page says it only with leases. */
export function useRecorded(source: EventSource, events: readonly EventRow[]): ReadonlySet<string> {
  const isAll = source.filter.withRecording === true;
  const [first, last] = extremes(events.map(({ second }) => second));
  const recorded: EventSource | null =
    isAll || !mayListen() || events.length === 0
      ? null
      : { ...source, first, last, filter: { ...source.filter, withRecording: true } };
  const { data } = useAsked(async (signal) => {
    if (recorded === null) return { data: [], issues: [] };
    const read = await readEvents(recorded, Infinity, nothingRead, signal);
    // The list itself says what could not be read.
    return { data: read.events, issues: [] };
  }, JSON.stringify(recorded));
  return new Set((isAll ? events : data)?.map(({ id }) => id));
}
