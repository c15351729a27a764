import { type Scope, scopes } from "../../src/auth/scopes.ts";
import fc from "fast-check";
import { getIntrospectionQuery } from "graphql";
import { createAttackingKey } from "../attackers.ts";
import { createKeyOf } from "../key.ts";
import { pauseDocuments } from "../pause-documents.ts";
import { expectedOutcomes, type Outcome, outcomeOf } from "../pause-outcomes.ts";
import { documentOf, shapes } from "../pause-shapes.ts";
import { type Server, startGateway, using } from "../servers.ts";
import { crowdedProjectId, networks, projectId, quietSensor, sensorIdOf } from "../site.ts";
import { atLeast, atMost, type Bench, type Figure, measuredOnce, type Work } from "../work.ts";

/**
 * Sends documents at the bounds, one after the other, and measures the longest turn of each of the gateway's threads in
 * processor time. Some are enlarged until the gateway refuses them. Others query every field of the schema at 1, 50,
 * 200 and 2,000 sensors, with and without the scopes; each kind has outcomes that it may have. A document that is
 * answered is sent again by clients that hang up, then to a gateway with an early deadline. Routes whose answers depend
 * on the size of a site are queried, too.
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

async function measurePauses(bench: Bench, hurried: Server): Promise<Figure[]> {
  const { gateway, pace } = bench;
  const internalUrl = internalAddress(gateway);
  const key = await createAttackingKey(bench);
  const measured: Measured[] = [];
  const measure = async (
    name: string,
    expected: readonly Outcome[],
    ask: () => Promise<Answered>,
    server: Server = gateway,
  ) => {
    await server.observe();
    const outcome = await ask();
    const { turnMax = NaN, workerTurnMax = NaN } = (await server.observe()) ?? {};
    const isExpected = typeof outcome === "string" && expected.includes(outcome);
    measured.push({ name, main: turnMax, worker: workerTurnMax, outcome, isExpected });
    return outcome;
  };
  const send = (ofKey: string, body: object) => () => sendQuery(internalUrl, ofKey, body);
  /** Measures a document, and if it is answered, the same document cut by its clients and by its deadline. */
  const measureCuts = async (
    name: string,
    expected: readonly Outcome[],
    ofKey: string,
    body: object,
  ) => {
    const startedAt = performance.now();
    const outcome = await measure(name, expected, send(ofKey, body));
    const milliseconds = performance.now() - startedAt;
    if (outcome !== "answered" || milliseconds < shortestCut) return outcome;
    for (const part of pace.seconds === 0 ? [0.5] : [0.3, 0.5, 0.7, 0.9]) {
      const cut = () => cutQuery(internalUrl, ofKey, body, part * milliseconds);
      await measure(`${name}, cut at ${100 * part} %`, ["cut", "answered"], cut);
    }
    if (milliseconds > earlyDeadline || pace.seconds === 0) {
      const late = () => sendQuery(internalAddress(hurried), ofKey, body);
      await measure(`${name}, cut by its deadline`, ["late", "answered"], late, hurried);
    }
    return outcome;
  };

  for (const [name, address, ofKey] of routesOf(gateway.publicUrl, internalUrl, bench.key)) {
    await measure(name, ["answered"], () => sendGet(address, ofKey));
  }
  await measure("introspection", ["answered"], send(key, { query: getIntrospectionQuery() }));
  for (const shape of fc.sample(shapes, { numRuns: pace.seconds === 0 ? 1 : 40, seed: 11 })) {
    for (let scale = 1; scale <= (pace.seconds === 0 ? 1 : 64); scale *= 2) {
      const name = `${JSON.stringify(shape)} × ${scale}`;
      const body = { query: documentOf(shape, scale) };
      if ((await measureCuts(name, ["answered", "too much"], key, body)) !== "answered") break;
    }
  }
  const sampled = { projectId, sensorId: sensorIdOf(quietSensor) };
  const sites = [...networks, { sensors: 50, ...sampled }];
  for (const { sensors, ...site } of pace.seconds === 0 ? sites.slice(0, 1) : sites) {
    for (const [what, held] of holders) {
      const ofKey =
        site.projectId === projectId
          ? await createAttackingKey(bench, held)
          : await createKeyOf(bench.database.db, [site.projectId, projectId], held);
      const documents = pauseDocuments(site, sensors === 1 ? sampled : null);
      for (const document of pace.seconds === 0 ? documents.slice(0, 2) : documents) {
        const { query, variables } = document;
        const expected = expectedOutcomes(document, new Set(held), sensors);
        const name = `${document.name}, ${sensors} sensors, ${what}`;
        await measureCuts(name, expected, ofKey, { query, variables });
      }
    }
  }
  return figuresOf(bench, measured);
}

