import type { QueryState } from "../graphql/use-query.ts";
import { IssueNote } from "./issue-note.tsx";
import { Skeleton } from "./skeleton.tsx";

/** The issues of a query with a button to read it again, and a place of a height until its data comes. */
export function QueryNote(props: { readonly query: QueryState; readonly height?: number }) {
  const { query, height = 0 } = props;
  const { data, issues, isLoading, reload } = query;
  // Fields fail together, with the same words.
  const told = [...new Map(issues.map((issue) => [issue.message, issue])).values()];
  return (
    <>
      {told.map((issue) => (
        <IssueNote key={issue.message} issue={issue} />
      ))}
      {told.some(({ code }) => !hasLastWord.has(code)) && (
        <p class="no-print">
          <button type="button" disabled={isLoading} onClick={reload}>
            Try again
          </button>
        </p>
      )}
      {data === null && isLoading && <Skeleton height={height} />}
    </>
  );
}

/** Codes of issues that stay: the key lacks a scope, or what is read is not there. */
const hasLastWord = new Set(["FORBIDDEN", "NOT_FOUND"]);
