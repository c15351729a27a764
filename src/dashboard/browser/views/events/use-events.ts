import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import { apiKey, heldScopes } from "../../state/api-key.ts";
import {
  type EventRow,
  type EventSource,
  type EventsRead,
  nothingRead,
  readEvents,
} from "./read-events.ts";
import { askInBatches, samplesRead } from "../../data/sensor-batches.ts";
import { rangeVariables } from "../../data/sensor-variables.ts";
import { ask } from "../../graphql/ask.ts";
import { exceedanceCountsDocument } from "../../graphql/generated/exceedance-counts.ts";
import { useAsked } from "../../graphql/use-query.ts";
import { useProject } from "../../state/project-scope.tsx";
import { extremes } from "../../plots/extremes.ts";

/** Reads as many exceedances as wanted and goes on where it was if more are. Aborts when the view is left. */
export function useEvents(source: EventSource, wanted: number) {
  const identity = JSON.stringify(source);
  const [state, setState] = useState({ identity, read: nothingRead, isLoading: true });
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
    const readOn = async () => {
      try {
        show(await readEvents(source, wanted, start, signal, (next) => show(next, true)), false);
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

/** Queries how many exceedances a source has whose filter chooses only sensors. `isWanted` false sends no query. */
export function useTotal({ projectId, first, last, filter }: EventSource, isWanted: boolean) {
  const scope = useProject();
  const sensorIds = filter.sensors ?? scope.project.sensors.map(({ id }) => id);
  const variables = rangeVariables(projectId, { first, last });
  const { data, isLoading } = useAsked(
    async (signal) => {
      const answers = await askInBatches(
        isWanted ? sensorIds : [],
        samplesRead(scope, { first, last }),
        (sensors) => ask(exceedanceCountsDocument, { ...variables, sensors }, signal),
      );
      const totals = answers.map(([, { sensor }]) => sensor?.aggregates?.buckets[0]);
      const sum = totals.reduce((all, total) => all + (total?.events ?? NaN), 0);
      const hasSamples = totals.some((total) => (total?.samples ?? 0) > 0);
      const hasNoLimit = hasSamples && totals.every((total) => total?.maxOver === null);
      return { data: { count: Number.isNaN(sum) ? null : sum, hasNoLimit }, issues: [] };
    },
    JSON.stringify([variables, sensorIds, isWanted]),
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
