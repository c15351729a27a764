import { Agent, request } from "node:http";

/** Requests to a server. They are sent in order, and again from the first one. */
export interface Target {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly requests: readonly TargetRequest[];
}

export interface TargetRequest {
  /** With the query. */
  readonly path: string;
  /** With it, the request is a POST. */
  readonly body?: string;
}

/** The figures of one round. Latencies are milliseconds. */
export interface Round {
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
}

export interface Pace {
  /** The number of measured rounds of each side. */
  readonly rounds: number;
  /** The approximate length of a round. 0 is a trial. */
  readonly seconds: number;
}

/** The number of connections to a server under load. Each has one request in flight. */
export const connections = 16;

/**
 * Sends `amount` requests to a server. The round ends after a number of requests and not after a time, because requests
 * in flight at that time would be lost, and slow ones most often.
 */
export async function drive(
  target: Target,
  amount: number,
  connectionCount: number,
): Promise<Round> {
  const agent = new Agent({ keepAlive: true, maxSockets: connectionCount });
  const sendWell = async (at: number) => {
    const status = await send(agent, target, at);
    // Failures are fast and would improve the figures.
    if (status !== 200) throw new Error(`${target.url} answered ${status}`);
  };
  return repeat(sendWell, amount, connectionCount).finally(() => agent.destroy());
}

/** Sends the request of a place in the order. Resolves to its status when the answer has been read. */
export function send(
  agent: Agent,
  { url, headers, requests }: Target,
  at: number,
  signal?: AbortSignal,
): Promise<number> {
  const { path, body } = requests[at % requests.length] ?? { path: "/" };
  const method = body === undefined ? "GET" : "POST";
  const options = { agent, method, headers, ...(signal && { signal }) };
  return new Promise((resolve, reject) => {
    const sending = request(`${url}${path}`, options, (response) => {
      response.once("error", reject).once("end", () => resolve(response.statusCode ?? 0));
      response.resume();
    });
    sending.once("error", reject).once("close", () => reject(new Error("it was closed early")));
    sending.end(body);
  });
}

/** Runs `work` `amount` times, a number of them at once. */
export async function repeat(
  work: (at: number) => PromiseLike<unknown>,
  amount: number,
  atOnce = 1,
): Promise<Round> {
  const latencies: number[] = [];
  const startedAt = performance.now();
  let begun = 0;
  const workOn = async () => {
    for (let at = begun++; at < amount; at = begun++) {
      const before = performance.now();
      await work(at);
      latencies.push(performance.now() - before);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, workOn));
  return {
    perSecond: (amount / (performance.now() - startedAt)) * 1000,
    p50: percentile(latencies, 50),
    p99: percentile(latencies, 99),
  };
}

export function medianOf(values: readonly number[]): number {
  return percentile(values, 50);
}

/** The value that `percent` of the values do not exceed, by linear interpolation. NaN if there are no values. */
export function percentile(values: readonly number[], percent: number): number {
  const sorted = values.toSorted((left, right) => left - right);
  const position = ((sorted.length - 1) * percent) / 100;
  const below = sorted[Math.floor(position)] ?? NaN;
  const above = sorted[Math.ceil(position)] ?? NaN;
  return below + (above - below) * (position - Math.floor(position));
}
