import type { z } from "zod";
import { resemblesApiKey } from "../auth/api-key.ts";
import type { ParameterIssue } from "../acoustics/errors.ts";
import { RequestError } from "../http/requests/request-error.ts";

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

/**
 * The values of a query string. Throws `invalid_request` with all its issues: unknown, repeated, empty and invalid
 * parameters. Names are case-sensitive. No issue repeats a value, because it might be a secret.
 */
export function parseQuery<Shape extends ParameterShape>(
  { shape, check }: QueryParameters<Shape>,
  query: string,
): ParameterValues<Shape> {
  const sent = new URLSearchParams(query);
  const issues: ParameterIssue[] = [];
  for (const name of new Set(sent.keys())) {
    if (!Object.hasOwn(shape, name)) {
      issues.push({ parameter: printableName(name), detail: explainUnknown(name, shape) });
    }
  }
  const values: Record<string, unknown> = {};
  for (const [name, schema] of Object.entries(shape)) {
    const texts = sent.getAll(name);
    const parsed = schema.safeParse(texts[0]);
    const detail = findParameterIssue(parsed, texts);
    if (detail === null) values[name] = parsed.data;
    else issues.push({ parameter: name, detail });
  }
  issues.push(...(check?.(values as Partial<ParameterValues<Shape>>) ?? []));
  if (issues.length > 0) throw RequestError.invalidRequest(issues);
  return values as ParameterValues<Shape>;
}

/** The issue of the texts of a parameter; null: its schema accepts them. */
function findParameterIssue(parsed: z.ZodSafeParseResult<unknown>, texts: readonly string[]) {
  if (texts.length > 1) return "must be given once";
  if (texts[0] === "") return "must not be empty";
  if (parsed.success) return null;
  return texts[0] === undefined
    ? "is required"
    : (parsed.error.issues[0]?.message ?? "is not valid");
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
