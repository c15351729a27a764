import { apiKey } from "../state/api-key.ts";
import { type Answer, answered, issueOf, outcomeOf, refuse } from "./ask.ts";

/**
 * Downloads a file, and waits for a server that is busy as `ask` does. `path` begins at the gateway, which may stand
 * below a path of a proxy, as this page does.
 */
export function fetchFile(path: string, signal: AbortSignal): Promise<Answer<Blob>> {
  const key = apiKey.value;
  const headers = { "svc-api-key": `Bearer ${key ?? ""}` };
  return answered(async () => {
    try {
      const response = await fetch(path, { headers, signal });
      if (response.status === 401) refuse(key);
      return outcomeOf(await readFile(response), response);
    } catch {
      signal.throwIfAborted();
      const answer = failed("UNREACHABLE", "The server cannot be reached. Try again.");
      return { kind: "answer", answer };
    }
  }, signal);
}

/** The file, or why there is none. A proxy may say so only by the status. */
async function readFile(response: Response): Promise<Answer<Blob>> {
  const { ok, status, headers } = response;
  if (ok) return { data: await response.blob(), issues: [] };
  // RFC 9457, if the server could say what is wrong.
  const problem = response.json().catch(() => ({})) as Promise<{ detail?: string; code?: string }>;
  const { detail, code = "INTERNAL" } = await problem;
  const message = detail ?? `The file cannot be downloaded: ${status}.`;
  const said = status === 404 ? "NOT_FOUND" : code.toUpperCase();
  return failed(said, message, headers.get("x-request-id"));
}

function failed(...issue: Parameters<typeof issueOf>): Answer<never> {
  return { data: null, issues: [issueOf(...issue)] };
}
