import assert from "node:assert/strict";
import {
  buildASTSchema,
  execute,
  type ExecutionArgs,
  type GraphQLSchema,
  isScalarType,
  type DocumentNode,
} from "graphql";
import type { Received } from "./client.ts";

/** The body of an answer over GraphQL. */
export interface GraphqlBody {
  readonly data?: Readonly<Record<string, unknown>> | null;
  readonly errors?: readonly GraphqlFault[];
}

interface GraphqlFault {
  readonly message: string;
  readonly extensions: { readonly code: string };
}

const codes = [
  "UNAUTHORIZED",
  "FORBIDDEN",
  "NOT_FOUND",
  "INVALID_REQUEST",
  "CURSOR_OUT_OF_RANGE",
  "CONTRACT_UNAVAILABLE",
  "METHOD_NOT_ALLOWED",
];

/** Members of an error; the last three are the gateway's own. */
const members = {
  error: ["message", "locations", "path", "extensions"],
  extensions: ["code", "errors", "requiredScopes"],
};

/** The body, which throws where it is none of GraphQL over HTTP, or says what it should mask. */
export function readAnswer({ status, headers, body }: Received): GraphqlBody {
  assert.match(
    headers["content-type"] ?? "",
    /^application\/(?:graphql-response\+)?json(?:; charset=utf-8)?$/,
  );
  assert.equal(headers["cache-control"], "private, no-store, max-age=0");
  assert.equal(headers["x-content-type-options"], "nosniff");
  const answer = JSON.parse(body.toString()) as GraphqlBody;
  expectMembers(answer, ["data", "errors"]);
  const { data, errors } = answer;
  for (const error of errors ?? []) {
    expectMembers(error, members.error);
    expectMembers(error.extensions, members.extensions);
    assert.equal(typeof error.message, "string");
    assert.ok(codes.includes(error.extensions.code), `the code is ${error.extensions.code}`);
  }
  assert.ok(data !== undefined || errors !== undefined, "neither data nor errors");
  assert.ok(errors === undefined || errors.length > 0, "no error among the errors");
  assert.ok([200, 400, 401, 403, 405, 413, 415, 503].includes(status), `is ${status}`);
  if (status !== 200) assert.ok(errors !== undefined, `${status} without an error`);
  if (status === 503) {
    assert.ok(errors?.some(({ extensions }) => extensions.code === "CONTRACT_UNAVAILABLE"));
    assert.match(headers["retry-after"] ?? "", /^[1-9][0-9]*$/);
  }
  return answer;
}

function expectMembers(value: object, known: readonly string[]): void {
  const others = Object.keys(value).filter((name) => !known.includes(name));
  assert.deepEqual(others, [], "members that no answer has");
}

/** How the scalars of the schema are written in answers. */
const written: Readonly<Record<string, RegExp>> = {
  Instant: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/,
  LocalDate: /^\d{4}-\d\d-\d\d$/,
  LocalTime: /^\d\d:\d\d$/,
  LocalDateTime: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d\d:\d\d(?::\d\d)?$/,
  Decibel: /^-?\d+(?:\.\d{1,2})?$/,
  UnixSecond: /^\d+$/,
};

/**
 * A schema without resolvers: executed over the data of an answer it returns the same data, if every value has the
 * requested type, and no member is missing or surplus.
 */
export function createShapeSchema(types: DocumentNode): GraphQLSchema {
  const schema = buildASTSchema(types);
  for (const type of Object.values(schema.getTypeMap())) {
    const pattern = written[type.name];
    if (!isScalarType(type) || pattern === undefined) continue;
    type.serialize = (value) => {
      assert.match(String(value), pattern, `no ${type.name}`);
      return value;
    };
  }
  return schema;
}

/** Throws if data does not have the shape of the document. */
export function expectShape(
  data: Readonly<Record<string, unknown>>,
  {
    schema,
    document,
    variableValues,
  }: Pick<ExecutionArgs, "schema" | "document" | "variableValues">,
): void {
  const again = execute({
    schema,
    document,
    variableValues,
    rootValue: data,
    fieldResolver: (source: Record<string, unknown>, _arguments, _context, { path }) =>
      source[path.key],
  });
  assert.ok(!(again instanceof Promise));
  assert.deepEqual(again.errors ?? [], [], "data of another shape");
  assert.deepEqual(JSON.parse(JSON.stringify(again.data)), data);
}
