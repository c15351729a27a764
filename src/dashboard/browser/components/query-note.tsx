import type { Query } from "../graphql/use-query.ts";
import { IssueNote } from "./issue-note.tsx";
import { Skeleton } from "./skeleton.tsx";

/** The first issue of a query, or a place of a height until its data comes. */
export function QueryNote(props: {
  readonly query: Pick<Query<unknown>, "data" | "issues" | "isLoading">;
  readonly height: number;
}) {
  const { data, issues, isLoading } = props.query;
  const [issue] = issues;
  if (issue !== undefined) return <IssueNote issue={issue} />;
  return data === null && isLoading ? <Skeleton height={props.height} /> : null;
}
