import { request } from "node:http";
import { type Scope, scopes } from "../../src/auth/scopes.ts";
import { attackers, createAttackingKey } from "../attackers.ts";
import { createKey } from "../key.ts";
import { pauseFields } from "../pause-fields.ts";
import { type Server, startGateway, using } from "../servers.ts";
import { networks, projectId, quietSensor, sensorIdOf } from "../site.ts";
import { atMost, type Bench, type Figure, measuredOnce, type Work } from "../work.ts";

/**
 * Sends documents at the bounds, one after the other, and measures the longest turn of each of the gateway's threads in
 * processor time: those that do as much as one may, and every field of the schema at 1, 50, 500 and 2,000 sensors, with
 * and without its scopes, twice as often until the gateway refuses it. What is answered is sent again by clients that
 * hang up, then to a gateway with an early deadline. Routes whose answers depend on the size of a site are read, too.
 */
export const pauses: Work = {
  name: "pauses",
  summary: "the longest turn of each thread while documents at the bounds are answered, or cut",
  run: (bench) =>
    using([startGateway(bench, { DATABASE_STATEMENT_TIMEOUT_MS: "500" })], ([hurried]) =>
      measurePauses(bench, hurried),
    ),
};

/** The deadline of the second gateway, in milliseconds: a second after its statements. */
const earlyDeadline = 1500;

/** An answer that takes less time, in milliseconds, is not worth a cut. */
const shortestCut = 40;

/** A status, or that the client hung up. */
type Outcome = number | "cut";

interface Measured {
  readonly name: string;
  /** Processor time of the longest turn of each thread, in milliseconds. */
  readonly main: number;
  readonly worker: number;
  readonly outcome: Outcome;
}

async function measurePauses(bench: Bench, hurried: Server): Promise<Figure[]> {
  const { gateway, pace } = bench;
  const { db } = bench.database;
  const isTrial = pace.seconds === 0;
  const measured: Measured[] = [];
  const measure = async (name: string, ask: () => Promise<Outcome>, server = gateway) => {
    await server.observe();
    const outcome = await ask();
    const { turnMax: main = NaN, workerTurnMax: worker = NaN } = (await server.observe()) ?? {};
    measured.push({ name, main, worker, outcome });
    // 503 is the answer of a busy machine, and of the second gateway, which is late on purpose.
    if (outcome === 500) throw new Error(`${name} was answered 500`);
    return outcome;
  };
  /** Measures what a document does that is answered, cut by its clients, and by its deadline. */
  const measureDocument = async (name: string, key: string, body: object) => {
    const startedAt = performance.now();
    const outcome = await measure(name, () => post(gateway, key, body));
    const milliseconds = performance.now() - startedAt;
    if (outcome === 200 && (milliseconds >= shortestCut || isTrial)) {
      for (const part of isTrial ? [0.5] : [0.3, 0.5, 0.7, 0.9]) {
        const cut = () =>
          post(gateway, key, body, AbortSignal.timeout(Math.round(part * milliseconds)));
        await measure(`${name}, cut at ${100 * part} %`, cut);
      }
      if (milliseconds > earlyDeadline || isTrial) {
        await measure(`${name}, late`, () => post(hurried, key, body), hurried);
      }
    }
    return outcome;
  };

  const large = networks[1].projectId;
  const key = await createKey(db, [large]);
  const project = `${gateway.publicUrl}/api/v0/projects/${large}`;
  const metrics = `${gateway.internalUrl}/metrics`;
  for (const address of [project, `${project}/embedded-map`, metrics]) {
    await measure(address, () => get(address, key));
  }
  const attackingKey = await createAttackingKey(bench);
  for (const { name, ...document } of isTrial ? attackers.slice(0, 1) : attackers) {
    await measureDocument(name, attackingKey, document);
  }
  const sites = [...networks, { sensors: 50, projectId, sensorId: sensorIdOf(quietSensor) }];
  for (const site of isTrial ? sites.slice(0, 1) : sites) {
    for (const [what, held] of holders) {
      const ofKey =
        site.projectId === projectId
          ? await createAttackingKey(bench, held)
          : await createKey(db, [site.projectId], held);
      const fields = pauseFields(site);
      for (const { name, bodyOf } of isTrial ? fields.slice(0, 2) : fields) {
        for (let times = 1; times <= (isTrial ? 1 : 64); times *= 2) {
          const title = `${times} × ${name}, ${site.sensors} sensors, ${what}`;
          // More fields are refused as well.
          if ((await measureDocument(title, ofKey, bodyOf(times))) === 400) break;
        }
      }
    }
  }
  return (["main", "worker"] as const).map((thread) => longestTurn(bench, measured, thread));
}

/** Keys by their scopes. */
const holders: readonly (readonly [name: string, held: readonly Scope[]])[] = [
  ["allowed", scopes],
  ["refused", ["v0:projects:read"]],
];

function longestTurn(
  { pace }: Bench,
  measured: readonly Measured[],
  thread: "main" | "worker",
): Figure {
  const turns = measured.toSorted((left, right) => right[thread] - left[thread]);
  const counts = new Map<Outcome, number>();
  for (const { outcome } of measured) counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
  return measuredOnce({
    name: `pauses-${thread}`,
    // The event loop of a trial starts within the measurement.
    value: Math.max(turns[0]?.[thread] ?? NaN, pace.seconds === 0 ? 1 : 0),
    unit: "ms",
    bar: atMost(thread === "main" ? 50 : 250),
    notes: [
      Array.from(counts, ([outcome, count]) => `${count} × ${outcome}`).join(", "),
      ...turns
        .slice(0, 10)
        .map((turn) => `${turn[thread].toFixed(0)} ms: ${turn.name} (${turn.outcome})`),
    ],
  });
}

async function get(address: string, key: string): Promise<Outcome> {
  const response = await fetch(address, { headers: { "svc-api-key": `Bearer ${key}` } });
  await response.arrayBuffer();
  return response.status;
}

/**
 * Sends a document. If the client hangs up, resolves when the thread answers the next request. Not by `fetch`: on Node
 * 20, the body of an answer that is cut as it ends is awaited for ever.
 */
async function post(
  { internalUrl }: Server,
  key: string,
  body: object,
  signal: AbortSignal | null = null,
): Promise<Outcome> {
  const outcome = await new Promise<Outcome>((resolve, reject) => {
    const fail = (error: Error) => (signal?.aborted === true ? resolve("cut") : reject(error));
    const headers = { "svc-api-key": `Bearer ${key}`, "content-type": "application/json" };
    const options = { method: "POST", headers, ...(signal !== null && { signal }) };
    const sending = request(`${internalUrl}/graphql`, options, (response) => {
      response.once("error", fail).once("end", () => resolve(response.statusCode ?? 0));
      response.resume();
    });
    sending.once("error", fail).once("close", () => fail(new Error("it was closed early")));
    sending.end(JSON.stringify(body));
  });
  if (outcome === "cut") await get(`${internalUrl}/health/live`, key);
  return outcome;
}
