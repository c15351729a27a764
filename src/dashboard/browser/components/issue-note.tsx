import "./issue-note.css";
import type { Issue } from "#dashboard/browser/graphql/ask.ts";
import { formatAddress } from "#dashboard/browser/state/address.ts";

/** What could not be answered, the server's reason, a next step, and the id for the operator's log. */
export function IssueNote({ issue }: { readonly issue: Issue }) {
  const step = nextSteps[issue.code];
  return (
    <div class="issue-note" role="note">
      <p>
        {issue.code === "NOT_FOUND" ? "Not there, or not for this key." : issue.message}
        {issue.requiredScopes.length > 0 && ` It needs ${issue.requiredScopes.join(" and ")}.`}
      </p>
      {step !== undefined && <p>{step}</p>}
      {issue.code === "NOT_FOUND" && (
        <p>
          <a
            href={formatAddress({
              view: "overview",
              project: null,
              sensor: null,
              sample: null,
              parameters: {},
            })}
          >
            To the overview
          </a>
        </p>
      )}
      {issue.requestId !== null && (
        <p class="request-id">
          Request {issue.requestId}{" "}
          <button
            type="button"
            aria-label="copy the request id"
            onClick={() => void navigator.clipboard.writeText(issue.requestId ?? "")}
          >
            copy
          </button>
        </p>
      )}
    </div>
  );
}

const nextSteps: Readonly<Partial<Record<string, string>>> = {
  CONTRACT_UNAVAILABLE:
    "The contract of this project is missing or invalid: the operator can mend it with `acoustic apply`.",
  FORBIDDEN: "Ask the operator for a key with this scope.",
  UNAVAILABLE: "The service could not answer in time. Try again in a minute.",
  INVALID_REQUEST: "Choose a shorter range.",
};
