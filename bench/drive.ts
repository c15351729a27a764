import autocannon from "autocannon";
import { percentile } from "./statistics.ts";

/** What is asked of a server: its requests in turn, and again from the first. */
export interface Target {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly requests: readonly TargetRequest[];
}

export interface TargetRequest {
  readonly method?: "GET" | "POST";
  /** With its query. */
  readonly path: string;
  readonly body?: string;
}

/** What came of some work. Latencies are milliseconds. */
export interface Round {
  readonly requests: number;
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
}

/** Of a server under load; each has one request under way. */
export const connections = 16;

/**
 * Has a server answer so many requests, from a number of connections that is not higher. It is the
 * number that is given and not the time: what would be under way at its end is a good part of slow
 * answers. Rejects where an answer is not 2xx: what fails is fast, and measures nothing.
 */
export async function drive(
  { url, headers, requests }: Target,
  amount: number,
  connectionCount: number,
): Promise<Round> {
  const latencies: number[] = [];
  const startedAt = performance.now();
  let lastAt = startedAt;
  const result = await new Promise<autocannon.Result>((resolve, reject) => {
    const options: autocannon.Options = {
      url,
      connections: connectionCount,
      amount,
      bailout: 1,
      headers: { ...headers },
      requests: requests.map((request) => ({ ...request })),
      setupClient: dropBodies,
      // How often it looks whether all are answered.
      sampleInt: 20,
    };
    const done = (error: Error | null, ended: autocannon.Result) =>
      error === null ? resolve(ended) : reject(error);
    // Its own histogram counts whole milliseconds.
    autocannon(options, done).on("response", (_client, _status, _bytes, milliseconds) => {
      latencies.push(milliseconds);
      lastAt = performance.now();
    });
  });
  if (result.non2xx > 0 || result.errors > 0) {
    throw new Error(
      `${url}${requests[0]?.path}: of ${latencies.length} answers ${result.non2xx} were not 2xx, ` +
        `and ${result.errors} requests failed`,
    );
  }
  return roundOf(latencies, lastAt - startedAt);
}

/** It would make a text of each body, which for a recording is more work than all that is measured. */
function dropBodies(client: object): void {
  const { pipelinedRequests } = client as { pipelinedRequests: { addBody: unknown } };
  pipelinedRequests.addBody = () => undefined;
}

/** Does one thing so many times, one after the other. */
export async function repeat(work: () => Promise<unknown>, amount: number): Promise<Round> {
  const latencies: number[] = [];
  const startedAt = performance.now();
  let now = startedAt;
  while (latencies.length < amount) {
    const before = now;
    await work();
    now = performance.now();
    latencies.push(now - before);
  }
  return roundOf(latencies, now - startedAt);
}

function roundOf(latencies: readonly number[], milliseconds: number): Round {
  return {
    requests: latencies.length,
    perSecond: (latencies.length / milliseconds) * 1000,
    p50: percentile(latencies, 50),
    p99: percentile(latencies, 99),
  };
}
