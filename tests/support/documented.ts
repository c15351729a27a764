import assert from "node:assert/strict";
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import { createSchema } from "../../src/graphql/schema.ts";
import type { Problem } from "../../src/http/answers/problem-details.ts";
import { parseTarget } from "../../src/http/requests/express-app.ts";
import { composeDocument } from "../../src/rest/openapi/compose-document.ts";
import type {
  AnswerDescription,
  OpenApiDocument,
  Operation,
  Reference,
} from "../../src/rest/openapi/document-types.ts";
import type { JsonSchema } from "../../src/rest/openapi/json-schema.ts";
import { routes } from "../../src/rest/routes/index.ts";
import { expectAnswerKeepsSecrets } from "./leaks.ts";

/** An answer of the public listener, as received. */
export interface PublicAnswer {
  readonly method: string;
  /** The target of the request line, or a whole address. */
  readonly target: string;
  readonly status: number;
  /** By name in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer | string;
}

/**
 * Throws if an answer differs from the OpenAPI document in status, headers, media type or body. The schemas are closed
 * first: an answer has no member and no value that the document does not name.
 */
export type DocumentCheck = (answer: PublicAnswer) => void;

/** Checks an answer against our own document, which is composed once in each worker. */
export const expectDocumented: DocumentCheck = (answer) => {
  check ??= createDocumentCheck(composeDocument(routes, createSchema()));
  check(answer);
  expectAnswerKeepsSecrets(answer.headers, answer.body);
};

let check: DocumentCheck | undefined;

/** Sends a GET with plain `fetch`, and checks the answer against the document. */
export async function fetchDocumented(
  address: string,
  key: string,
): Promise<{ readonly status: number; readonly body: string }> {
  const response = await fetch(address, { headers: { "svc-api-key": `Bearer ${key}` } });
  const { status, headers } = response;
  const body = await response.text();
  expectDocumented({
    method: "GET",
    target: address,
    status,
    headers: Object.fromEntries(headers),
    body,
  });
  return { status, body };
}

export function createDocumentCheck(open: OpenApiDocument): DocumentCheck {
  const document = closed(open) as OpenApiDocument;
  const ajv = createValidator();
  const validators = new Map<JsonSchema, ValidateFunction>();
  const validate = (what: string, schema: JsonSchema, value: unknown) => {
    let validator = validators.get(schema);
    validator ??= ajv.compile({ ...schema, components: document.components });
    validators.set(schema, validator);
    if (!validator(value)) assert.fail(`${what}: ${ajv.errorsText(validator.errors)}`);
  };
  return ({ method, target, status, headers, body }) => {
    const { path } = parseTarget(target);
    const what = `${method} ${path} ${status}`;
    const answer = describedAnswer(document, path, status);
    if (answer === null) return;
    for (const [name, reference] of Object.entries(answer.headers)) {
      const { schema } = resolve(document.components.headers, reference);
      const value = headers[name.toLowerCase()];
      assert.ok(value !== undefined, `${what}: has no ${name}`);
      validate(`${what} ${name}`, schema, schema["type"] === "integer" ? Number(value) : value);
    }
    const described = new Set(Object.keys(answer.headers).map((name) => name.toLowerCase()));
    for (const name of Object.keys(headers)) {
      assert.ok(described.has(name) || transportHeaders.has(name), `${what}: has ${name} as well`);
    }
    const type = headers["content-type"]?.split(";")[0] ?? "";
    const content = answer.content[type];
    assert.ok(content !== undefined, `${what}: is ${type}`);
    if (method === "HEAD") assert.equal(body.length, 0, `${what}: has a body`);
    else if (content.schema !== undefined) {
      const value: unknown = JSON.parse(body.toString());
      validate(what, content.schema, value);
      if (content.examples !== undefined) expectExample(what, content.examples, value);
    }
  };
}

/** Every problem of a status has the members of the example with its code: its type, title and status are the same. */
function expectExample(
  what: string,
  examples: Readonly<Record<string, { readonly value: unknown }>>,
  value: unknown,
): void {
  const { type, title, status, code, requiredScopes } = value as Problem;
  const example = examples[code]?.value as Problem | undefined;
  assert.ok(example !== undefined, `${what}: the code ${code} is not documented`);
  const { type: theirs, title: name, status: known } = example;
  assert.deepEqual({ type, title, status }, { type: theirs, title: name, status: known }, what);
  assert.equal(requiredScopes === undefined, example.requiredScopes === undefined, what);
}

/** The schemas of answers without what a later release may add. */
function closed(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(closed);
  if (typeof part !== "object" || part === null) return part;
  const { "x-extensible-enum": values, ...rest } = Object.fromEntries(
    Object.entries(part).map(([name, value]) => [name, closed(value)]),
  );
  return {
    ...rest,
    ...(values === undefined ? {} : { enum: values }),
    ...(rest["type"] === "object" && "properties" in rest ? { additionalProperties: false } : {}),
  };
}

/** Headers of the message and the connection, which the document does not describe. */
const transportHeaders = new Set([
  "connection",
  "content-length",
  "content-type",
  "date",
  "keep-alive",
  "transfer-encoding",
]);

/** Statuses outside the routes: the path is unknown, or the request was never read. */
const statusesOutsideRoutes = [400, 401, 404, 405, 429, 431, 503];

/** The documented answer for a status at a path; null for `/docs` and `/openapi.json`. */
function describedAnswer(
  document: OpenApiDocument,
  path: string,
  status: number,
): AnswerDescription | null {
  if (status === 200 && /^\/(?:openapi\.json|docs(?:\/.*)?)$/.test(path)) return null;
  const operation = operationAt(document, path);
  const answer =
    operation === undefined ? answerOutside(document, status) : operation.responses[status];
  assert.ok(answer !== undefined, `${path}: ${status} is not documented`);
  return "$ref" in answer ? resolve(document.components.responses, answer) : answer;
}

function operationAt({ paths, servers }: OpenApiDocument, path: string): Operation | undefined {
  const found = Object.entries(paths).find(([template]) => {
    const pattern = template.replaceAll(".", "\\.").replaceAll(/\{\w+\}/g, "[^/]+");
    return new RegExp(`^${servers[0]?.url}${pattern}$`).test(path);
  });
  return found?.[1].get;
}

function answerOutside({ paths }: OpenApiDocument, status: number) {
  if (!statusesOutsideRoutes.includes(status)) return undefined;
  return Object.values(paths)
    .map(({ get }) => get.responses[status])
    .find((answer) => answer !== undefined);
}

function resolve<Component>(
  components: Readonly<Record<string, Component>>,
  { $ref }: Reference,
): Component {
  const component = components[$ref.slice($ref.lastIndexOf("/") + 1)];
  assert.ok(component !== undefined, `${$ref} is not there`);
  return component;
}

/** A validator of schemas of the document. */
export function createValidator(): Ajv2020 {
  return new Ajv2020({
    allErrors: true,
    strict: true,
    allowUnionTypes: true,
    keywords: ["components", "x-extensible-enum"],
    // The schemas check these formats by a `pattern`.
    formats: { "date-time": true, int32: true, int64: true },
  });
}
