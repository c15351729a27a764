import { once } from "node:events";
import { Agent } from "node:http";
import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads";
import { drive, medianOf, type Round, send, type Target } from "./drive.ts";
import type { Bench, Figure } from "./work.ts";

/*
 * Pages of one key beside a flood of another: requests over many connections, each sent again as soon as it is
 * answered. The flood is a thread of its own, for its answers would delay the client of the pages.
 */

/** The number of answers to a flood by their status; 0 stands for a connection that broke. */
type Answers = Record<number, number>;

interface Flood {
  readonly target: Target;
  readonly connections: number;
}

/** Reads pages one after the other without and then with a flood, at most three times: a round lasts seconds. */
export async function compareBeside(
  { pace }: Bench,
  name: string,
  pages: Target,
  flood: Flood,
  figure: "p50" | "p99",
  bar: number,
): Promise<Figure> {
  const read = () => drive(pages, pace.seconds === 0 ? 20 : 600, 1);
  const [alone, beside, answers]: [Round[], Round[], Answers[]] = [[], [], []];
  await read();
  while (answers.length < Math.min(pace.rounds, 3)) {
    alone.push(await read());
    const flooded = await readBeside(flood, read);
    beside.push(flooded.beside);
    answers.push(flooded.answers);
    const refused = Object.keys(flooded.answers).some((status) => status !== "200");
    if (flood.connections === 1 && refused) throw new Error(`${name}: one request was refused`);
  }
  const describe = (side: string, rounds: readonly Round[]) => {
    const median = (each: "p50" | "p99") => medianOf(rounds.map((round) => round[each]));
    return `${side} p50 ${median("p50").toFixed(2)} ms, p99 ${median("p99").toFixed(1)} ms`;
  };
  const notes = [
    describe("alone", alone),
    describe("beside", beside),
    `flood ${JSON.stringify(answers)}`,
  ];
  const values = beside.map((round, index) => round[figure] / (alone[index]?.[figure] ?? NaN));
  return { name, values, unit: "ratio", bar: ["≤", bar], notes };
}

async function readBeside(of: Flood, read: () => Promise<Round>) {
  const flood = new Worker(new URL(import.meta.url), { workerData: of });
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
function sendFlood({ target, connections }: Flood): void {
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

if (!isMainThread) sendFlood(workerData as Flood);
