import { MapperKind, mapSchema } from "@graphql-tools/utils";
import {
  defaultFieldResolver,
  getNamedType,
  getNullableType,
  type GraphQLFieldConfig,
  type GraphQLResolveInfo,
  type GraphQLSchema,
  isCompositeType,
  isListType,
} from "graphql";
import type { OperationContext } from "#operations/operation-context.ts";
import { listSizeOf, valuesOfItem } from "./document-cost.ts";
import type { RequestBounds } from "./request-bounds.ts";

/** The context of resolvers. Documents of routes have no bounds: a route has a fixed document and its own parameters. */
export interface BoundedContext extends OperationContext {
  readonly bounds?: RequestBounds;
  /** Whether graphql-js executes the document, and not compiled code. */
  readonly isInterpreted?: boolean;
}

/**
 * The schema with its resolvers held to the bounds of a request: calls and errors of objects and lists, and the values of
 * the items that a list of sensors or of rules really has. They are counted before an item is executed.
 */
export function withinBounds(schema: GraphQLSchema): GraphQLSchema {
  return mapSchema(schema, {
    [MapperKind.OBJECT_FIELD]: (field: Field) => {
      if (!isCompositeType(getNamedType(field.type))) return field;
      const { resolve } = field;
      const called = resolve && countCalls(resolve);
      if (isListType(getNullableType(field.type))) {
        const isCounted = listSizeOf(schema, { astNode: field.astNode })?.counted === true;
        return { ...field, resolve: countItems(called ?? defaultFieldResolver, isCounted) };
      }
      return called === undefined ? field : { ...field, resolve: called };
    },
  });
}

type Field = GraphQLFieldConfig<unknown, BoundedContext, Record<string, unknown>>;
type Resolve = NonNullable<Field["resolve"]>;

function countCalls(resolve: Resolve): Resolve {
  return (parent, args, context, info) => {
    const { bounds } = context;
    const call = () => resolve(parent, args, context, info);
    if (bounds === undefined) return call();
    // The answer is an error already. Another one would take longer.
    return bounds.isRefused ? null : callWithin(bounds, call);
  };
}

async function callWithin(bounds: RequestBounds, call: () => unknown): Promise<unknown> {
  try {
    const turn = bounds.countCall();
    if (turn !== null) await turn;
    return bounds.isRefused ? null : await call();
  } catch (error) {
    bounds.countError(error);
    throw error;
  }
}

function countItems(resolve: Resolve, isCounted: boolean): Resolve {
  return (parent, args, context, info) => {
    const { bounds } = context;
    const list: unknown = resolve(parent, args, context, info);
    if (bounds === undefined) return list;
    const count = (items: unknown): unknown => {
      if (!Array.isArray(items)) return items;
      const values = valuesOfList(bounds, info);
      if (isCounted) bounds.countValues(items.length * values);
      return context.isInterpreted === true ? bounds.spreadItems(items, values) : items;
    };
    return list instanceof Promise ? list.then(count) : count(list);
  };
}

function valuesOfList(
  bounds: RequestBounds,
  { schema, fieldNodes, fragments, variableValues, returnType }: GraphQLResolveInfo,
): number {
  const [field] = fieldNodes;
  if (field === undefined) return 0;
  return bounds.valuesOfItem(field, () => {
    const fragmentOf = (name: string) => fragments[name];
    const scope = { schema, fragmentOf, variables: variableValues, countedLists: "none" } as const;
    return valuesOfItem(scope, fieldNodes, getNamedType(returnType));
  });
}
