import type { APIRequestContext } from "playwright/test";
import { basePath } from "../../src/http/requests/base-path.ts";
import type { Gateway } from "../../src/server/start.ts";
import { expectDocumented } from "./documented.ts";
import { expectAnswerKeepsSecrets } from "./leaks.ts";

/**
 * Wraps a request context so that it checks answers against the OpenAPI document: all answers of the gateway's public
 * address, and answers under `/api/v0` of any other gateway.
 */
export function checkAnswers(
  context: APIRequestContext,
  { publicUrl, internalUrl }: Gateway,
): APIRequestContext {
  const checked =
    (send: APIRequestContext["fetch"], usual: string): APIRequestContext["fetch"] =>
    async (address, options = {}) => {
      const response = await send(address, options);
      const { origin, pathname } = new URL(response.url());
      if (origin === internalUrl) {
        expectAnswerKeepsSecrets(response.headers(), await response.body());
      } else if (origin === publicUrl || pathname.startsWith(basePath)) {
        expectDocumented({
          method: options.method ?? usual,
          target: response.url(),
          status: response.status(),
          headers: response.headers(),
          body: await response.body(),
        });
      }
      return response;
    };
  return Object.assign(Object.create(context) as APIRequestContext, {
    fetch: checked(context.fetch.bind(context), "GET"),
    get: checked(context.get.bind(context), "GET"),
    post: checked(context.post.bind(context), "POST"),
  });
}
