import { connect } from "node:net";

/** The answers to connections that each send the request again as soon as it is answered. */
export interface Flood {
  /** The statuses of all answers. 0 stands for a connection that broke. */
  readonly statuses: ReadonlySet<number>;
  /**
   * Milliseconds of each answer that came in the time, by its status; sorted. What comes after is no load any more.
   */
  readonly answers: ReadonlyMap<number, readonly number[]>;
}

export interface FloodOptions {
  readonly url: string;
  readonly path: string;
  readonly key: string;
  readonly connections: number;
  readonly milliseconds: number;
  readonly onAnswer?: () => void;
}

/** Answers are only looked at as far as their status and length: the flood is to cost less than the service. */
export async function flood(options: FloodOptions): Promise<Flood> {
  const answers = new Map<number, number[]>();
  const statuses = new Set<number>();
  const until = performance.now() + options.milliseconds;
  const count = (status: number, milliseconds: number) => {
    statuses.add(status);
    options.onAnswer?.();
    if (performance.now() > until) return;
    const known = answers.get(status);
    if (known === undefined) answers.set(status, [milliseconds]);
    else known.push(milliseconds);
  };
  await Promise.all(
    Array.from({ length: options.connections }, () => askOnEnd(options, until, count)),
  );
  for (const times of answers.values()) times.sort((a, b) => a - b);
  return { statuses, answers };
}

function askOnEnd(
  { url, path, key }: FloodOptions,
  until: number,
  count: (status: number, milliseconds: number) => void,
): Promise<void> {
  const { hostname, port } = new URL(url);
  const request = `GET ${path} HTTP/1.1\r\nHost: localhost\r\nsvc-api-key: Bearer ${key}\r\n\r\n`;
  return new Promise((resolve) => {
    const socket = connect({ host: hostname, port: Number(port), noDelay: true });
    let askedAt = 0;
    let left = 0;
    let status = 0;
    let head = "";
    const ask = () => {
      // Once at least.
      if (askedAt > 0 && performance.now() >= until) {
        socket.end();
        return;
      }
      askedAt = performance.now();
      socket.write(request);
    };
    socket.once("connect", ask);
    socket.on("data", (chunk) => {
      if (left > 0) left -= chunk.length;
      else {
        head += chunk.toString("latin1");
        const end = head.indexOf("\r\n\r\n");
        if (end < 0) return;
        status = Number(head.slice(9, 12));
        const length = Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? 0);
        left = length - (head.length - end - 4);
        head = "";
      }
      if (left > 0) return;
      count(status, performance.now() - askedAt);
      ask();
    });
    socket.once("error", () => count(0, 0));
    socket.once("close", () => resolve());
  });
}

/** The value that so many hundredths of the sorted ones do not exceed. */
export function percentile(sorted: readonly number[], hundredths: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * hundredths) / 100))] ?? 0;
}
