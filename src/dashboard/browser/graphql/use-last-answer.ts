import { useRef } from "preact/hooks";
import type { Query } from "./use-query.ts";

type LastAnswer<Data> = Pick<Query<Data>, "data" | "issues" | "answeredAt">;

/**
 * The last answer that had data, with what it could not answer: while the server answers with errors only, the old
 * levels stay, with the time at which they were read. Only for a query whose variables stay the same.
 */
export function useLastAnswer<Data>({ data, issues, answeredAt }: Query<Data>): LastAnswer<Data> {
  const last = useRef<LastAnswer<Data>>({ data: null, issues: [], answeredAt: null });
  if (data !== null) last.current = { data, issues, answeredAt };
  return last.current;
}
