import {
  type ASTNode,
  type DocumentNode,
  getVariableValues,
  GraphQLError,
  type GraphQLSchema,
  isNonNullType,
  Kind,
  type OperationDefinitionNode,
  TypeInfo,
  type VariableNode,
  visit,
  visitWithTypeInfo,
} from "graphql";
import { fragmentsOf } from "./document-parts.ts";
import { bounds } from "./bounds.ts";

/*
 * An operation is executed only with variables that have no error, so that compiled and interpreted documents cannot
 * differ in them. The errors are those of graphql-js. Two errors are ours: a list that is longer than any argument
 * allows is refused before its entries are read; and null for a variable in a non-null position is one error here,
 * while graphql-js reports one for each field in which it occurs.
 */

/** Checks the variables of a request, as JSON, against a validated document. */
export function findVariableErrors(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
  variables: Readonly<Record<string, unknown>>,
): readonly GraphQLError[] {
  const { variableDefinitions = [] } = operation;
  const tooLong = variableDefinitions.filter(({ variable }) => {
    const value = variables[variable.name.value];
    return Array.isArray(value) && value.length > bounds.entries;
  });
  if (tooLong.length > 0) {
    return tooLong.map((node) => {
      const name = node.variable.name.value;
      return new GraphQLError(`The list of "$${name}" may have at most ${entries} entries.`, {
        nodes: node,
      });
    });
  }
  const { coerced, errors } = getVariableValues(schema, variableDefinitions, variables, {
    maxErrors: bounds.errors,
  });
  if (coerced === undefined) return errors;
  const nulls = Object.keys(coerced).filter((name) => coerced[name] === null);
  if (nulls.length === 0) return [];
  return requiredVariables(schema, document, operation)
    .filter(({ name }) => nulls.includes(name.value))
    .map(
      (node) =>
        new GraphQLError(`Variable "$${node.name.value}" must not be null where it is used.`, {
          nodes: node,
        }),
    );
}

const entries = bounds.entries.toLocaleString("en");

/**
 * The uses of variables in non-null positions of an operation and its fragments, also in fields that are skipped. A
 * variable that may be null is allowed there if it, or the argument, has a default (GraphQL, October 2021, 5.8.5).
 */
function requiredVariables(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
): readonly VariableNode[] {
  const known = requiredByOperation.get(operation);
  if (known !== undefined) return known;
  const found: VariableNode[] = [];
  const types = new TypeInfo(schema);
  const fragments = fragmentsWithin(document, operation);
  visit(
    document,
    visitWithTypeInfo(types, {
      [Kind.OPERATION_DEFINITION]: (node) => (node === operation ? undefined : false),
      [Kind.FRAGMENT_DEFINITION]: ({ name }) => (fragments.has(name.value) ? undefined : false),
      [Kind.VARIABLE_DEFINITION]: () => false,
      [Kind.VARIABLE]: (node) => {
        if (isNonNullType(types.getInputType())) found.push(node);
      },
    }),
  );
  requiredByOperation.set(operation, found);
  return found;
}

/** The names of the fragments that an operation spreads, directly or in others. */
function fragmentsWithin(
  document: DocumentNode,
  operation: OperationDefinitionNode,
): ReadonlySet<string> {
  const fragments = fragmentsOf(document);
  const found = new Set<string>();
  const collect = (node: ASTNode) =>
    visit(node, {
      [Kind.FRAGMENT_SPREAD]: ({ name: { value: name } }) => {
        const fragment = fragments.get(name);
        if (fragment === undefined || found.has(name)) return;
        found.add(name);
        collect(fragment);
      },
    });
  collect(operation);
  return found;
}

const requiredByOperation = new WeakMap<OperationDefinitionNode, readonly VariableNode[]>();
