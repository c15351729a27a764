import { type Scope, scopes } from "../../src/auth/scopes.ts";
import fc from "fast-check";
import { getIntrospectionQuery } from "graphql";
import { createAttackingKey } from "../attackers.ts";
import { createKeyOf } from "../key.ts";
import { pauseDocuments } from "../pause-documents.ts";
import { expectedOutcomes, type Outcome, outcomeOf } from "../pause-outcomes.ts";
import { documentOf, shapes } from "../pause-shapes.ts";
import { crowdedProjectId, networks, projectId, quietSensor, sensorIdOf } from "../site.ts";
import { atLeast, atMost, type Bench, type Figure, measuredOnce, type Work } from "../work.ts";

/**
 * Sends documents at the bounds, one after the other, and measures the longest turn of the gateway's event loop in
 * processor time. Some are enlarged until the gateway refuses them. Others query every field of the schema at 1, 50,
 * 200 and 2,000 sensors, with and without the scopes; each kind has outcomes that it may have. Routes whose answers
 * depend on the size of a site are queried as well.
 */
export const pauses: Work = {
  name: "pauses",
  summary: "the longest turn of the event loop while documents at the bounds are answered",
  async run(bench) {
    const { gateway, pace } = bench;
    const { internalUrl } = gateway;
    if (internalUrl === null) throw new Error("the gateway has no internal listener");
    const key = await createAttackingKey(bench);
    const measured: Measured[] = [];
    const measure = async (
      name: string,
      expected: readonly Outcome[],
      ask: () => Promise<Answered>,
    ) => {
      await gateway.observe();
      const outcome = await ask();
      const { turnMax = NaN, loopMax = NaN } = (await gateway.observe()) ?? {};
      const isExpected = typeof outcome === "string" && expected.includes(outcome);
      measured.push({ name, turn: turnMax, delay: loopMax, outcome, isExpected });
      return outcome;
    };
    const send = (ofKey: string, body: object) => () => sendQuery(internalUrl, ofKey, body);

    for (const [name, address, ofKey] of routesOf(gateway.publicUrl, internalUrl, bench.key)) {
      await measure(name, ["answered"], () => sendGet(address, ofKey));
    }
    await measure("introspection", ["answered"], send(key, { query: getIntrospectionQuery() }));
    for (const shape of fc.sample(shapes, { numRuns: pace.seconds === 0 ? 3 : 40, seed: 11 })) {
      for (let scale = 1; scale <= 64; scale *= 2) {
        const name = `${JSON.stringify(shape)} × ${scale}`;
        const ask = send(key, { query: documentOf(shape, scale) });
        if ((await measure(name, ["answered", "too much"], ask)) !== "answered") break;
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
        for (const document of pace.seconds === 0 ? documents.slice(0, 10) : documents) {
          const { query, variables } = document;
          const expected = expectedOutcomes(document, new Set(held), sensors);
          // The second time a document is compiled.
          for (const time of ["first", "second"]) {
            const name = `${document.name}, ${sensors} sensors, ${what}, ${time} time`;
            await measure(name, expected, send(ofKey, { query, variables }));
          }
        }
      }
    }
    return figuresOf(bench, measured);
  },
};

/** Keys by their scopes. */
const holders: readonly (readonly [name: string, held: readonly Scope[]])[] = [
  ["allowed", scopes],
  ["refused", ["v0:projects:read"]],
  ["refused but for data", ["v0:projects:read", "v0:data:read"]],
];

/** An outcome, or a text about what is wrong with an answer. */
type Answered = Outcome | { readonly wrong: string };

interface Measured {
  readonly name: string;
  /** Processor time of the longest turn, and the longest delay of the event loop, in milliseconds. */
  readonly turn: number;
  readonly delay: number;
  readonly outcome: Answered;
  readonly isExpected: boolean;
}

function figuresOf({ pace }: Bench, measured: readonly Measured[]): Figure[] {
  const answered = measured.filter(({ outcome }) => outcome === "answered");
  const unexpected = measured.filter(({ isExpected }) => !isExpected);
  const longest = measured.toSorted((left, right) => right.turn - left.turn);
  const delay = Math.max(...measured.map((each) => each.delay));
  return [
    measuredOnce({
      name: "pauses",
      // The event loop of a trial starts within the measurement.
      value: Math.max(longest[0]?.turn ?? NaN, pace.seconds === 0 ? 1 : 0),
      unit: "ms",
      bar: atMost(100),
      notes: [
        `${answered.length} answers, ${measured.length - answered.length} refusals`,
        `the longest delay of the event loop was ${delay.toFixed(0)} ms`,
        ...longest
          .slice(0, 10)
          .map(({ name, turn, outcome }) => `${turn.toFixed(0)} ms: ${name} (${textOf(outcome)})`),
      ],
    }),
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

async function sendQuery(internalUrl: string, key: string, body: object): Promise<Answered> {
  const response = await fetch(`${internalUrl}/graphql`, {
    method: "POST",
    headers: { "svc-api-key": `Bearer ${key}`, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  return outcomeOf(response.status, await response.text());
}
