import { useRef } from "preact/hooks";
import type { Issue } from "../../graphql/ask.ts";
import type { Query } from "../../graphql/use-query.ts";

interface LastAnswer<Data> {
  readonly data: Data | null;
  /** The parts that it could not answer. */
  readonly issues: readonly Issue[];
  /** When it came, in milliseconds. */
  readonly answeredAt: number | null;
}

/**
 * The last answer that had data: while the server answers with errors only, the old levels stay, with the time at
 * which they were read. Only for a query whose variables stay the same.
 */
export function useLastAnswer<Data>({ data, issues, answeredAt }: Query<Data>): LastAnswer<Data> {
  const last = useRef<LastAnswer<Data>>({ data: null, issues: [], answeredAt: null });
  if (data !== null) last.current = { data, issues, answeredAt };
  return last.current;
}
