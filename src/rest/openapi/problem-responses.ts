import { z } from "zod";
import { type ErrorCode, errorKinds, GatewayError } from "#domain/errors.ts";
import { composeProblem, problemSchema, problemTypeUri } from "#http/problem.ts";
import type { AnswerDescription, Reference } from "./document-types.ts";
import { headersWith } from "./header-fields.ts";
import type { JsonSchema } from "./json-schema.ts";

/** One of each error, as it is answered: its header fields and its body are read off it. */
const specimens: Readonly<Record<ErrorCode, GatewayError>> = {
  invalid_request: GatewayError.invalidRequest([
    { parameter: "limit", detail: "must be a whole number from 1 to 2000" },
  ]),
  cursor_out_of_range: GatewayError.of("cursor_out_of_range"),
  unauthorized: GatewayError.of("unauthorized"),
  forbidden: GatewayError.forbidden(["v0:data:read", "v0:audio:read"]),
  not_found: GatewayError.of("not_found"),
  method_not_allowed: GatewayError.methodNotAllowed(["GET"]),
  range_not_satisfiable: GatewayError.rangeNotSatisfiable(1_440_000),
  header_too_large: GatewayError.of("header_too_large"),
  too_many_requests: GatewayError.tooManyRequests(12),
  contract_unavailable: GatewayError.of("contract_unavailable"),
  unavailable: GatewayError.of("unavailable"),
};

const codes = Object.keys(specimens) as ErrorCode[];

const exampleRequestId = "6f1d3c4e-8a52-4b0f-9d5e-2c7a9be01f44";

/** The body of every error, without what each status says more closely. */
export function composeProblemSchema(): JsonSchema {
  const { $schema: _, ...schema } = z.toJSONSchema(problemSchema);
  return schema;
}

/** The answers of every status that is an error, by their names in `components`. */
export function composeProblemResponses(): Readonly<Record<string, AnswerDescription>> {
  const statuses = new Set(codes.map((code) => errorKinds[code].status));
  return Object.fromEntries(
    [...statuses].map((status) => [responseName(status), describe(status)]),
  );
}

/** The error answers with these statuses, for the `responses` of an operation. */
export function problemReferences(wanted: readonly number[]): Readonly<Record<string, Reference>> {
  return Object.fromEntries(
    wanted.map((status) => [status, { $ref: `#/components/responses/${responseName(status)}` }]),
  );
}

function codesOf(status: number): ErrorCode[] {
  return codes.filter((code) => errorKinds[code].status === status);
}

/** The title of the status in one word: `NotFound`. */
function responseName(status: number): string {
  const code = codes.find((each) => errorKinds[each].status === status);
  if (code === undefined) throw new Error(`no error has the status ${status}`);
  const words = errorKinds[code].title.split(" ");
  return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join("");
}

function describe(status: number): AnswerDescription {
  const of = codesOf(status);
  const headers = new Set(of.flatMap((code) => Object.keys(specimens[code].headers)));
  const examples = Object.fromEntries(
    of.map((code) => [code, { value: composeProblem(specimens[code], exampleRequestId) }]),
  );
  const content = { schema: schemaOf(status, of), examples };
  return {
    description: [...new Set(of.map((code) => errorKinds[code].detail))].join(" "),
    headers: headersWith([...headers]),
    content: { "application/json": content, "application/problem+json": content },
  };
}

function schemaOf(status: number, of: readonly ErrorCode[]): JsonSchema {
  return {
    allOf: [
      { $ref: "#/components/schemas/Problem" },
      {
        type: "object",
        properties: {
          type: { enum: of.map(problemTypeUri) },
          title: { enum: [...new Set(of.map((code) => errorKinds[code].title))] },
          status: { const: status },
          code: { enum: of },
        },
        ...(of.includes("forbidden") ? { required: ["requiredScopes"] } : {}),
      },
    ],
  };
}
