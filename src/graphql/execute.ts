import {
  type DocumentNode,
  execute,
  type ExecutionResult,
  type GraphQLSchema,
  parse,
  validate,
} from "graphql";
import { GatewayError } from "#domain/errors.ts";
import type { RequestContext } from "./context.ts";

/** What one execution needs; variables are JSON. */
export interface Execution {
  readonly document: DocumentNode;
  readonly variables: Readonly<Record<string, unknown>>;
  readonly context: RequestContext;
  readonly operationName?: string | null;
}

/** The one door to project data: both listeners pass here, and `graphql`'s `execute` is called nowhere else. */
export async function executeDocument(
  schema: GraphQLSchema,
  { document, variables, context, operationName }: Execution,
): Promise<ExecutionResult> {
  return execute({
    schema,
    document,
    variableValues: variables,
    contextValue: context,
    operationName: operationName ?? null,
  });
}

/** Runs a fixed document, all or nothing: throws the `GatewayError` of its first error. */
export type RunDocument<Result, Variables> = (
  variables: Variables,
  context: RequestContext,
) => Promise<Result>;

/** Parses and validates a fixed document once. Throws where it does not fit the schema. */
export function prepareDocument<Result, Variables>(
  schema: GraphQLSchema,
  text: string,
): RunDocument<Result, Variables> {
  const document = parse(text);
  const [fault] = validate(schema, document);
  if (fault !== undefined) throw fault;
  return async (variables, context) => {
    const { data, errors } = await executeDocument(schema, {
      document,
      variables: variables as Readonly<Record<string, unknown>>,
      context,
    });
    if (errors?.[0] !== undefined) throw gatewayErrorOf(errors[0]);
    return data as Result;
  };
}

/** What went wrong in a resolver, as the rest of the gateway speaks of it. */
function gatewayErrorOf(error: { readonly originalError?: Error | undefined }): GatewayError {
  return error.originalError instanceof GatewayError
    ? error.originalError
    : GatewayError.of("unavailable", error.originalError ?? error);
}
