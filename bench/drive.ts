import autocannon from "autocannon";
import { percentile } from "./statistics.ts";

/** Requests to a server. They are sent in order, and again from the first one. */
export interface Target {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly requests: readonly TargetRequest[];
}

export interface TargetRequest {
  readonly method?: "GET" | "POST";
  /** With the query. */
  readonly path: string;
  readonly body?: string;
}

/** The figures of one round. Latencies are milliseconds. */
export interface Round {
  readonly requests: number;
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
}

/** The number of connections to a server under load. Each has one request in flight. */
export const connections = 16;

/**
 * Sends `amount` requests to a server. `connectionCount` must not exceed `amount`. The round ends after a number of
 * requests and not after a time, because requests in flight at that time would be lost, and slow ones most often.
 * Rejects if an answer is not 2xx: failures are fast and would improve the figures.
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
      // The interval in which autocannon checks whether all are answered.
      sampleInt: 20,
    };
    const done = (error: Error | null, ended: autocannon.Result) =>
      error === null ? resolve(ended) : reject(error);
    // The histogram of autocannon has whole milliseconds only.
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

/**
 * Keeps autocannon from decoding each body to text: for a recording, that costs more than the work that is measured.
 */
function dropBodies(client: object): void {
  const { pipelinedRequests } = client as { pipelinedRequests: { addBody: unknown } };
  pipelinedRequests.addBody = () => undefined;
}

/** Runs `work` `amount` times, one after the other. */
export async function repeat(work: () => Promise<unknown>, amount: number): Promise<Round> {
  const latencies: number[] = [];
  const startedAt = performance.now();
  while (latencies.length < amount) {
    const before = performance.now();
    await work();
    latencies.push(performance.now() - before);
  }
  return roundOf(latencies, performance.now() - startedAt);
}

function roundOf(latencies: readonly number[], milliseconds: number): Round {
  return {
    requests: latencies.length,
    perSecond: (latencies.length / milliseconds) * 1000,
    p50: percentile(latencies, 50),
    p99: percentile(latencies, 99),
  };
}
