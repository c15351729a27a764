import { z } from "zod";
import { type ErrorCode, errorCodes } from "#acoustics/errors.ts";
import { RequestError } from "#http/request-error.ts";
import { errorKinds } from "#http/error-kinds.ts";
import { composeProblem, problemSchema, problemTypeUri } from "#http/problem-details.ts";
import type { Route } from "#rest/define-route.ts";
import type { AnswerDescription, Reference } from "./document-types.ts";
import { headersWith } from "./header-fields.ts";
import type { JsonSchema } from "./json-schema.ts";

/** One of each error, as it is answered: its header fields and its body are read off it. */
const specimens: Readonly<Record<ErrorCode, RequestError>> = {
  invalid_request: RequestError.invalidRequest([
    { parameter: "limit", detail: "must be a whole number from 1 to 2000" },
  ]),
  cursor_out_of_range: RequestError.of("cursor_out_of_range"),
  unauthorized: RequestError.of("unauthorized"),
  forbidden: RequestError.forbidden(["v0:data:read", "v0:audio:read"]),
  not_found: RequestError.of("not_found"),
  method_not_allowed: RequestError.methodNotAllowed(["GET"]),
  range_not_satisfiable: RequestError.rangeNotSatisfiable(1_440_000),
  header_too_large: RequestError.of("header_too_large"),
  too_many_requests: RequestError.tooManyRequests(12),
  contract_unavailable: RequestError.of("contract_unavailable"),
  unavailable: RequestError.of("unavailable"),
};

/** What decides whether a route can give an error; all others can be given by every route. */
type Asked = Pick<Route, "path" | "parameters" | "present">;

const readsPages = ({ parameters }: Asked) => "cursor" in parameters.shape;

const givers: Partial<Record<ErrorCode, (route: Asked) => boolean>> = {
  cursor_out_of_range: readsPages,
  // Whatever else there is of a project is answered without its contract.
  contract_unavailable: readsPages,
  not_found: ({ path }) => path.includes(":"),
  range_not_satisfiable: ({ present }) => present === null,
};

const exampleRequestId = "6f1d3c4e-8a52-4b0f-9d5e-2c7a9be01f44";

/** The body of every error, without what each status says more closely. */
export function composeProblemSchema(): JsonSchema {
  const { $schema: _, ...schema } = z.toJSONSchema(problemSchema);
  return schema;
}

/** The error answers of routes, by their names in `components`. */
export function composeProblemResponses(
  routes: readonly Asked[],
): Readonly<Record<string, AnswerDescription>> {
  return Object.fromEntries(
    routes.flatMap((route) =>
      codesByStatus(route).map(([status, of]) => [responseName(of), describe(status, of)]),
    ),
  );
}

/** The error answers of one route, for the `responses` of its operation. */
export function problemReferences(route: Asked): Readonly<Record<string, Reference>> {
  return Object.fromEntries(
    codesByStatus(route).map(([status, of]) => [
      status,
      { $ref: `#/components/responses/${responseName(of)}` },
    ]),
  );
}

function codesByStatus(route: Asked): [status: number, codes: ErrorCode[]][] {
  const given = errorCodes.filter((code) => givers[code]?.(route) ?? true);
  const statuses = new Set(given.map((code) => errorKinds[code].status));
  return [...statuses].map((status) => [
    status,
    given.filter((code) => errorKinds[code].status === status),
  ]);
}

/** The title that the codes have in common, in one word: `NotFound`; and whether they are of pages alone. */
function responseName(of: readonly ErrorCode[]): string {
  const words = of.slice(0, 1).flatMap((code) => errorKinds[code].title.split(" "));
  const title = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join("");
  return of.some((code) => givers[code] === readsPages) ? `${title}OfPage` : title;
}

function describe(status: number, of: readonly ErrorCode[]): AnswerDescription {
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
