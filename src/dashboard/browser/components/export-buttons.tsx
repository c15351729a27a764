import { useEffect, useRef, useState } from "preact/hooks";
import { spreadsheetCsv } from "../export/csv.ts";
import { downloadBlob } from "../export/download.ts";
import type { Answer, Issue } from "../graphql/ask.ts";
import { IssueNote } from "./issue-note.tsx";

/** A CSV that is read when it is wanted. */
export interface CsvFile {
  readonly name: string;
  readonly read: (job: Job) => Promise<Answer<string>> | Answer<string>;
}

interface Job {
  /** Aborts when the person cancels or leaves the view. */
  readonly signal: AbortSignal;
  /** Says how far it is. */
  readonly tell: (progress: string) => void;
}

/** Makes a file and saves it. Answers what could not be read, if so. */
type ExportAction = (job: Job) => Promise<Issue | null>;

interface Running {
  readonly controller: AbortController;
  readonly progress: string;
}

/** The buttons of a plot or a list, for those files that it has. One file is made at a time. */
export function ExportButtons(props: {
  readonly csv?: CsvFile | undefined;
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
      const failure = await action({ signal, tell });
      if (!signal.aborted) setIssue(failure);
    } catch (error) {
      if (!signal.aborted) throw error;
    } finally {
      if (current.current === controller) setRunning(null);
    }
  };
  const button = (name: string, action: ExportAction | undefined, title?: string) =>
    action !== undefined && (
      <button
        type="button"
        disabled={running !== null}
        title={title}
        onClick={() => void run(action)}
      >
        {name}
      </button>
    );
  const { csv } = props;
  return (
    <span class="row no-print">
      {button("CSV", csv && save(csv))}
      {button("Excel", csv && save(csv, spreadsheetCsv), "As CSV that a spreadsheet opens")}
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

/** Saves a CSV; for a spreadsheet in another form, beside the plain file. */
function save({ name, read }: CsvFile, form?: (text: string) => string): ExportAction {
  return async (job) => {
    const { data, issues } = await read(job);
    if (data !== null) {
      const text = form === undefined ? data : form(data);
      const blob = new Blob([text], { type: "text/csv;charset=utf-8" });
      downloadBlob(form === undefined ? name : name.replace(/\.csv$/, "_excel.csv"), blob);
    }
    return issues[0] ?? null;
  };
}
