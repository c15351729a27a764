import { type DocumentNode, execute, getOperationAST, type GraphQLSchema, validate } from "graphql";
import { LRUCache } from "lru-cache";
import { RequestError } from "../http/requests/request-error.ts";
import type { OperationContext } from "../operations/operation-context.ts";
import { compileOperation, type ExecuteOperation } from "./compile-operation.ts";
import { parseDocument, textOf } from "./parse-document.ts";
import { inOperationSpan } from "./trace-operations.ts";

/**
 * Prepares an operation of a validated document for any number of executions, with variables that have no error
 * (`check-variables.ts`). Both listeners read project data only through this file. `hasManyValues`: see
 * `document-cost.ts`.
 */
export type PrepareDocument = (
  schema: GraphQLSchema,
  document: DocumentNode,
  operationName: string | null,
  hasManyValues?: boolean,
) => ExecuteOperation;

/** Executes the document with graphql-js, which walks it each time. */
export const interpretDocument: PrepareDocument =
  (schema, document, operationName) => async (variableValues, context) => {
    const contextValue = { ...context, isInterpreted: true };
    return execute({ schema, document, variableValues, contextValue, operationName });
  };

/** Compiles a document, or interprets it if it cannot be compiled. Both answer alike: tests of the schema run both. */
export const compileDocument: PrepareDocument = (schema, document, operationName) => {
  const operation = getOperationAST(document, operationName);
  const run = operation == null ? null : compileOperation(schema, document, operation);
  return run ?? interpretDocument(schema, document, operationName);
};

/**
 * Prepares documents of clients and caches them. A document is interpreted the first time and compiled the second time,
 * because many are sent only once; one with many values is compiled at once. Compiled code is some hundred times as
 * long as its document, so the cache is bounded by the length of the documents.
 */
export function createDocumentCache(): PrepareDocument {
  const cache = new LRUCache<string, ExecuteOperation | typeof seenOnce>({
    maxSize: 256 * 1024,
    sizeCalculation: (_document, name) => name.length,
  });
  return (schema, document, operationName, hasManyValues = false) => {
    const name = `${operationName ?? ""}\n${textOf(document)}`;
    const cached = cache.get(name);
    if (cached !== undefined && cached !== seenOnce) return cached;
    if (cached === undefined && !hasManyValues) {
      cache.set(name, seenOnce);
      return interpretDocument(schema, document, operationName);
    }
    const compiled = compileDocument(schema, document, operationName);
    cache.set(name, compiled);
    return compiled;
  };
}

const seenOnce = Symbol("seen once");

/** Compiles each document once and keeps it: documents of the operator are few and are sent often. */
export function createTrustedDocumentCache(): PrepareDocument {
  const prepared = new Map<string, ExecuteOperation>();
  return (schema, document, operationName) => {
    const name = `${operationName ?? ""}\n${textOf(document)}`;
    const run = prepared.get(name) ?? compileDocument(schema, document, operationName);
    prepared.set(name, run);
    return run;
  };
}

/** Runs a persisted document, all or nothing: throws the `RequestError` of its first error. */
export type RunDocument<Result, Variables> = (
  variables: Variables,
  context: OperationContext,
) => Promise<Result>;

/** Parses, validates and compiles a persisted document once. Throws if it does not fit the schema. */
export function preparePersistedDocument<Result, Variables>(
  schema: GraphQLSchema,
  text: string,
): RunDocument<Result, Variables> {
  const document = parseDocument(text);
  const [issue] = validate(schema, document);
  if (issue !== undefined) throw issue;
  const operation = getOperationAST(document);
  const compiled = operation == null ? null : compileOperation(schema, document, operation);
  if (operation == null || compiled === null) {
    throw new TypeError("a persisted document is one operation that can be compiled");
  }
  return async (variables, context) => {
    // Variables are the values of a route, whose types were checked by the compiler.
    const run = () => compiled(variables as Readonly<Record<string, unknown>>, context);
    const spans = context.request.trace?.spans ?? null;
    const { data, errors } = await inOperationSpan(spans, operation, { hasOwnName: true }, run);
    const error = errors?.[0];
    if (error === undefined) return data as Result;
    const cause = error.originalError ?? error;
    throw cause instanceof RequestError ? cause : RequestError.of("unavailable", cause);
  };
}
