import { useEffect, useRef, useState } from "preact/hooks";
import type { Issue } from "../graphql/ask.ts";
import { IssueNote } from "./issue-note.tsx";

/** Makes a file and saves it. Answers what could not be read, if so. */
export type ExportAction = (job: {
  /** Aborts when the person cancels or leaves the view. */
  readonly signal: AbortSignal;
  /** Says how far it is. */
  readonly tell: (progress: string) => void;
}) => Promise<Issue | null> | Issue | null | void;

interface Running {
  readonly controller: AbortController;
  readonly progress: string;
}

/** The buttons CSV and PNG of a plot or a list: those that have an action. One file is made at a time. */
export function ExportButtons(props: {
  readonly csv?: ExportAction | undefined;
  readonly png?: ExportAction | undefined;
}) {
  const [running, setRunning] = useState<Running | null>(null);
  const [issue, setIssue] = useState<Issue | null>(null);
  const current = useRef<AbortController | null>(null);
  useEffect(() => () => current.current?.abort(), []);

  const run = async (action: ExportAction) => {
    const controller = new AbortController();
    const { signal } = controller;
    current.current = controller;
    setIssue(null);
    setRunning({ controller, progress: "" });
    try {
      const tell = (progress: string) => !signal.aborted && setRunning({ controller, progress });
      const failure = (await action({ signal, tell })) ?? null;
      if (!signal.aborted) setIssue(failure);
    } catch (error) {
      if (!signal.aborted) throw error;
    } finally {
      if (current.current === controller) setRunning(null);
    }
  };
  const button = (name: string, action: ExportAction | undefined) =>
    action !== undefined && (
      <button type="button" disabled={running !== null} onClick={() => void run(action)}>
        {name}
      </button>
    );
  return (
    <span class="row no-print">
      {button("CSV", props.csv)}
      {button("PNG", props.png)}
      {running !== null && running.progress !== "" && (
        <>
          <span class="muted small" role="status">
            {running.progress}
          </span>
          <button type="button" onClick={() => running.controller.abort()}>
            Cancel
          </button>
        </>
      )}
      {issue !== null && <IssueNote issue={issue} />}
    </span>
  );
}
