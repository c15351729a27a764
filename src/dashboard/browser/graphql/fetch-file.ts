import { apiKey, forgetKey } from "../state/api-key.ts";
import { type Answer, answered, invalidKey, issueOf, outcomeOf } from "./ask.ts";

/**
 * Downloads a file, and waits for a server that is busy as `ask` does. `path` begins at the gateway, which may stand
 * below a path of a proxy, as this page does.
 */
export async function fetchFile(path: string, signal: AbortSignal): Promise<Answer<Blob>> {
  try {
    const headers = { "svc-api-key": `Bearer ${apiKey.value ?? ""}` };
    return await answered(async () => {
      const response = await fetch(path, { headers, signal });
      return outcomeOf(await readFile(response), response);
    }, signal);
  } catch {
    signal.throwIfAborted();
    return failed("UNREACHABLE", "The server cannot be reached. Try again.");
  }
}

/** The file, or why there is none. A proxy may say so only by the status. */
async function readFile(response: Response): Promise<Answer<Blob>> {
  const { ok, status, headers } = response;
  if (ok) return { data: await response.blob(), issues: [] };
  if (status === 401) forgetKey(invalidKey);
  // RFC 9457, if the server could say what is wrong.
  const problem = response.json().catch(() => ({})) as Promise<{ detail?: string; code?: string }>;
  const { detail, code = "UNAVAILABLE" } = await problem;
  const message = detail ?? `The file cannot be downloaded: ${status}.`;
  const said = status === 404 ? "NOT_FOUND" : code.toUpperCase();
  return failed(said, message, headers.get("x-request-id"));
}

function failed(...issue: Parameters<typeof issueOf>): Answer<never> {
  return { data: null, issues: [issueOf(...issue)] };
}
