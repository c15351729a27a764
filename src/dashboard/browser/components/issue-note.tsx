import "./issue-note.css";
import type { ComponentChild } from "preact";
import type { Issue } from "../graphql/ask.ts";
import { CopyButton } from "./copy-button.tsx";

const contractStep = (
  <>
    The contract of this project is missing or invalid: the operator can mend it with{" "}
    <code>acoustic apply</code>.
  </>
);

/** Without a contract the service shows no data of a project. */
export function ContractNote() {
  return (
    <div class="issue-note column-2 small" role="note">
      <p>{contractStep}</p>
    </div>
  );
}

/** A part that could not be answered: the server's reason, a next step, and the id for the operator's log. */
export function IssueNote({ issue }: { readonly issue: Issue }) {
  const step = nextSteps[issue.code];
  return (
    <div class="issue-note column-2 small" role="note">
      <p>
        {issue.code === "NOT_FOUND" ? "Not there, or not for this key." : issue.message}
        {issue.requiredScopes.length > 0 && ` It needs ${issue.requiredScopes.join(" and ")}.`}
      </p>
      {step !== undefined && <p>{step}</p>}
      {issue.code === "NOT_FOUND" && (
        <p>
          <a href="#/">To the overview</a>
        </p>
      )}
      {issue.requestId !== null && (
        <p class="request-id muted tiny">
          Request <span>{issue.requestId}</span>{" "}
          <CopyButton name="copy" label="copy the request id" />
        </p>
      )}
    </div>
  );
}

const nextSteps: Readonly<Partial<Record<string, ComponentChild>>> = {
  CONTRACT_UNAVAILABLE: contractStep,
  FORBIDDEN: "Ask the operator for a key with this scope.",
  UNAVAILABLE: "The service could not answer in time. Try again in a minute.",
  INVALID_REQUEST: "Choose a shorter range.",
};
