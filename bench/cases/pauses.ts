import { type Scope, scopes } from "../../src/auth/scopes.ts";
import fc from "fast-check";
import { getIntrospectionQuery } from "graphql";
import { createAttackingKey } from "../attackers.ts";
import { createKeyOf } from "../key.ts";
import { pauseDocuments } from "../pause-documents.ts";
import {
  crowdedProjectId,
  networks,
  projectId,
  quietSensor,
  sensorIdOf,
  windowsProjectId,
  windowsSensorId,
} from "../site.ts";
import { atMost, type Bench, type Figure, measuredOnce, type Work } from "../work.ts";

/**
 * Sends documents at the bounds, one after the other, and takes the longest pause of the gateway's event loop. Some
 * are enlarged until the gateway refuses them. Others ask for every field of the schema at 1, 200 and 2,000 sensors,
 * with and without the scopes. Routes whose answers grow with a site are asked as well.
 */
export const pauses: Work = {
  name: "pauses",
  summary: "the longest pause of the event loop while documents at the bounds are answered",
  async run(bench) {
    const { gateway, pace } = bench;
    const { internalUrl } = gateway;
    if (internalUrl === null) throw new Error("the gateway has no internal listener");
    const key = await createAttackingKey(bench);
    const measured: Measured[] = [];
    const measure = async (name: string, ask: () => Promise<number>) => {
      await gateway.observe();
      const status = await ask();
      const milliseconds = (await gateway.observe())?.loopMax ?? NaN;
      measured.push({ name, milliseconds, status });
      return status;
    };
    const post = (query: string) => () => sendQuery(internalUrl, key, { query });

    for (const [name, address, ofKey] of routesOf(gateway.publicUrl, internalUrl, bench.key)) {
      await measure(name, () => sendGet(address, ofKey));
    }
    await measure("introspection", post(getIntrospectionQuery()));
    const kinds = fc.sample(shapes, { numRuns: pace.seconds === 0 ? 3 : 40, seed: 11 });
    for (const shape of kinds) {
      for (let scale = 1; scale <= 64; scale *= 2) {
        const query = documentOf(shape, scale);
        const status = await measure(`${JSON.stringify(shape)} × ${scale}`, post(query));
        if (status !== 200) break;
      }
    }
    for (const { sensors, ...site } of pace.seconds === 0 ? networks.slice(0, 1) : networks) {
      const keyOf = (ofScopes: readonly Scope[]) =>
        createKeyOf(bench.database.db, [site.projectId, projectId], ofScopes);
      for (const [what, ofKey] of [
        ["allowed", await keyOf(scopes)],
        ["refused", await keyOf(["v0:projects:read"])],
        ["refused but for data", await keyOf(["v0:projects:read", "v0:data:read"])],
      ] as const) {
        const sampled = { projectId, sensorId: sensorIdOf(quietSensor) };
        const documents = pauseDocuments(site, sampled);
        for (const { name, ...body } of pace.seconds === 0 ? documents.slice(0, 10) : documents) {
          // The second time a document is compiled.
          for (const time of ["first", "second"]) {
            const title = `${name}, ${sensors} sensors, ${what}, ${time} time`;
            await measure(title, () => sendQuery(internalUrl, ofKey, body));
          }
        }
      }
    }
    return [figureOf(bench, measured)];
  },
};

interface Measured {
  readonly name: string;
  readonly milliseconds: number;
  readonly status: number;
}

function figureOf({ pace }: Bench, measured: readonly Measured[]): Figure {
  const answered = measured.filter(({ status }) => status === 200);
  const longest = measured.toSorted((left, right) => right.milliseconds - left.milliseconds);
  return measuredOnce({
    name: "pauses",
    // The event loop of a trial starts within the measurement.
    value: Math.max(longest[0]?.milliseconds ?? NaN, pace.seconds === 0 ? 1 : 0),
    unit: "ms",
    bar: atMost(100),
    notes: [
      `${answered.length} answers, ${measured.length - answered.length} documents refused`,
      ...longest
        .slice(0, 10)
        .map(
          ({ name, milliseconds, status }) => `${milliseconds.toFixed(0)} ms: ${name} (${status})`,
        ),
    ],
  });
}

/** Fields of every kind, the size of their pages, and the records that are selected of them. */
interface Shape {
  readonly fields: readonly (keyof typeof fieldsOf)[];
  /** True: the document also has the events of the whole project. */
  readonly ofProject: boolean;
  readonly limit: number;
  readonly days: number;
  readonly selection: string;
}

