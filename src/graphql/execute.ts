import { type DocumentNode, execute, getOperationAST, type GraphQLSchema, validate } from "graphql";
import { RequestError } from "../http/requests/request-error.ts";
import type { OperationContext } from "../operations/operation-context.ts";
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
  isCompiled: false,
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
 * Compiles each of some documents once and keeps it: those that ship or that the operator trusts are few, and are sent
 * often. Any other is interpreted: graphql-jit prints literals into code, where a text that begins with a constant of
 * its own runs, and to compile fields of nested fragments holds the thread for a second.
 */
export function compileTrusted(texts: ReadonlySet<string>): PrepareDocument {
  const compiled = new Map<string, PreparedOperation>();
  return (schema, document, operationName) => {
    const text = textOf(document);
    if (!texts.has(text)) return interpretDocument(schema, document, operationName);
    const name = `${operationName ?? ""}\n${text}`;
    const prepared = compiled.get(name) ?? compileDocument(schema, document, operationName);
    compiled.set(name, prepared);
    return prepared;
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
