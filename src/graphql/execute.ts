import {
  type DocumentNode,
  execute,
  type ExecutionResult,
  getOperationAST,
  getVariableValues,
  type GraphQLSchema,
  parse,
  validate,
} from "graphql";
import { RequestError } from "#http/request-error.ts";
import { compileOperation } from "./compile-operation.ts";
import type { GraphqlContext } from "./context.ts";

/** The one door to project data: both listeners pass here. Variables are JSON. */
export type ExecuteDocument = (
  variables: Readonly<Record<string, unknown>>,
  context: GraphqlContext,
) => Promise<ExecutionResult>;

/** Makes a validated document ready to be executed any number of times. */
export type PrepareDocument = (
  schema: GraphQLSchema,
  document: DocumentNode,
  operationName: string | null,
  size?: DocumentSize,
) => ExecuteDocument;

/** How large the answer of an operation may become; see `document-bounds.ts`. */
export type DocumentSize = "tiny" | "small" | "large";

/**
 * Compiles a document; one that cannot be compiled is interpreted. Both give the same answers and the
 * same errors: the tests of the schema run through both.
 */
export const compileDocument: PrepareDocument = (schema, document, operationName) => {
  const operation = getOperationAST(document, operationName);
  const run = operation == null ? null : compileOperation(schema, document, operation);
  if (operation == null || run === null) return interpretDocument(schema, document, operationName);
  const { variableDefinitions = [] } = operation;
  return async (variables, context) => {
    // The compiler's own checks of variables know less of defaults, and speak in other words.
    const { errors } = getVariableValues(schema, variableDefinitions, variables);
    return errors === undefined ? run(variables, context) : { errors };
  };
};

/** Executes the document with graphql-js, which looks at it anew each time. */
export const interpretDocument: PrepareDocument =
  (schema, document, operationName) => async (variables, context) =>
    execute({
      schema,
      document,
      variableValues: variables,
      contextValue: context,
      operationName,
    });

/** Runs a persisted document, all or nothing: throws the `RequestError` of its first error. */
export type RunDocument<Result, Variables> = (
  variables: Variables,
  context: GraphqlContext,
) => Promise<Result>;

/** Parses, validates and compiles a persisted document once. Throws where it does not fit the schema. */
export function preparePersistedDocument<Result, Variables>(
  schema: GraphQLSchema,
  text: string,
): RunDocument<Result, Variables> {
  const document = parse(text);
  const [issue] = validate(schema, document);
  if (issue !== undefined) throw issue;
  const operation = getOperationAST(document);
  const run = operation == null ? null : compileOperation(schema, document, operation);
  if (run === null)
    throw new TypeError("a persisted document is one operation that can be compiled");
  return async (variables, context) => {
    // Variables come from a route's own values: their type has been checked with the program.
    const { data, errors } = await run(variables as Readonly<Record<string, unknown>>, context);
    if (errors?.[0] !== undefined) throw gatewayErrorOf(errors[0]);
    return data as Result;
  };
}

/** What went wrong in a resolver, as the rest of the gateway speaks of it. */
function gatewayErrorOf(error: { readonly originalError?: Error | undefined }): RequestError {
  return error.originalError instanceof RequestError
    ? error.originalError
    : RequestError.of("unavailable", error.originalError ?? error);
}
