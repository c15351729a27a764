import { useCallback, useEffect, useMemo, useRef, useState } from "preact/hooks";
import { apiKey, lacksScope } from "../state/api-key.ts";
import { type Answer, ask, type Issue, issueOf } from "./ask.ts";
import type { TypedDocument } from "./typed-document.ts";

/** An answer, as far as a view has it. Old data stays, marked as stale, while new data is on its way. */
export interface Query<Data> {
  readonly data: Data | null;
  readonly issues: readonly Issue[];
  readonly isLoading: boolean;
  /** When the answer came, in milliseconds; null before the first. */
  readonly answeredAt: number | null;
  /** Sends the query again. */
  readonly reload: () => void;
}

/** The states of a query, which look the same in every part of the page. */
export type QueryState = Pick<Query<unknown>, "data" | "issues" | "isLoading" | "reload">;

/** Several queries as one: whole with the last of them, and tried again together. */
export function together(...queries: readonly QueryState[]): QueryState {
  return {
    data: queries.every(({ data }) => data !== null) ? queries : null,
    issues: queries.flatMap(({ issues }) => issues),
    isLoading: queries.some(({ isLoading }) => isLoading),
    reload: () => {
      for (const { reload } of queries) reload();
    },
  };
}

/**
 * Sends the query when the view is shown and whenever the variables change; null sends nothing. Aborts when the view is
 * left. `scope` is what all of the answer needs: without it in the key, no query is sent.
 */
export function useQuery<Data, Variables>(
  document: TypedDocument<Data, Variables>,
  variables: Variables | null,
  scope?: Scope,
): Query<Data> {
  return useAsked(
    (signal) => (variables === null ? null : ask(document, variables, signal)),
    `${document.name}${JSON.stringify(variables)}`,
    scope,
  );
}

/**
 * As `useQuery`, for what takes more than one request; it is read again if its `identity` changes. `onPart` shows what
 * has arrived so far, unless there is a whole answer, which stays till the next.
 */
export function useAsked<Data>(
  read: (signal: AbortSignal, onPart: (part: Answer<Data>) => void) => Promise<Answer<Data>> | null,
  identity: string,
  scope?: Scope,
): Query<Data> {
  const [state, setState] = useState<
    Omit<Query<Data>, "reload"> & { readonly identity: string | null }
  >({
    identity: null,
    data: null,
    issues: [],
    isLoading: true,
    answeredAt: null,
  });
  const [round, setRound] = useState(0);
  const isWhole = useRef(false);
  const latestRead = useRef(read);
  latestRead.current = read;
  const key = apiKey.value;
  const isRefused = scope !== undefined && lacksScope(scope);
  useEffect(() => {
    const controller = new AbortController();
    const onPart = (part: Answer<Data>) => {
      if (!controller.signal.aborted && !isWhole.current) {
        setState({ ...part, identity, isLoading: true, answeredAt: Date.now() });
      }
    };
    const reading = isRefused ? null : latestRead.current(controller.signal, onPart);
    setState((previous) => ({ ...previous, identity, isLoading: reading !== null }));
    void show(reading, controller.signal, (answer) => {
      isWhole.current = answer.data !== null;
      setState({ ...answer, identity, isLoading: false, answeredAt: Date.now() });
    });
    return () => controller.abort();
  }, [identity, round, key, isRefused]);
  const reload = useCallback(() => setRound((count) => count + 1), []);
  const issues = useMemo(
    () => (isRefused && scope !== undefined ? [refusal(scope)] : null),
    [isRefused, scope],
  );
  if (issues !== null) return { data: null, issues, isLoading: false, answeredAt: null, reload };
  // The answer is old from the first render on that wants something else.
  const { identity: answered, ...shown } = state;
  return { ...shown, isLoading: shown.isLoading || answered !== identity, reload };
}

export type Scope = "v0:projects:read" | "v0:data:read";

/** The refusal that the server would answer. */
export function refusal(scope: Scope): Issue {
  return { ...issueOf("FORBIDDEN", "The key lacks a scope."), requiredScopes: [scope] };
}

/** Shows the answer unless the view has been left. What rejects otherwise is a defect and goes to the console. */
async function show<Data>(
  reading: Promise<Answer<Data>> | null,
  signal: AbortSignal,
  setAnswer: (answer: Answer<Data>) => void,
): Promise<void> {
  try {
    const answer = await reading;
    if (answer !== null && !signal.aborted) setAnswer(answer);
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}
