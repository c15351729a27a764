import { getIntrospectionQuery } from "graphql";
import { levelNames } from "../src/acoustics/levels/level-names.ts";
import { type Scope, scopes } from "../src/auth/scopes.ts";
import { createKey } from "./key.ts";
import { projectId, sensorIdOf, windowsProjectId, windowsSensorId } from "./site.ts";
import type { Bench } from "./work.ts";

/** A request that does as much work as one may, and its name in the report. */
export interface Attacker {
  readonly name: string;
  readonly query: string;
  readonly variables?: Readonly<Record<string, unknown>>;
}

const year = 'startAt: "2019-01-01", endAt: "2019-12-31T23:59:59Z"';
const sampleFields = `id datetime Leq ${levelNames.join(" ")} limit limitSource classification { label }`;

const bucketFields =
  "startAt localStartAt coverage Leq Leq10 Leq50 Leq90 LAFmax LCpeak events overFraction maxOver lowestLimit";

const repeated = (count: number, field: string) =>
  Array.from({ length: count }, (_, index) => `f${index}: ${field}`).join(" ");

const ofSensors = (fields: string) => `{ project(id: "${projectId}") { sensors { ${fields} } } }`;

/** Creates the key of an attacker: for fifty sensors, and for the one with the largest schedule. */
export function createAttackingKey(
  { database, size }: Bench,
  held: readonly Scope[] = scopes,
): Promise<string> {
  const sensors = Array.from({ length: Math.min(50, size.sensors) }, (_, index) =>
    sensorIdOf(index),
  );
  const projects = [projectId, windowsProjectId];
  return createKey(database.db, projects, held, [...sensors, windowsSensorId]);
}

/** The requests with which one key, granted fifty sensors, could stop the others. */
export const attackers: readonly Attacker[] = [
  {
    name: "timeline",
    query: `{ sensor(projectId: "${windowsProjectId}", id: "${windowsSensorId}") {
        limitTimeline(${year}) { startAt endAt limit limitSource } } }`,
  },
  {
    name: "timelines",
    query: ofSensors(`limitTimeline(${year}) { startAt limit }`),
  },
  {
    name: "searches",
    query: ofSensors(
      `events(${year}, limit: 1000) { cursor } again: events(${year}, limit: 1000, orderBy: desc) { cursor }`,
    ),
  },
  {
    name: "aggregates",
    query: ofSensors(
      `aggregates(startAt: "2019-12-01", endAt: "2019-12-31T23:59:59Z", bucket: hour, maxBuckets: 800) { buckets { ${bucketFields} } }`,
    ),
  },
  {
    name: "aggregates-year",
    query: `{ sensor(projectId: "${projectId}", id: "${sensorIdOf(0)}") {
        aggregates(${year}, bucket: hour, maxBuckets: 9000) { buckets { ${bucketFields} } } } }`,
  },
  {
    // Fifty criteria, and as many windows as the records of a request allow.
    name: "assessments",
    query: ofSensors(
      `assessments(startAt: "2019-12-01", endAt: "2019-12-30T23:59:59Z") { data { criterionId verdict level } }`,
    ),
  },
  {
    name: "episodes",
    query: ofSensors(`episodes(${year}, joinSeconds: 600) { data { startAt events LAE label } }`),
  },
  {
    name: "pages",
    query: ofSensors(`measurements(${year}, limit: 2000) { data { ${sampleFields} } }`),
  },
  {
    name: "explanations",
    query: `{ sensor(projectId: "${windowsProjectId}", id: "${windowsSensorId}") {
        ${repeated(45, 'limitAt(at: "2019-06-01T12:00:00Z") { limit rules { position limit } }')} } }`,
  },
  {
    name: "recordings",
    query: `{ measurements(projectId: "${projectId}", sensorId: "${sensorIdOf(0)}", ${year}, limit: 2000) {
        data { ${repeated(45, "recording { byteLength }")} } } }`,
  },
  {
    name: "failing-fields",
    query: ofSensors(
      repeated(45, 'measurements(startAt: "2019-01-02", endAt: "2019-01-01") { cursor }'),
    ),
  },
  {
    name: "wrong-variables",
    query: `query ($sensors: [ID!]) { project(id: "${projectId}") { events(${year}, sensors: $sensors) { cursor } } }`,
    variables: { sensors: Array.from({ length: 50_000 }, () => true) },
  },
  { name: "introspection", query: getIntrospectionQuery() },
  {
    name: "line-breaks",
    query: `{ ${"\n".repeat(1900)} ${repeated(20, 'project(id: "nobody") { id }')} }`,
  },
];
