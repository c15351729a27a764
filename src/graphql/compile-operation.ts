import {
  type DocumentNode,
  type ExecutionResult,
  GraphQLError,
  type GraphQLSchema,
  type OperationDefinitionNode,
} from "graphql";
import { compileQuery, isCompiledQuery } from "graphql-jit";
import { hasConditionalRepeats } from "./conditional-repeats.ts";
import { withPlainLeaves } from "./plain-leaves.ts";
import { variableDefaults } from "./variable-defaults.ts";

/** An operation as code. `variables` have been checked against it. */
export type CompiledOperation = (
  variables: Readonly<Record<string, unknown>>,
  context: unknown,
) => Promise<ExecutionResult>;

/**
 * Compiles an operation of a validated document to code. Null where that cannot be done: for a
 * response key `__proto__`, which an object literal takes for something else; for introspection,
 * which would show the schema as it is compiled; for a long document, which takes seconds; for a field
 * that is asked for twice, once on a condition, which the compiler loses in fragments inside it; and
 * for whatever else it refuses. The text is searched as it stands: a comment counts too.
 */
export function compileOperation(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
): CompiledOperation | null {
  const text = document.loc?.source.body ?? "";
  if (text === "" || text.length > longestCompiled || cannotBeCompiled.test(text)) return null;
  if (hasConditionalRepeats(document, operation)) return null;
  const compiled = compileQuery(
    plainSchemaOf(schema),
    document,
    operation.name?.value,
    compilerOptions,
  );
  if (!isCompiledQuery(compiled)) return null;
  // The compiler does not apply defaults of variables everywhere, so each variable is given its own.
  const defaults = variableDefaults(operation);
  return async (variables, context) => {
    const given = { ...defaults, ...variables };
    const { data, errors } = await compiled.query(undefined, context, given);
    return {
      ...(errors && { errors: errors.map((error) => locateError(error, document)) }),
      data: data ?? null,
    };
  };
}

/** Characters: ten times the longest document of a route. */
const longestCompiled = 8 * 1024;

const cannotBeCompiled = /\b__(?:proto__|schema|type)\b/;

function plainSchemaOf(schema: GraphQLSchema): GraphQLSchema {
  let plain = plainSchemas.get(schema);
  if (plain === undefined) plainSchemas.set(schema, (plain = withPlainLeaves(schema)));
  return plain;
}

const plainSchemas = new WeakMap<GraphQLSchema, GraphQLSchema>();

const compilerOptions = {
  // Resolvers give leaves as they are shown.
  disableLeafSerialization: true,
  // What an error was caused by has a stack of its own.
  disablingCapturingStackErrors: true,
  // Without it, `@include` on a fragment leaks to other spreads of the same fragment.
  useExperimentalPathBasedSkipInclude: true,
};

/** An error of the compiled code, as graphql-js would give it: with its place in the document. */
function locateError(error: GraphQLError, { loc }: DocumentNode): GraphQLError {
  const { message, path, originalError, locations } = error;
  return new GraphQLError(message, {
    source: loc?.source ?? null,
    positions: locations?.map(({ line, column }) =>
      positionOf(loc?.source.body ?? "", line, column),
    ),
    path: path ?? null,
    // The document and its variables have been checked, so whatever is wrong is wrong inside.
    originalError: originalError ?? new Error(message),
  });
}

/** The offset of a line and a column, both counted from 1. */
function positionOf(text: string, line: number, column: number): number {
  const lines = text.split(/\r\n|\n|\r/g, line - 1);
  let start = 0;
  for (const before of lines) {
    start += before.length;
    start += text.startsWith("\r\n", start) ? 2 : 1;
  }
  return start + column - 1;
}
