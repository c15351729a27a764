import type { GraphQLArgument } from "graphql";
import type { Values } from "./pause-document.ts";
import { criterionIdOf } from "./site.ts";

/** The ids that a document names. */
export interface PauseSite {
  readonly projectId: string;
  readonly sensorId: string;
}

/** `#` stands for a number of two digits, which is another one in each of the fields. */
const largest: Readonly<Record<string, unknown>> = {
  startAt: "2019-01-01",
  endAt: "2019-12-31",
  at: "2019-06-01T12:00:00Z",
  // Another instant in each field: each is read for itself.
  asOf: "2100-01-01T00:00:#Z",
  limit: 2000,
  maxBuckets: 10_000,
  maxPoints: 5000,
  bucket: "hour",
  joinSeconds: 86_400,
  validOnly: true,
  labels: listOf(1000, "engine"),
  sources: listOf(1000, "sensor_exception"),
  minOver: 0.01,
  percents: Array.from({ length: 20 }, (_, index) => index * 4.9 + 0.5),
};

/** Arguments that may name what is not there, with such a value. Ids get a letter more. */
export const unknownValues: ReadonlyMap<string, unknown> = new Map<string, unknown>([
  ["projectId", null],
  ["sensorId", null],
  ["leaseId", null],
  ["id", null],
  ["criteria", listOf(1000, "no-such-criterion")],
  ["sensors", listOf(1000, "no-such-sensor")],
  ["asOf", "2000-01-01T00:00:#Z"],
]);

/** The value of an argument in a document; undefined to leave it out. */
export function valueOf(
  argument: GraphQLArgument,
  field: string,
  values: Values,
  site: PauseSite,
): unknown {
  const { name } = argument;
  const ids: Readonly<Record<string, string>> = {
    projectId: site.projectId,
    sensorId: site.sensorId,
    leaseId: "0".repeat(32),
    id:
      field === "project"
        ? site.projectId
        : field === "sensor"
          ? site.sensorId
          : `${site.sensorId}.1552176000`,
  };
  const lists: Readonly<Record<string, unknown>> = {
    criteria: Array.from({ length: 1000 }, (_, index) => criterionIdOf(index % 50)),
    sensors: listOf(1000, site.sensorId),
  };
  // Fifty criteria have as many windows in these days as an answer may have.
  const isShort = field === "assessments" && name === "endAt";
  const found = ids[name] ?? lists[name] ?? (isShort ? "2019-01-10" : largest[name]);
  // In the text of a document a list has fewer entries: a document has at most 1,000 tokens.
  if (values === "literal" && Array.isArray(found)) return found.slice(0, 250);
  if (values !== "unknown" || !unknownValues.has(name)) return found;
  return unknownValues.get(name) ?? `${String(found)}x`;
}

export function listOf<Value>(length: number, value: Value): Value[] {
  return Array.from({ length }, () => value);
}
