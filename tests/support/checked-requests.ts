import { basePath } from "../../src/http/requests/base-path.ts";
import type { Gateway } from "../../src/server/start.ts";
import { expectDocumented } from "./documented.ts";
import { createHttpClient, type HttpClient } from "./http-client.ts";
import { expectAnswerKeepsSecrets } from "./leaks.ts";

/**
 * A client that checks answers against the OpenAPI document: all answers of the gateway's public address, and answers
 * under `/api/v0` of any other gateway.
 */
export function createCheckingClient({ publicUrl, internalUrl }: Gateway): HttpClient {
  return createHttpClient(({ url: { href, origin, pathname }, headers, body, ...answered }) => {
    if (origin === internalUrl) expectAnswerKeepsSecrets(headers, body);
    else if (origin === publicUrl || pathname.startsWith(basePath)) {
      expectDocumented({ ...answered, target: href, headers, body });
    }
  });
}
