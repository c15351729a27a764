import { ask, type Issue, issueOf } from "../graphql/ask.ts";
import { fetchFile } from "../graphql/fetch-file.ts";
import { leaseRecordingDocument } from "../graphql/generated/lease-recording.ts";
import { instantText } from "../time/local-time.ts";

export interface RecordingReference {
  readonly projectId: string;
  readonly sensorId: string;
  /** Start of its sample's interval, Unix seconds. */
  readonly second: number;
}

export type FetchedRecording =
  | { readonly kind: "file"; readonly file: Blob }
  /** There is none, or none that may be leased. */
  | { readonly kind: "none" }
  | { readonly kind: "failed"; readonly issue: Issue };

/**
 * Leases a recording and downloads it. A lease may have expired, or the service may have lost it: then a new one is
 * requested, once. Rejects only if `signal` aborts.
 */
export async function fetchRecording(
  { projectId, sensorId, second }: RecordingReference,
  signal: AbortSignal,
): Promise<FetchedRecording> {
  for (let attempt = 1; ; attempt += 1) {
    const variables = { project: projectId, sensor: sensorId, at: instantText(second) };
    const { data, issues } = await ask(leaseRecordingDocument, variables, signal);
    const [issue] = issues;
    if (issue !== undefined) return { kind: "failed", issue };
    const path = data?.measurements?.data[0]?.audioUrl ?? null;
    if (path === null) return { kind: "none" };
    // The path begins at the gateway.
    const { data: file, issues: failures } = await fetchFile(path.replace(/^\//, ""), signal);
    if (file !== null) return { kind: "file", file };
    const [failure = issueOf("UNAVAILABLE", "")] = failures;
    if (failure.code !== "NOT_FOUND") return { kind: "failed", issue: failure };
    // The 404 of a file says nothing that a person could use.
    const message = "The recording cannot be found. Try again.";
    if (attempt === 2) return { kind: "failed", issue: { ...failure, message } };
  }
}
