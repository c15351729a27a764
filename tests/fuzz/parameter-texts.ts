import fc from "fast-check";
import type { Parameter } from "../../src/rest/openapi/document-types.ts";
import type { JsonSchema } from "../../src/rest/openapi/json-schema.ts";
import { oddText } from "./odd-texts.ts";

/**
 * Texts for a documented parameter: mostly ones that its schema accepts, and those that name something here; some next
 * to its bounds, some in another case, some that are odd.
 */
export function textOf(parameter: Parameter, values: readonly string[] = []): fc.Arbitrary<string> {
  const { schema, example } = parameter;
  const named = [...values, ...(typeof example === "string" ? [example] : [])];
  return fc.oneof(
    { weight: 12, arbitrary: named.length > 0 ? fc.constantFrom(...named) : conforming(schema) },
    { weight: 4, arbitrary: conforming(schema) },
    { weight: 1, arbitrary: conforming(schema).map((text) => text.toUpperCase()) },
    { weight: 1, arbitrary: oddText },
  );
}

/** Texts that the schema of a parameter accepts, except whole numbers next to its bounds. */
export function conforming(schema: JsonSchema): fc.Arbitrary<string> {
  const { type, pattern, minimum = 0, maximum = Number.MAX_SAFE_INTEGER, enum: listed } = schema;
  if (Array.isArray(listed)) return fc.constantFrom(...listed.map(String));
  if (typeof pattern === "string") return fc.stringMatching(new RegExp(pattern));
  if (type === "boolean") return fc.constantFrom("true", "false");
  if (type === "integer") return wholeNumber(Number(minimum), Number(maximum)).map(String);
  return fc.string();
}

/** Whole numbers between the bounds, often the bounds and those next to them. */
function wholeNumber(min: number, max: number): fc.Arbitrary<number> {
  const edges = [min - 1, min, min + 1, max - 1, max, max + 1].filter(Number.isSafeInteger);
  return fc.oneof({ weight: 2, arbitrary: fc.integer({ min, max }) }, fc.constantFrom(...edges));
}

/** The document's verdict on a text: the parameter accepts it, refuses it, or the document leaves it open. */
export type Verdict = "taken" | "refused" | "open";

/**
 * Judges only by the schema. Open: an offset may lead out of the first and the last year, a number may have leading
 * zeros, and a schema may have no bounds.
 */
export function judgeText({ schema }: Parameter, text: string): Verdict {
  const { type, pattern, minimum, maximum, enum: listed } = schema;
  if (text === "") return "refused";
  if (Array.isArray(listed)) return listed.includes(text) ? "taken" : "refused";
  if (type === "boolean") return ["true", "false"].includes(text) ? "taken" : "refused";
  if (typeof pattern === "string") {
    if (!new RegExp(pattern, "u").test(text)) return "refused";
    return /^(?:0001-01-01|9999-12-31)T/.test(text) ? "open" : "taken";
  }
  if (type !== "integer") return "open";
  if (!/^[0-9]+$/.test(text)) return "refused";
  if (maximum !== undefined && Number(text) > Number(maximum)) return "refused";
  if (Number(text) < Number(minimum)) return "refused";
  return /^0./.test(text) ? "open" : "taken";
}
