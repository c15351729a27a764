import type { JsonSchema } from "./json-schema.ts";

/** The scalars of the schema as answers carry them. */
const scalarSchemas: Readonly<Record<string, JsonSchema>> = {
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
  // Not `multipleOf`: validators that divide in binary fractions would refuse levels that are right.
  Decibel: { title: "dB, at most two decimals", type: "number" },
  UnixSecond: { title: "Unix seconds", type: "integer", format: "int64", minimum: 0 },
};

/** Throws for a scalar that nothing has said of how answers carry it. */
export function scalarSchema(name: string): JsonSchema {
  const schema = scalarSchemas[name];
  if (schema === undefined) throw new Error(`no JSON Schema is given for the scalar ${name}`);
  return schema;
}
