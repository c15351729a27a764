import { Agent, request } from "node:http";
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
 * Sends `amount` requests to a server. The round ends after a number of requests and not after a time, because requests
 * in flight at that time would be lost, and slow ones most often. Rejects if an answer is not 200: failures are fast
 * and would improve the figures.
 */
export async function drive(
  target: Target,
  amount: number,
  connectionCount: number,
): Promise<Round> {
  const agent = new Agent({ keepAlive: true, maxSockets: connectionCount });
  const latencies: number[] = [];
  const startedAt = performance.now();
  let sent = 0;
  const sendNext = async () => {
    for (let at = sent++; at < amount; at = sent++) {
      const before = performance.now();
      await send(agent, target, at);
      latencies.push(performance.now() - before);
    }
  };
  try {
    await Promise.all(Array.from({ length: connectionCount }, sendNext));
  } finally {
    agent.destroy();
  }
  return roundOf(latencies, performance.now() - startedAt);
}

/** Resolves when the answer has been read. Any other status than 200 is an error. */
function send(agent: Agent, { url, headers, requests }: Target, at: number): Promise<void> {
  const { method = "GET", path, body } = requests[at % requests.length] ?? { path: "/" };
  return new Promise((resolve, reject) => {
    const sending = request(`${url}${path}`, { agent, method, headers }, (response) => {
      response.once("error", reject).once("end", () => {
        const status = response.statusCode;
        return status === 200 ? resolve() : reject(new Error(`${url}${path}: ${status}`));
      });
      response.resume();
    });
    sending.once("error", reject).end(body);
  });
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
