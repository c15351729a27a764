import { MapperKind, mapSchema } from "@graphql-tools/utils";
import {
  type DocumentNode,
  type ExecutionResult,
  type FieldNode,
  GraphQLError,
  GraphQLFloat,
  GraphQLList,
  GraphQLNonNull,
  type GraphQLOutputType,
  type GraphQLSchema,
  GraphQLString,
  isListType,
  isNonNullType,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from "graphql";
import { compileQuery, isCompiledQuery } from "graphql-jit";
import type { OperationContext } from "../operations/operation-context.ts";
import { fragmentsOf, variableDefaults } from "./document-parts.ts";
import { textOf } from "./parse-document.ts";
import { decibelScalar, instantScalar, unixSecondScalar } from "./scalars.ts";

/** Executes one operation. Variables are JSON. */
export interface PreparedOperation {
  readonly isCompiled: boolean;
  readonly execute: (
    variables: Readonly<Record<string, unknown>>,
    context: OperationContext,
  ) => Promise<ExecutionResult>;
}

/*
 * An operation is interpreted, and not compiled, for
 * - the response key `__proto__`, which has a meaning of its own in an object literal;
 * - introspection, which would return the changed schema of the compiler;
 * - a document of more than 8192 characters, which needs seconds to compile;
 * - a conditional repeat (below), which the compiler answers wrongly;
 * - everything else that the compiler refuses. The text is searched including its comments.
 */

/** Compiles an operation of a validated document, for checked variables; null: it must be interpreted. */
export function compileOperation(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
): PreparedOperation | null {
  const text = textOf(document);
  if (text.length > 8192 || /\b__(?:proto__|schema|type)\b/.test(text)) return null;
  if (hasConditionalRepeats(document, operation)) return null;
  const name = operation.name?.value;
  const compiled = compileQuery(withPlainLeaves(schema), document, name, compilerOptions);
  if (!isCompiledQuery(compiled)) return null;
  // The compiler does not apply defaults of variables everywhere, so each variable is given its own.
  const defaults = variableDefaults(operation);
  const execute: PreparedOperation["execute"] = async (variables, context) => {
    const given = { ...defaults, ...variables };
    const { data, errors } = await compiled.query(undefined, context, given);
    return {
      ...(errors && { errors: errors.map(withCause) }),
      data: data ?? null,
    };
  };
  return { isCompiled: true, execute };
}

const compilerOptions = {
  // Resolvers return leaves in the form of the answer.
  disableLeafSerialization: true,
  // Errors of a request need no stack; their causes have their own.
  disablingCapturingStackErrors: true,
  // Without it, `@include` on a fragment leaks to other spreads of the same fragment.
  useExperimentalPathBasedSkipInclude: true,
};

/**
 * True if an answer has a field that is selected more than once, at least once on a condition: under
 * `@include` or `@skip`, of its own or of a fragment around it. Example, with the alias `a` twice:
 * `{ a: project(id: 1) @skip(if: $x) { id } a: project(id: 1) { name } }`.
 */
function hasConditionalRepeats(
  document: DocumentNode,
  { selectionSet }: OperationDefinitionNode,
): boolean {
  const fragments = fragmentsOf(document);
  const hasRepeats = (sets: readonly SelectionSetNode[]): boolean => {
    const fields = new Map<string, { node: FieldNode; isConditional: boolean }[]>();
    const collect = ({ selections }: SelectionSetNode, isInsideCondition: boolean) => {
      for (const node of selections) {
        const isConditional = isInsideCondition || (node.directives ?? []).length > 0;
        if (node.kind === Kind.FIELD) {
          const key = (node.alias ?? node.name).value;
          const occurrences = fields.get(key) ?? [];
          occurrences.push({ node, isConditional });
          fields.set(key, occurrences);
        } else {
          const inside = node.kind === Kind.INLINE_FRAGMENT ? node : fragments.get(node.name.value);
          if (inside !== undefined) collect(inside.selectionSet, isConditional);
        }
      }
    };
    for (const set of sets) collect(set, false);
    return [...fields.values()].some(
      (occurrences) =>
        (occurrences.length > 1 && occurrences.some(({ isConditional }) => isConditional)) ||
        hasRepeats(occurrences.flatMap(({ node }) => node.selectionSet ?? [])),
    );
  };
  return hasRepeats([selectionSet]);
}

/**
 * The schema for the compiler: values of our own scalars are plain numbers or texts. Resolvers return these leaves in
 * the form of the answer, but the compiler skips serialization only for built-in scalars; for others it would call a
 * function for every leaf of a page. Arguments keep their types.
 */
function withPlainLeaves(schema: GraphQLSchema): GraphQLSchema {
  const plain =
    plainSchemas.get(schema) ??
    mapSchema(schema, {
      [MapperKind.COMPOSITE_FIELD]: (field) => ({ ...field, type: plainTypeOf(field.type) }),
    });
  plainSchemas.set(schema, plain);
  return plain;
}

const plainSchemas = new WeakMap<GraphQLSchema, GraphQLSchema>();

function plainTypeOf(type: GraphQLOutputType): GraphQLOutputType {
  if (isNonNullType(type)) return new GraphQLNonNull(plainTypeOf(type.ofType));
  if (isListType(type)) return new GraphQLList(plainTypeOf(type.ofType));
  return plainTypes.get(type.name) ?? type;
}

const plainTypes = new Map<string, GraphQLOutputType>([
  [instantScalar.name, GraphQLString],
  ["LocalDateTime", GraphQLString],
  [decibelScalar.name, GraphQLFloat],
  [unixSecondScalar.name, GraphQLFloat],
]);

/** The document and its variables are valid, so the cause of an error is inside the server. */
function withCause(error: GraphQLError): GraphQLError {
  const { message, path, locations, originalError = new Error(message) } = error;
  const cause = new GraphQLError(message, { path: path ?? null, originalError });
  return Object.assign(cause, { locations });
}
