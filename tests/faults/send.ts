import { type Agent, get } from "node:http";

export interface Sent {
  readonly requestId: string;
  /** Null: no answer came, or not all of it. */
  readonly status: number | null;
}

/** One request; without an agent over a connection of its own. */
export function send(
  url: string,
  key: string,
  requestId: string,
  agent: Agent | false = false,
): Promise<Sent> {
  return new Promise((resolve) => {
    const fail = () => resolve({ requestId, status: null });
    const headers = { "svc-api-key": `Bearer ${key}`, "x-request-id": requestId };
    get(url, { agent, headers }, (response) => {
      response.resume();
      response.once("error", fail);
      response.once("end", () =>
        resolve({ requestId, status: response.complete ? (response.statusCode ?? null) : null }),
      );
    }).once("error", fail);
  });
}
