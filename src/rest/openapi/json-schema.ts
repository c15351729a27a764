/** A JSON Schema (2020-12) as JSON: nothing here reads one but its readers. */
export type JsonSchema = Readonly<Record<string, unknown>>;

export type Schemas = Readonly<Record<string, JsonSchema>>;

/** A pattern as other languages read it too: without the names of its groups. */
export function patternText(pattern: RegExp): string {
  return pattern.source.replaceAll(/\(\?<\w+>/g, "(");
}

/** The same, or null. */
export function nullable(schema: JsonSchema): JsonSchema {
  return typeof schema["type"] === "string"
    ? { ...schema, type: [schema["type"], "null"] }
    : { anyOf: [schema, { type: "null" }] };
}

/** An object with these properties and no others, all of them there but the `optional` ones. */
export function objectSchema(properties: Schemas, optional: readonly string[] = []): JsonSchema {
  return {
    type: "object",
    properties,
    required: Object.keys(properties).filter((name) => !optional.includes(name)),
    additionalProperties: false,
  };
}
