/*
 * Requests of the tests. Playwright's own takes a stack trace of each call and of each read of an answer, and reports
 * both to the runner: a quarter of the processor time of tests with many requests.
 */

import { once } from "node:events";
import { Agent, type IncomingMessage, request } from "node:http";
import { buffer } from "node:stream/consumers";

export interface HttpClient {
  fetch(
    address: string,
    options?: RequestOptions & { readonly method?: string },
  ): Promise<HttpAnswer>;
  get(address: string, options?: RequestOptions): Promise<HttpAnswer>;
  post(address: string, options?: RequestOptions): Promise<HttpAnswer>;
  /** Closes the connections, which are kept between requests. */
  close(): void;
}

export interface RequestOptions {
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON. */
  readonly data?: unknown;
}

/** An answer that was read to its end. A redirect is not followed. */
export interface HttpAnswer {
  status(): number;
  /** By name in lower case. */
  headers(): Readonly<Record<string, string>>;
  body(): Promise<Buffer>;
  text(): Promise<string>;
  json(): Promise<unknown>;
}

/** An answer and the request that it answers. */
export interface AnsweredRequest {
  readonly method: string;
  readonly url: URL;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** `check` throws if an answer is not as it must be. */
export function createHttpClient(check: (answered: AnsweredRequest) => void): HttpClient {
  const agent = new Agent({ keepAlive: true });
  const send = async (method: string, address: string, { headers, data }: RequestOptions = {}) => {
    const url = new URL(address);
    const sent = data === undefined ? undefined : JSON.stringify(data);
    const json = sent === undefined ? {} : { "content-type": "application/json" };
    const asked = request(url, { method, agent, headers: { ...json, ...headers } });
    asked.end(sent);
    const [response] = (await once(asked, "response")) as [IncomingMessage];
    const answered = {
      method,
      url,
      status: response.statusCode ?? 0,
      headers: headersOf(response),
      body: await buffer(response),
    };
    check(answered);
    return answerOf(answered);
  };
  return {
    fetch: (address, { method = "GET", ...options } = {}) => send(method, address, options),
    get: (address, options) => send("GET", address, options),
    post: (address, options) => send("POST", address, options),
    close: () => agent.destroy(),
  };
}

function headersOf({ headersDistinct }: IncomingMessage): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headersDistinct).map(([name, values = []]) => [name, values.join(", ")]),
  );
}

function answerOf({ status, headers, body }: AnsweredRequest): HttpAnswer {
  return {
    status: () => status,
    headers: () => headers,
    body: async () => body,
    text: async () => body.toString(),
    json: async () => JSON.parse(body.toString()) as unknown,
  };
}
