import type { z } from "zod";
import { resemblesApiKey } from "../auth/api-key.ts";
import type { ParameterIssue } from "../acoustics/errors.ts";

/** The query parameters of a route: a schema for each, which parses its text. Optional parameters have a default. */
export type ParameterShape = Readonly<Record<string, z.ZodType<unknown, string | undefined>>>;

export type ParameterValues<Shape extends ParameterShape> = {
  readonly [Name in keyof Shape]: z.output<Shape[Name]>;
};

export interface QueryParameters<Shape extends ParameterShape> {
  readonly shape: Shape;
  /** Finds issues between values. `values` lacks the parameters that have an issue of their own. */
  readonly check?: (values: Partial<ParameterValues<Shape>>) => readonly ParameterIssue[];
}

/** Infers the type of the values that a check gets from its shape. */
export function defineParameters<Shape extends ParameterShape>(
  shape: Shape,
  check?: QueryParameters<Shape>["check"],
): QueryParameters<Shape> {
  return check === undefined ? { shape } : { shape, check };
}

export type ParsedQuery<Shape extends ParameterShape> =
  | { readonly ok: true; readonly values: ParameterValues<Shape> }
  | { readonly ok: false; readonly issues: readonly ParameterIssue[] };

/**
 * The values of a query string, or all its issues: unknown, repeated, empty and invalid parameters. Names
 * are case-sensitive. No issue repeats a value, because it might be a secret.
 */
export function parseQuery<Shape extends ParameterShape>(
  { shape, check }: QueryParameters<Shape>,
  query: string,
): ParsedQuery<Shape> {
  const sent = new URLSearchParams(query);
  const issues: ParameterIssue[] = [];
  for (const name of new Set(sent.keys())) {
    if (!Object.hasOwn(shape, name)) {
      issues.push({ parameter: printableName(name), detail: explainUnknown(name, shape) });
    }
  }
  const values: Record<string, unknown> = {};
  for (const [name, schema] of Object.entries(shape)) {
    const parsed = parseParameter(schema, sent.getAll(name));
    if (parsed.ok) values[name] = parsed.value;
    else issues.push({ parameter: name, detail: parsed.detail });
  }
  issues.push(...(check?.(values as Partial<ParameterValues<Shape>>) ?? []));
  return issues.length > 0
    ? { ok: false, issues }
    : { ok: true, values: values as ParameterValues<Shape> };
}

type ParsedParameter =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly detail: string };

function parseParameter(schema: z.ZodType, texts: readonly string[]): ParsedParameter {
  if (texts.length > 1) return { ok: false, detail: "must be given once" };
  if (texts[0] === "") return { ok: false, detail: "must not be empty" };
  const parsed = schema.safeParse(texts[0]);
  if (parsed.success) return { ok: true, value: parsed.data };
  const detail = texts[0] === undefined ? "is required" : parsed.error.issues[0]?.message;
  return { ok: false, detail: detail ?? "is not valid" };
}

function explainUnknown(name: string, shape: ParameterShape): string {
  if (resemblesApiKey(name) || /key|token|secret|auth|passw|credential|bearer/i.test(name)) {
    return "is not a parameter; a key is sent in the header svc-api-key and never in an address";
  }
  const known = Object.keys(shape);
  const similar = known.find((other) => other.toLowerCase() === name.toLowerCase());
  if (similar !== undefined) return `is not a parameter; names are case-sensitive: ${similar}`;
  return known.length === 0
    ? "is not a parameter; this route takes none"
    : `is not a parameter; this route takes ${known.join(", ")}`;
}

/** The name, if a problem may repeat it: short, plain, and unlike an API key. */
function printableName(name: string): string {
  return /^[\w.$[\]-]{1,32}$/.test(name) && !resemblesApiKey(name) ? name : "?";
}