function internalAddress({ internalUrl }: Server): string {
  if (internalUrl === null) throw new Error("the gateway has no internal listener");
  return internalUrl;
}

/** Keys by their scopes. */
const holders: readonly (readonly [name: string, held: readonly Scope[]])[] = [
  ["allowed", scopes],
  ["refused", ["v0:projects:read"]],
  ["refused but for data", ["v0:projects:read", "v0:data:read"]],
];

/** An answer that takes less time, in milliseconds, is not worth a cut. */
const shortestCut = 40;

/** An outcome, or a text about what is wrong with an answer. */
type Answered = Outcome | { readonly wrong: string };

interface Measured {
  readonly name: string;
  /** Processor time of the longest turn of each thread, in milliseconds. */
  readonly main: number;
  readonly worker: number;
  readonly outcome: Answered;
  readonly isExpected: boolean;
}

function figuresOf({ pace }: Bench, measured: readonly Measured[]): Figure[] {
  const unexpected = measured.filter(({ isExpected }) => !isExpected);
  const counted = (kind: Outcome) => measured.filter(({ outcome }) => outcome === kind).length;
  const [answered, cut, late] = [counted("answered"), counted("cut"), counted("late")];
  const longest = (thread: "main" | "worker", bar: number) => {
    const turns = measured.toSorted((left, right) => right[thread] - left[thread]);
    return measuredOnce({
      name: `pauses-${thread}`,
      // The event loop of a trial starts within the measurement.
      value: Math.max(turns[0]?.[thread] ?? NaN, pace.seconds === 0 ? 1 : 0),
      unit: "ms",
      bar: atMost(bar),
      notes: [
        `${answered} answers, ${cut} cuts, ${late} deadlines, ${measured.length - answered - cut - late} refusals`,
        ...turns
          .slice(0, 10)
          .map((turn) => `${turn[thread].toFixed(0)} ms: ${turn.name} (${textOf(turn.outcome)})`),
      ],
    });
  };
  return [
    longest("main", 50),
    longest("worker", 250),
    measuredOnce({
      name: "pauses-outcomes",
      value: (measured.length - unexpected.length) / measured.length,
      unit: "ratio",
      bar: atLeast(1),
      notes: unexpected.slice(0, 20).map(({ name, outcome }) => `${name}: ${textOf(outcome)}`),
    }),
  ];
}

function textOf(outcome: Answered): string {
  return typeof outcome === "string" ? outcome : outcome.wrong;
}

function routesOf(publicUrl: string, internalUrl: string, key: string) {
  const project = `${publicUrl}/api/v0/projects/${crowdedProjectId}`;
  return [
    ["list of projects", `${publicUrl}/api/v0/projects`, key],
    ["details of a large project", project, key],
    ["map of a large project", `${project}/embedded-map`, key],
    ["OpenAPI document", `${publicUrl}/openapi.json`, null],
    ["metrics", `${internalUrl}/metrics`, null],
  ] as const;
}

async function sendGet(address: string, key: string | null): Promise<Answered> {
  const headers: Record<string, string> = key === null ? {} : { "svc-api-key": `Bearer ${key}` };
  const response = await fetch(address, { headers });
  await response.arrayBuffer();
  return response.status === 200 ? "answered" : { wrong: String(response.status) };
}

async function sendQuery(
  internalUrl: string,
  key: string,
  body: object,
  signal?: AbortSignal,
): Promise<Answered> {
  const response = await fetch(`${internalUrl}/graphql`, {
    method: "POST",
    ...(signal && { signal }),
    headers: { "svc-api-key": `Bearer ${key}`, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  return outcomeOf(response.status, await response.text());
}

/** Hangs up after a time, and waits until the thread answers the next request. */
async function cutQuery(
  internalUrl: string,
  key: string,
  body: object,
  milliseconds: number,
): Promise<Answered> {
  const signal = AbortSignal.timeout(Math.round(milliseconds));
  const outcome = await sendQuery(internalUrl, key, body, signal).catch((error: unknown) => {
    if (signal.aborted) return "cut" as const;
    throw error;
  });
  await (await fetch(`${internalUrl}/health/live`)).text();
  return outcome;
}
