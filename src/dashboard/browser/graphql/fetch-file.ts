import { apiKey, forgetKey } from "../state/api-key.ts";
import { type Answer, invalidKey, issueOf } from "./ask.ts";

/** Downloads a file. `path` begins at the gateway, which may stand below a path of a proxy, as this page does. */
export async function fetchFile(path: string, signal: AbortSignal): Promise<Answer<Blob>> {
  let response: Response;
  try {
    const headers = { "svc-api-key": `Bearer ${apiKey.value ?? ""}` };
    response = await fetch(path, { headers, signal });
    if (response.ok) return { data: await response.blob(), issues: [] };
  } catch {
    signal.throwIfAborted();
    return failed("UNREACHABLE", "The server cannot be reached. Try again.");
  }
  if (response.status === 401) forgetKey(invalidKey);
  const { detail, code = "UNAVAILABLE" } = await readProblem(response);
  const message = detail ?? `The file cannot be downloaded: ${response.status}.`;
  return failed(code.toUpperCase(), message, response.headers.get("x-request-id"));
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

function failed(...issue: Parameters<typeof issueOf>): Answer<never> {
  return { data: null, issues: [issueOf(...issue)] };
}
