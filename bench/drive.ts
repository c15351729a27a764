import autocannon from "autocannon";
import { percentile } from "./statistics.ts";

/** What is asked of a server: its requests, one after the other, from the first again after the last. */
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

/** What came of a while of load. Latencies are milliseconds. */
export interface Round {
  readonly requests: number;
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
}

const connections = 16;

/**
 * Loads a server from 16 connections, each with one request under way. Rejects where any answer is not
 * 2xx: what fails is fast, and no measurement.
 */
export async function drive(target: Target, seconds: number): Promise<Round> {
  const latencies: number[] = [];
  const startedAt = performance.now();
  let lastAt = startedAt;
  const options: autocannon.Options = {
    url: target.url,
    connections,
    duration: seconds,
    timeout: 60,
    headers: { ...target.headers },
    requests: target.requests.map((request) => ({ ...request })),
    // How soon it notices that the time is over.
    sampleInt: 50,
  };
  const result = await new Promise<autocannon.Result>((resolve, reject) => {
    autocannon(options, (error: Error | null, ended) =>
      error === null ? resolve(ended) : reject(error),
    ).on("response", (_client, _status, _bytes, milliseconds) => {
      latencies.push(milliseconds);
      lastAt = performance.now();
    });
  });
  if (result.non2xx > 0 || result.errors > 0 || latencies.length === 0) {
    throw new Error(
      `${target.url}${target.requests[0]?.path}: of ${latencies.length} answers ${result.non2xx} are not 2xx, ` +
        `and ${result.errors} requests failed`,
    );
  }
  return {
    requests: latencies.length,
    perSecond: (latencies.length / (lastAt - startedAt)) * 1000,
    p50: percentile(latencies, 50),
    p99: percentile(latencies, 99),
  };
}