const shapes: fc.Arbitrary<Shape> = fc.record({
  fields: fc.uniqueArray(
    fc.constantFrom(
      "measurements",
      "events",
      "timeline",
      "latest",
      "schedule",
      "aggregates",
      "series",
      "statistics",
      "assessments",
      "episodes",
    ),
    { minLength: 1, maxLength: 3 },
  ),
  ofProject: fc.boolean(),
  limit: fc.constantFrom(1, 40, 288, 2000),
  days: fc.constantFrom(1, 31, 365),
  selection: fc.constantFrom(
    "id",
    "datetime Leq limit limitSource",
    "datetime recording { durationSeconds sampleRate byteLength }",
    "datetime Leq limitExplanation { localTime holiday { name } limit rules { limitSource limit } }",
    "id datetime fweighting Leq LAeq LCeq LZeq LAFmax LAFmin LCpeak LA10 LA50 LA90 limit limitSource limitRecalculatedAt classification { label confidence model }",
  ),
});

/** The fields of a kind over a range. */
const fieldsOf = {
  measurements: (range: string, { limit, selection }: Shape) => [
    `measurements(${range}, limit: ${limit}) { data { ${selection} } cursor }`,
  ],
  events: (range: string, { limit }: Shape) => [
    `events(${range}, limit: ${limit}) { data { id Leq limit over } cursor }`,
  ],
  timeline: (range: string) => [`limitTimeline(${range}) { startAt endAt limit limitSource }`],
  latest: () => ["latest { datetime Leq limit }"],
  schedule: () => [
    "schedule { windows { days from to limit { A } } exceptions { startAt endAt } }",
  ],
  aggregates: (range: string, { limit }: Shape) => [
    `aggregates(${range}, bucket: hour, maxBuckets: ${5 * limit}) { buckets { localStartAt Leq Leq50 LAFmax events } }`,
  ],
  series: (range: string, { limit }: Shape) => [
    `series(${range}, maxPoints: ${Math.min(2000, 5 * limit)}) { buckets { startAt Leq LeqMax LeqMin } }`,
  ],
  statistics: (range: string) => [
    `indicators(${range}) { days { date Lden } }`,
    `weekProfile(${range}) { cells { Leq Leq10 } }`,
    `availability(${range}) { gapCount }`,
  ],
  assessments: (range: string) => [
    `assessments(${range}) { data { criterionId verdict level exceedances { startAt level } } }`,
  ],
  episodes: (range: string, { limit }: Shape) => [
    `episodes(${range}, joinSeconds: ${limit}) { data { startAt events Leq label recordings } }`,
  ],
};

/** `scale` times the fields, at one sensor with the largest schedule and at all sensors of a project. */
function documentOf(shape: Shape, scale: number): string {
  const first = Date.parse("2019-01-01T00:00:00Z");
  const last = new Date(first + shape.days * 86_400_000).toISOString();
  const range = `startAt: "2019-01-01", endAt: "${last}"`;
  const fields = Array.from({ length: scale }, (_, index) =>
    shape.fields
      .flatMap((name) => fieldsOf[name](range, shape))
      .map((field, place) => `f${index}_${place}: ${field}`),
  ).flat();
  // The first quarter of the scale goes to all sensors, because that multiplies by their number.
  const ofAll = fields.slice(0, Math.ceil(fields.length / 4)).join(" ");
  const events = shape.ofProject
    ? `events(${range}, limit: ${shape.limit}) { data { id sensorId Leq limit over } cursor }`
    : "";
  return `{ project(id: "${projectId}") { ${events} sensors { ${ofAll} } }
    sensor(projectId: "${windowsProjectId}", id: "${windowsSensorId}") { ${fields.join(" ")} } }`;
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

async function sendGet(address: string, key: string | null): Promise<number> {
  const headers: Record<string, string> = key === null ? {} : { "svc-api-key": `Bearer ${key}` };
  const response = await fetch(address, { headers });
  await response.arrayBuffer();
  return response.status;
}

async function sendQuery(internalUrl: string, key: string, body: object): Promise<number> {
  const response = await fetch(`${internalUrl}/graphql`, {
    method: "POST",
    headers: { "svc-api-key": `Bearer ${key}`, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  // A document beyond a bound is refused. One within the bounds must be answered whole.
  return text.includes('"errors"') && response.status === 200 ? 503 : response.status;
}
