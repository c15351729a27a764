import { type GraphQLField, Kind } from "graphql";
import { confidences } from "../../acoustics/classification.ts";
import { idPattern, sampleIdPattern } from "../../acoustics/ids.ts";
import { latitudes, longitudes, zoomLevels } from "../../acoustics/map-view.ts";
import { pageSizes } from "../../acoustics/paging.ts";
import { greatestCounts, greatestLengths } from "../../acoustics/site-bounds.ts";
import { timeZonePattern } from "../../acoustics/time/time-zone.ts";
import { audioPathPattern } from "../../operations/audio/lease-audio.ts";

/** A JSON Schema (2020-12). */
export type JsonSchema = Readonly<Record<string, unknown>>;

export type Schemas = Readonly<Record<string, JsonSchema>>;

/** The text of a pattern for other languages: without names of groups. */
export function patternText(pattern: RegExp): string {
  return pattern.source.replaceAll(/\(\?<\w+>/g, "(");
}

export function nullable(schema: JsonSchema): JsonSchema {
  return typeof schema["type"] === "string"
    ? { ...schema, type: [schema["type"], "null"] }
    : { anyOf: [schema, { type: "null" }] };
}

/** An object with these properties, and with others that a later release adds. All but the `optional` are required. */
export function objectSchema(properties: Schemas, optional: readonly string[] = []): JsonSchema {
  return {
    type: "object",
    properties,
    required: Object.keys(properties).filter((name) => !optional.includes(name)),
  };
}

/**
 * The known values of an answer, to which a later release may add. With `enum`, clients would refuse the added values.
 * The extension is common in API guidelines, and code generators without it read a plain text or number.
 */
export function knownValues(values: readonly unknown[]): JsonSchema {
  return { "x-extensible-enum": values };
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
    pattern: String.raw`^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\.[0-9]{3}Z$`,
    maxLength: 24,
    examples: ["2026-03-10T00:00:00.000Z"],
  },
  // Without `multipleOf`: validators that divide binary fractions would refuse valid levels.
  Decibel: { title: "dB, at most two decimals", type: "number" },
  UnixSecond: { title: "Unix seconds", type: "integer", format: "int64", minimum: 0 },
};

/** The schema that `@form` and `@constant` of a field add to the schema of its type. Throws for an unknown form. */
export function formOf(field: GraphQLField<unknown, unknown>): JsonSchema {
  const constant = argumentOf(field, "constant");
  const name = argumentOf(field, "form");
  if (name !== null) return entryOf(forms, "form", name);
  return constant === null ? {} : { const: constant };
}

const latitude = between(latitudes);
const longitude = between(longitudes);

const forms: Schemas = {
  id: { pattern: patternText(idPattern), maxLength: 64 },
  sampleId: { pattern: patternText(sampleIdPattern), maxLength: 77 },
  audioPath: { pattern: patternText(audioPathPattern), maxLength: 128 },
  name: { maxLength: greatestLengths.name },
  description: { maxLength: greatestLengths.description },
  timezone: { pattern: patternText(timeZonePattern) },
  sensors: { maxItems: greatestCounts.sensors },
  page: { maxItems: pageSizes.highest },
  latitude,
  longitude,
  // In GeoJSON, the longitude is the first number (RFC 7946, 3.1.1 and 5).
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
