import { ask, invalidKey, type Issue, issueOf } from "../graphql/ask.ts";
import { leaseRecordingDocument } from "../graphql/generated/lease-recording.ts";
import { apiKey, forgetKey } from "../state/api-key.ts";
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
    const downloaded = await download(path, signal);
    const isGone = downloaded.kind === "failed" && downloaded.issue.code === gone;
    if (!isGone || attempt === 2) return downloaded;
  }
}

/** No code of the server: its 404 says nothing that a person could use. */
const gone = "GONE";

async function download(path: string, signal: AbortSignal): Promise<FetchedRecording> {
  let response: Response;
  try {
    // The path begins at the gateway, which may stand below a path of a proxy, as this page does.
    response = await fetch(path.replace(/^\//, ""), {
      headers: { "svc-api-key": `Bearer ${apiKey.value ?? ""}` },
      signal,
    });
    if (response.ok) return { kind: "file", file: await response.blob() };
  } catch {
    signal.throwIfAborted();
    return failed("The server cannot be reached. Try again.", "UNREACHABLE", null);
  }
  if (response.status === 401) forgetKey(invalidKey);
  const requestId = response.headers.get("x-request-id");
  if (response.status === 404) {
    return failed("The recording was offered and cannot be found. Try again.", gone, requestId);
  }
  const { detail, code = "UNAVAILABLE" } = await readProblem(response);
  const message = detail ?? `The recording cannot be downloaded: ${response.status}.`;
  return failed(message, code.toUpperCase(), requestId);
}

/** RFC 9457, if the server could say what is wrong. */
async function readProblem(
  response: Response,
): Promise<{ readonly detail?: string; readonly code?: string }> {
  try {
    return (await response.json()) as { detail?: string; code?: string };
  } catch {
    return {};
  }
}

function failed(message: string, code: string, requestId: string | null): FetchedRecording {
  return { kind: "failed", issue: issueOf(code, message, requestId) };
}
