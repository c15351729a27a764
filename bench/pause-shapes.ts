import { levelNames } from "../src/acoustics/levels/level-names.ts";
import fc from "fast-check";
import { projectId, windowsProjectId, windowsSensorId } from "./site.ts";

/** Fields of every kind, the size of their pages, and the records that are selected of them. */
export interface Shape {
  readonly fields: readonly (keyof typeof fieldsOf)[];
  /** True: the document also has the events of the whole project. */
  readonly ofProject: boolean;
  readonly limit: number;
  readonly days: number;
  readonly selection: string;
}

export const shapes: fc.Arbitrary<Shape> = fc.record({
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
    `id datetime fweighting Leq ${levelNames.join(" ")} limit limitSource limitRecalculatedAt classification { label confidence model }`,
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
  // A range that has more buckets is an invalid argument.
  aggregates: (range: string, { days }: Shape) => [
    `aggregates(${range}, bucket: hour, maxBuckets: ${Math.max(50, 25 * days)}) { buckets { localStartAt Leq Leq50 LAFmax events } }`,
  ],
  series: (range: string, { limit }: Shape) => [
    `series(${range}, maxPoints: ${Math.max(10, Math.min(2000, 5 * limit))}) { buckets { startAt Leq LeqMax LeqMin } }`,
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
export function documentOf(shape: Shape, scale: number): string {
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
