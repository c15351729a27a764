import { createKey } from "./key.ts";
import { projectId, sensorIdOf, windowsProjectId, windowsSensorId } from "./site.ts";
import type { Bench } from "./work.ts";

/** A document that does as much work as one request may, and its name in the report. */
export interface Attacker {
  readonly name: string;
  readonly query: string;
}

const year = 'startAt: "2019-01-01", endAt: "2019-12-31T23:59:59Z"';
const sampleFields =
  "id datetime Leq LAeq LCeq LZeq LAFmax LAFmin LCpeak LA10 LA50 LA90 limit limitSource classification { label }";

const bucketFields =
  "startAt localStartAt coverage Leq Leq10 Leq50 Leq90 LAFmax LCpeak events overFraction maxOver lowestLimit";

const ofSensors = (fields: string) => `{ project(id: "${projectId}") { sensors { ${fields} } } }`;

/** Creates the key of an attacker: for fifty sensors, and for the one with the largest schedule. */
export function createAttackingKey({ database, size }: Bench): Promise<string> {
  const sensors = Array.from({ length: Math.min(50, size.sensors) }, (_, index) =>
    sensorIdOf(index),
  );
  return createKey(database.db, [...sensors, windowsSensorId]);
}

/** The documents with which one key, granted fifty sensors, could stop the others. */
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
    name: "pages",
    query: ofSensors(`measurements(${year}, limit: 2000) { data { ${sampleFields} } }`),
  },
];
