import { once } from "node:events";
import { Agent } from "node:http";
import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads";
import { drive, type Round, send, type Target } from "./drive.ts";
import { medianOf, spreadOf } from "./statistics.ts";
import { atMost, type Bench, type Figure } from "./work.ts";

/*
 * Pages of one key beside a flood of another: requests over many connections, each sent again as soon as it is
 * answered. The flood is a thread of its own, for its answers would delay the client of the pages.
 */

/** The number of answers to a flood by their status; 0 stands for a connection that broke. */
export type Answers = Record<number, number>;

/** Pages without and with a flood, and its answers. */
interface Pair {
  readonly alone: Round;
  readonly beside: Round;
  readonly answers: Answers;
}

export interface FloodComparison {
  readonly name: string;
  readonly pages: Target;
  readonly flood: Target;
  readonly connections: number;
  /** The figure of the pages that is compared, and its bar. */
  readonly figure: "p50" | "p99";
  readonly bar: number;
}

/** Reads pages one after the other without and then with a flood, at most three times: a round lasts seconds. */
export async function compareBeside(
  { pace }: Bench,
  { name, pages, flood, connections, figure, bar }: FloodComparison,
): Promise<{ readonly figure: Figure; readonly answers: readonly Answers[] }> {
  const read = () => drive(pages, pace.seconds === 0 ? 20 : 600, 1);
  const pairs: Pair[] = [];
  await read();
  while (pairs.length < Math.min(pace.rounds, 3)) {
    const alone = await read();
    pairs.push({ alone, ...(await readBeside(flood, connections, read)) });
  }
  const describe = (side: "alone" | "beside") => {
    const median = (each: "p50" | "p99") => medianOf(pairs.map((pair) => pair[side][each]));
    return `${side} p50 ${median("p50").toFixed(2)} ms, p99 ${median("p99").toFixed(1)} ms`;
  };
  const answers = pairs.map((pair) => pair.answers);
  const notes = [describe("alone"), describe("beside"), `flood ${JSON.stringify(answers)}`];
  const value = spreadOf(pairs.map(({ alone, beside }) => beside[figure] / alone[figure]));
  return {
    figure: { name, value, unit: "ratio", bar: atMost(bar), sides: [], notes },
    answers,
  };
}

async function readBeside(target: Target, connections: number, read: () => Promise<Round>) {
  const flood = new Worker(new URL(import.meta.url), { workerData: { target, connections } });
  try {
    await once(flood, "message");
    const beside = await read();
    flood.postMessage("end");
    const [answers] = (await once(flood, "message")) as [Answers];
    return { beside, answers };
  } finally {
    await flood.terminate();
  }
}

/** Says that it floods when every connection has had an answer, and answers "end" with the answers since then. */
function sendFlood({ target, connections }: { target: Target; connections: number }): void {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  let answers: Answers = {};
  let waiting = connections;
  const sendAll = async () => {
    for (let at = 0; ; at += 1) {
      const status = await send(agent, target, at).catch(() => 0);
      answers[status] = (answers[status] ?? 0) + 1;
      if (at > 0 || (waiting -= 1) > 0) continue;
      answers = {};
      parentPort?.postMessage("flooding");
    }
  };
  for (let index = 0; index < connections; index += 1) void sendAll();
  parentPort?.once("message", () => parentPort?.postMessage(answers));
}

if (!isMainThread) sendFlood(workerData as Parameters<typeof sendFlood>[0]);
