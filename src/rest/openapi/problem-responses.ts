import { z } from "zod";
import { type ErrorCode, errorCodes } from "../../acoustics/errors.ts";
import { scopes } from "../../auth/scopes.ts";
import { requestIdPattern } from "../../http/requests/request-context.ts";
import { RequestError } from "../../http/requests/request-error.ts";
import { errorKinds } from "../../http/answers/error-kinds.ts";
import { composeProblem, problemSchema } from "../../http/answers/problem-details.ts";
import { serviceLinksOf } from "../../http/answers/service-links.ts";
import type { Route } from "../define-route.ts";
import { capitalized } from "./answer-schemas.ts";
import type { AnswerDescription, Reference } from "./document-types.ts";
import { headersWith } from "./header-fields.ts";
import { type JsonSchema, knownValues } from "./json-schema.ts";

/** One example of each error. The header fields and the bodies of the responses are derived from them. */
const examples: Readonly<Record<ErrorCode, RequestError>> = {
  invalid_request: RequestError.invalidRequest([
    { parameter: "limit", detail: "must be a whole number from 1 to 2000" },
  ]),
  cursor_out_of_range: RequestError.of("cursor_out_of_range"),
  unauthorized: RequestError.of("unauthorized"),
  forbidden: RequestError.forbidden(["v0:data:read", "v0:audio:read"], ["v0:audio:read"]),
  not_found: RequestError.of("not_found"),
  method_not_allowed: RequestError.methodNotAllowed(["GET"]),
  range_not_satisfiable: RequestError.rangeNotSatisfiable(1_440_000),
  header_too_large: RequestError.of("header_too_large"),
  too_many_requests: RequestError.tooManyRequests(12),
  contract_unavailable: RequestError.of("contract_unavailable"),
  unavailable: RequestError.of("unavailable"),
};

type ErrorSource = Pick<Route, "path" | "parameters" | "present">;

const readsPages = ({ parameters }: ErrorSource) => "cursor" in parameters.shape;

/** The errors that only some routes can answer, with a test for these routes. */
const restricted: Partial<Record<ErrorCode, (route: ErrorSource) => boolean>> = {
  cursor_out_of_range: readsPages,
  // Answers with other data of a project do not need its contract.
  contract_unavailable: readsPages,
  not_found: ({ path }) => path.includes(":"),
  range_not_satisfiable: ({ present }) => present === null,
};

const exampleRequestId = "6f1d3c4e-8a52-4b0f-9d5e-2c7a9be01f44";

/** The body of every error. The examples of each response are its errors. */
export function composeProblemSchema(): JsonSchema {
  const { requestId, requiredScopes } = problemSchema.shape;
  const scopeNames = z
    .array(z.enum(scopes))
    .max(scopes.length)
    .optional()
    .meta(requiredScopes.meta() ?? {});
  const { $schema: _, ...schema } = z.toJSONSchema(
    problemSchema.extend({
      requestId: requestId
        .regex(requestIdPattern)
        .max(64)
        .meta(requestId.meta() ?? {}),
      requiredScopes: scopeNames,
    }),
    {
      // The objects of an input are open. The only numbers are statuses.
      io: "input",
      override: ({ jsonSchema }) => {
        const { enum: values } = jsonSchema;
        if (values === undefined) return;
        delete jsonSchema.enum;
        if (jsonSchema.type === "number") jsonSchema.type = "integer";
        Object.assign(jsonSchema, knownValues(values));
      },
    },
  );
  return schema;
}

/** The errors of all routes as one table of Markdown. */
export function composeErrorTable(): string {
  const rows = errorCodes
    .toSorted((one, other) => errorKinds[one].status - errorKinds[other].status)
    .map((code) => `| ${errorKinds[code].status} | \`${code}\` | ${errorKinds[code].detail} |`);
  return [
    "## Errors",
    "",
    "Every error has the same members. Programs decide by its code, people read its detail, and the requestId names the request in a report of a problem.",
    "",
    "| Status | Code | Meaning |",
    "| --- | --- | --- |",
    ...rows,
  ].join("\n");
}

/** The error responses of all routes, by their names in `components`. */
export function composeProblemResponses(
  routes: readonly ErrorSource[],
): Readonly<Record<string, AnswerDescription>> {
  return Object.fromEntries(
    routes.flatMap((route) =>
      codesByStatus(route).map(([, codes]) => [responseName(codes), describe(codes)]),
    ),
  );
}

/** The error responses of one route by status, for the `responses` of its operation. */
export function problemReferences(route: ErrorSource): Readonly<Record<string, Reference>> {
  return Object.fromEntries(
    codesByStatus(route).map(([status, codes]) => [
      status,
      { $ref: `#/components/responses/${responseName(codes)}` },
    ]),
  );
}

function codesByStatus(route: ErrorSource): [status: number, codes: ErrorCode[]][] {
  const possible = errorCodes.filter((code) => restricted[code]?.(route) ?? true);
  const statuses = new Set(possible.map((code) => errorKinds[code].status));
  return [...statuses].map((status) => [
    status,
    possible.filter((code) => errorKinds[code].status === status),
  ]);
}

/** The title of the codes as one word, such as `NotFound`; with codes of pages, `BadRequestOfPage`. */
function responseName(codes: readonly ErrorCode[]): string {
  const words = codes.slice(0, 1).flatMap((code) => errorKinds[code].title.split(" "));
  const title = words.map(capitalized).join("");
  return codes.some((code) => restricted[code] === readsPages) ? `${title}OfPage` : title;
}

function describe(codes: readonly ErrorCode[]): AnswerDescription {
  const headers = new Set(
    codes.flatMap((code) => Object.keys({ ...examples[code].headers, ...serviceLinksOf(code) })),
  );
  const bodies = Object.fromEntries(
    codes.map((code) => [code, { value: composeProblem(examples[code], exampleRequestId) }]),
  );
  const content = { schema: { $ref: "#/components/schemas/Problem" }, examples: bodies };
  return {
    description: [...new Set(codes.map((code) => errorKinds[code].detail))].join(" "),
    headers: headersWith([...headers]),
    content: { "application/json": content, "application/problem+json": content },
  };
}
