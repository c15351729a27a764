import { type DocumentNode, execute, getOperationAST, type GraphQLSchema, validate } from "graphql";
import { LRUCache } from "lru-cache";
import { RequestError } from "../http/requests/request-error.ts";
import type { OperationContext } from "../operations/operation-context.ts";
import { bounds } from "./bounds.ts";
import { compileOperation, type PreparedOperation } from "./compile-operation.ts";
import { parseDocument, textOf } from "./parse-document.ts";
import { inOperationSpan } from "./trace-operations.ts";

/**
 * Prepares an operation of a validated document for any number of executions, with variables that have no error
 * (`check-variables.ts`). Both listeners read project data only through this file.
 */
export type PrepareDocument = (
  schema: GraphQLSchema,
  document: DocumentNode,
  operationName: string | null,
) => PreparedOperation;

/** Executes the document with graphql-js, which walks it each time. */
export const interpretDocument: PrepareDocument = (schema, document, operationName) => ({
  valuesBound: bounds.values,
  async execute(variableValues, context) {
    const contextValue = { ...context, isInterpreted: true };
    return execute({ schema, document, variableValues, contextValue, operationName });
  },
});

/** Compiles a document, or interprets it if it cannot be compiled. Both answer alike: tests of the schema run both. */
export const compileDocument: PrepareDocument = (schema, document, operationName) => {
  const operation = getOperationAST(document, operationName);
  const compiled = operation == null ? null : compileOperation(schema, document, operation);
  return compiled ?? interpretDocument(schema, document, operationName);
};

/**
 * Compiles each document that ships or that the operator trusts once, and keeps it: they are few, and are sent often.
 * Any other is interpreted when it is new, because compiling takes longer than one execution, and compiled when it
 * comes again. Its bound of values stays that of interpretation: a client cannot know which of the two it gets.
 */
export function compileRepeated(trusted: ReadonlySet<string>): PrepareDocument {
  const kept = new Map<string, PreparedOperation>();
  // Compiled code is some hundred times as long as its document.
  const lately = new LRUCache<string, { readonly compiled: PreparedOperation | null }>({
    maxSize: bounds.bodyBytes,
    sizeCalculation: (_operation, name) => name.length,
  });
  return (schema, document, operationName) => {
    const text = textOf(document);
    const name = `${operationName ?? ""}\n${text}`;
    const compile = () => compileDocument(schema, document, operationName);
    if (trusted.has(text)) {
      const operation = kept.get(name) ?? compile();
      kept.set(name, operation);
      return operation;
    }
    const met = lately.get(name);
    const compiled =
      met === undefined ? null : (met.compiled ?? { ...compile(), valuesBound: bounds.values });
    lately.set(name, { compiled });
    return compiled ?? interpretDocument(schema, document, operationName);
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
    const run = () => compiled.execute(variables as Readonly<Record<string, unknown>>, context);
    const spans = context.request.trace?.spans ?? null;
    const { data, errors } = await inOperationSpan(spans, operation, { hasOwnName: true }, run);
    const error = errors?.[0];
    if (error === undefined) return data as Result;
    const cause = error.originalError ?? error;
    throw cause instanceof RequestError ? cause : RequestError.of("unavailable", cause);
  };
}
