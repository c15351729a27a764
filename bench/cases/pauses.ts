import { Agent } from "node:http";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { createKey } from "../fill.ts";
import { type Scope, scopes } from "../../src/auth/scopes.ts";
import { boundFields, createSiteKey, oddDocuments } from "../documents.ts";
import { connections, drive, send, type Target } from "../drive.ts";
import { takeLongestTurn, type ThreadKind, turnsVariable } from "../observe.ts";
import { internalTarget, publicTarget, type Server, startGateway } from "../servers.ts";
import { boundSites, choosePages, measuredSite, networks } from "../site.ts";
import type { Bench, Figure, Work } from "../work.ts";

/**
 * Sends documents at the bounds, one after the other, and measures the longest turn of each of the gateway's threads in
 * processor time: those that do as much as one may, and every field of the schema at 1, 50, 500 and 2,000 sensors, with
 * and without its scopes, twice as often until the gateway refuses it. An answer that takes its time is sent again by
 * clients that hang up. Routes whose answers depend on the size of a site are read, too.
 */
export const pauses: Work = {
  name: "pauses",
  summary: "the longest turn of each thread while documents at the bounds are answered, or cut",
  async run(bench) {
    const turns = join(bench.folder, "turns");
    await using gateway = await startGateway(bench, { [turnsVariable]: turns });
    // The first requests compile the code, which is no pause of a document.
    await drive(publicTarget(gateway, bench, choosePages(288, bench.size)), 500, connections);
    return await measurePauses({ ...bench, gateway }, turns);
  },
};

/** An answer that takes less time, in milliseconds, is not worth a cut. */
const shortestCut = 40;

/** A status, or that the client hung up. */
type Outcome = number | "cut";

/** Processor time of the longest turn of each thread, in milliseconds. */
interface Measured extends Readonly<Record<ThreadKind, number>> {
  readonly name: string;
  readonly outcome: Outcome;
}

async function measurePauses(bench: Bench, turns: string): Promise<Figure[]> {
  const { gateway, pace } = bench;
  const { db } = bench.database;
  const isTrial = pace.seconds === 0;
  const agent = new Agent({ keepAlive: true });
  const measured: Measured[] = [];
  const take = async (): Promise<Record<ThreadKind, number>> => {
    await untilIdle(agent, gateway);
    return { main: takeLongestTurn(turns, "main"), worker: takeLongestTurn(turns, "worker") };
  };
  const measure = async (name: string, target: Target, signal?: AbortSignal) => {
    await take();
    const outcome: Outcome = await send(agent, target, 0, signal).catch((error: unknown) => {
      if (signal?.aborted === true) return "cut";
      throw error;
    });
    measured.push({ name, outcome, ...(await take()) });
    // 503 is the answer of a busy machine.
    if (outcome === 500) throw new Error(`${name} was answered 500`);
    return outcome;
  };
  /** Measures what a document does that is answered, and cut by its clients. */
  const measureDocument = async (name: string, target: Target) => {
    const startedAt = performance.now();
    const outcome = await measure(name, target);
    const milliseconds = performance.now() - startedAt;
    if (outcome === 200 && (milliseconds >= shortestCut || isTrial)) {
      for (const part of isTrial ? [0.5] : [0.3, 0.5, 0.7, 0.9]) {
        const signal = AbortSignal.timeout(Math.round(part * milliseconds));
        await measure(`${name}, cut at ${100 * part} %`, target, signal);
      }
    }
    return outcome;
  };

  const large = networks[1].projectId;
  const key = await createKey(db, [large]);
  const project = `/api/v0/projects/${large}`;
  for (const path of [project, `${project}/embedded-map`]) {
    await measure(path, publicTarget(gateway, { key }, [{ path }]));
  }
  const metrics = { url: gateway.internalUrl, headers: {}, requests: [{ path: "/metrics" }] };
  await measure("/metrics", metrics);
  const ofMeasured = await createSiteKey(bench, measuredSite);
  for (const [name, document] of oddDocuments) {
    await measureDocument(name, internalTarget(gateway, ofMeasured, document));
  }
  for (const site of isTrial ? boundSites.slice(0, 1) : boundSites) {
    for (const [what, held] of holders) {
      const ofKey = await createSiteKey(bench, site, held);
      const fields = boundFields(site);
      for (const { name, documentOf } of isTrial ? fields.slice(0, 2) : fields) {
        for (let times = 1; times <= (isTrial ? 1 : 64); times *= 2) {
          const title = `${times} × ${name}, ${site.projectId}, ${what}`;
          const target = internalTarget(gateway, ofKey, documentOf(times));
          // More fields are refused as well.
          if ((await measureDocument(title, target)) === 400) break;
        }
      }
    }
  }
  agent.destroy();
  return [longestTurn(measured, "main", 50), longestTurn(measured, "worker", 250)];
}

/** Keys by their scopes. */
const holders: readonly (readonly [name: string, held: readonly Scope[]])[] = [
  ["allowed", scopes],
  ["refused", ["v0:projects:read"]],
];

/** Resolves when both threads have answered another request, and noted the turn before it. */
async function untilIdle(agent: Agent, { publicUrl, internalUrl }: Server): Promise<void> {
  for (const url of [publicUrl, internalUrl]) {
    await send(agent, { url, headers: {}, requests: [{ path: "/health/live" }] }, 0);
  }
  await delay(25);
}

function longestTurn(measured: readonly Measured[], thread: ThreadKind, bar: number): Figure {
  const turns = measured.toSorted((left, right) => right[thread] - left[thread]);
  const counts = new Map<Outcome, number>();
  for (const { outcome } of measured) counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
  return {
    name: `pauses-${thread}`,
    // The documents of a trial cause no long turn.
    values: [Math.max(turns[0]?.[thread] ?? NaN, 1)],
    unit: "ms",
    bar: ["≤", bar],
    notes: [
      Array.from(counts, ([outcome, count]) => `${count} × ${outcome}`).join(", "),
      ...turns
        .slice(0, 10)
        .map((turn) => `${turn[thread].toFixed(0)} ms: ${turn.name} (${turn.outcome})`),
    ],
  };
}
