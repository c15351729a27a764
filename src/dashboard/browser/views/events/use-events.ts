import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import { apiKey } from "../../state/api-key.ts";
import { type EventSource, type EventsRead, nothingRead, readEvents } from "./read-events.ts";

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
  const retry = useCallback(() => setRound((count) => count + 1), []);
  // The rows are of another range or filter, until the first page of this one comes.
  const isStale = state.identity !== identity;
  return { ...state.read, isLoading: state.isLoading || isStale, isStale, retry };
}
