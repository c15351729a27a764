import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import { apiKey, heldScopes, lacksScope } from "../../state/api-key.ts";
import {
  type EventRow,
  type EventSource,
  type EventsRead,
  nothingRead,
  readEvents,
} from "./read-events.ts";
import type { EventFilter } from "./event-filter.ts";
import type { EventOrder } from "./event-order.tsx";
import { readWorst } from "./read-worst.ts";
import { askInBatches, samplesRead } from "../../data/sensor-batches.ts";
import { rangeVariables } from "../../data/sensor-variables.ts";
import { ask } from "../../graphql/ask.ts";
import { exceedanceCountsDocument } from "../../graphql/generated/exceedance-counts.ts";
import { useAsked } from "../../graphql/use-query.ts";
import { type ProjectScope, useProject } from "../../state/project-scope.tsx";
import { extremes } from "../../plots/extremes.ts";

/**
 * Reads as many exceedances as wanted, and goes on where it was if more are; in another order than that of time, until
 * those that are first in it are known. Aborts when the view is left.
 */
export function useEvents(source: EventSource, order: EventOrder, wanted: number) {
  const scope = useProject();
  const identity = JSON.stringify([source, order]);
  const [state, setState] = useState<EventsState>({
    identity,
    read: nothingRead,
    isLoading: true,
  });
  const [round, setRound] = useState(0);
  const latest = useRef(state);
  latest.current = state;
  const key = apiKey.value;
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    const { identity: shown, read } = latest.current;
    const start = shown === identity ? read : nothingRead;
    setState((previous) => ({ ...previous, isLoading: true }));
    const show = (next: EventsRead, isLoading: boolean) => {
      if (!signal.aborted) setState({ identity, read: next, isLoading });
    };
    const readWanted = async () => {
      if (order === "newest" || wanted === 0) {
        return readEvents(source, wanted, start, signal, (next) => show(next, true));
      }
      const highest = order === "level" ? await readHighestLimit(source, scope, signal) : null;
      return readWorst(source, order, wanted, highest, signal, (next) => show(next, true));
    };
    const readOn = async () => {
      try {
        show(await readWanted(), false);
      } catch (error) {
        if (!signal.aborted) throw error;
      }
    };
    void readOn();
    return () => controller.abort();
  }, [identity, wanted, round, key]);
  // Queries what could not be answered.
  const reload = useCallback(() => setRound((count) => count + 1), []);
  // The rows are of another range or filter, until the first page of this one comes.
  const isStale = state.identity !== identity;
  return { ...state.read, isLoading: state.isLoading || isStale, isStale, reload };
}

interface EventsState {
  readonly identity: string;
  readonly read: EventsRead;
  readonly isLoading: boolean;
}

/** The highest limit of the samples of a source; null where it could not be read. */
async function readHighestLimit(
  source: EventSource,
  scope: ProjectScope,
  signal: AbortSignal,
): Promise<number | null> {
  if (lacksScope("v0:data:read")) return null;
  const limits = (await readTotals(source, scope, signal)).map((total) => total?.highestLimit);
  return limits.includes(undefined) ? null : extremes(limits.map((limit) => limit ?? null))[1];
}

/** Counts and limits of each sensor of a source, over its range; undefined where they could not be read. */
async function readTotals(
  { projectId, first, last, filter }: EventSource,
  scope: ProjectScope,
  signal: AbortSignal,
) {
  const variables = rangeVariables(projectId, { first, last });
  const answers = await askInBatches(
    sensorsOf(filter, scope),
    samplesRead(scope, { first, last }),
    (sensors) => ask(exceedanceCountsDocument, { ...variables, sensors }, signal),
  );
  return answers.map(([, { sensor }]) => sensor?.aggregates?.buckets[0]);
}

function sensorsOf({ sensors }: EventFilter, { project }: ProjectScope): readonly string[] {
  return sensors ?? project.sensors.map(({ id }) => id);
}

/** Queries how many exceedances a source has whose filter chooses only sensors. `isWanted` false sends no query. */
export function useTotal(source: EventSource, isWanted: boolean) {
  const scope = useProject();
  const variables = rangeVariables(source.projectId, source);
  const { data, isLoading } = useAsked(
    async (signal) => {
      const totals = isWanted ? await readTotals(source, scope, signal) : [];
      const sum = totals.reduce((all, total) => all + (total?.events ?? NaN), 0);
      const hasSamples = totals.some((total) => (total?.samples ?? 0) > 0);
      const hasNoLimit = hasSamples && totals.every((total) => total?.maxOver === null);
      return { data: { count: Number.isNaN(sum) ? null : sum, hasNoLimit }, issues: [] };
    },
    JSON.stringify([variables, sensorsOf(source.filter, scope), isWanted]),
  );
  const known = isWanted && !isLoading ? data : null;
  return {
    /** Null if it is unknown. */
    count: known?.count ?? null,
    /** True if there are samples, and none has a limit: none can be an exceedance. */
    hasNoLimit: known?.hasNoLimit === true,
    isLoading: isWanted && isLoading,
  };
}

/** True if the key may hear recordings. */
export function mayListen(): boolean {
  return heldScopes()?.includes("v0:audio:read") ?? false;
}

/** The exceedances that have a recording, and if it is known that others have none. */
export interface Recorded {
  readonly ids: ReadonlySet<string>;
  readonly isKnown: boolean;
}

/** The shown exceedances that have a recording, read over the same time: a page says it only with leases. */
export function useRecorded(source: EventSource, events: readonly EventRow[]): Recorded {
  const isAll = source.filter.withRecording === true;
  const [first, last] = extremes(events.map(({ second }) => second));
  const [minOver] = extremes(events.map(({ over }) => over));
  const recorded: EventSource | null =
    isAll || !mayListen() || events.length === 0
      ? null
      : { ...source, first, last, filter: { ...source.filter, minOver, withRecording: true } };
  const { data, isLoading } = useAsked(async (signal) => {
    if (recorded === null) return { data: nothingRead, issues: [] };
    // The list itself says what could not be read.
    return { data: await readEvents(recorded, Infinity, nothingRead, signal), issues: [] };
  }, JSON.stringify(recorded));
  return {
    ids: new Set((isAll ? events : data?.events)?.map(({ id }) => id)),
    isKnown: recorded !== null && !isLoading && data?.isAtEnd === true,
  };
}
