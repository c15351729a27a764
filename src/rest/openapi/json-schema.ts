import { type GraphQLField, Kind } from "graphql";
import { confidences } from "#acoustics/classification.ts";
import { idPattern, sampleIdPattern } from "#acoustics/ids.ts";
import { latitudes, longitudes, zoomLevels } from "#acoustics/map-view.ts";
import { audioPathPattern } from "#operations/lease-audio.ts";

/** A JSON Schema (2020-12). */
export type JsonSchema = Readonly<Record<string, unknown>>;

export type Schemas = Readonly<Record<string, JsonSchema>>;

/** The text of a pattern for other languages: without names of groups. */
export function patternText(pattern: RegExp): string {
  return pattern.source.replaceAll(/\(\?<\w+>/g, "(");
}

/** The schema, or null. */
export function nullable(schema: JsonSchema): JsonSchema {
  return typeof schema["type"] === "string"
    ? { ...schema, type: [schema["type"], "null"] }
    : { anyOf: [schema, { type: "null" }] };
}

/** An object with exactly these properties. All are required except the `optional` ones. */
export function objectSchema(properties: Schemas, optional: readonly string[] = []): JsonSchema {
  return {
    type: "object",
    properties,
    required: Object.keys(properties).filter((name) => !optional.includes(name)),
    additionalProperties: false,
  };
}

/** The schema of a GraphQL scalar. Throws for an unknown scalar. */
export function scalarSchema(name: string): JsonSchema {
  return entryOf(scalarSchemas, "scalar", name);
}

const scalarSchemas: Schemas = {
  ID: { type: "string" },
  String: { type: "string" },
  Boolean: { type: "boolean" },
  Int: { type: "integer", format: "int32" },
  Float: { type: "number" },
  Instant: {
    title: "UTC instant",
    type: "string",
    format: "date-time",
    pattern: String.raw`^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$`,
    examples: ["2026-03-10T00:00:00.000Z"],
  },
  // Without `multipleOf`: validators that divide binary fractions would refuse valid levels.
  Decibel: { title: "dB, at most two decimals", type: "number" },
  UnixSecond: { title: "Unix seconds", type: "integer", format: "int64", minimum: 0 },
};

/**
 * What the directives `@form` and `@constant` of a field add to the schema of its type. Throws for an
 * unknown form.
 */
export function formOf(field: GraphQLField<unknown, unknown>): JsonSchema {
  const constant = argumentOf(field, "constant");
  const name = argumentOf(field, "form");
  if (name !== null) return entryOf(forms, "form", name);
  return constant === null ? {} : { const: constant };
}

const latitude = between(latitudes);
const longitude = between(longitudes);

const forms: Schemas = {
  id: { pattern: patternText(idPattern) },
  sampleId: { pattern: patternText(sampleIdPattern) },
  audioPath: { pattern: patternText(audioPathPattern) },
  latitude,
  longitude,
  // In GeoJSON, the longitude comes first (RFC 7946, 3.1.1 and 5).
  position: tupleOf(longitude, latitude),
  box: tupleOf(longitude, latitude, longitude, latitude),
  zoom: between(zoomLevels),
  confidence: between(confidences),
};

function between({ lowest, highest }: { lowest: number; highest: number }): JsonSchema {
  return { minimum: lowest, maximum: highest };
}

/** An array of exactly these numbers. */
function tupleOf(...items: readonly JsonSchema[]): JsonSchema {
  return {
    prefixItems: items.map((item) => ({ type: "number", ...item })),
    minItems: items.length,
    maxItems: items.length,
  };
}

/** The text of the only argument of a directive of a field. */
function argumentOf({ astNode }: GraphQLField<unknown, unknown>, directive: string): string | null {
  const found = astNode?.directives?.find(({ name }) => name.value === directive);
  const value = found?.arguments?.[0]?.value;
  return value?.kind === Kind.STRING ? value.value : null;
}

function entryOf(schemas: Schemas, what: string, name: string): JsonSchema {
  const schema = schemas[name];
  if (schema === undefined) throw new Error(`no JSON Schema describes the ${what} ${name}`);
  return schema;
}
