import { MapperKind, mapSchema } from "@graphql-tools/utils";
import {
  defaultFieldResolver,
  getNamedType,
  getNullableType,
  GraphQLError,
  type GraphQLFieldConfig,
  type GraphQLResolveInfo,
  type GraphQLSchema,
  isCompositeType,
  isListType,
} from "graphql";
import type { OperationContext } from "../../operations/operation-context.ts";
import { type Cost, costOfItem } from "./document-cost.ts";
import { listSizeOf } from "./list-sizes.ts";
import type { RequestBounds } from "./request-bounds.ts";

/** The context of resolvers. Routes have no bounds: their documents are persisted, and their parameters are checked. */
export interface BoundedContext extends OperationContext {
  readonly bounds?: RequestBounds;
  /** True if graphql-js executes the document, and not compiled code. */
  readonly isInterpreted?: boolean;
}

/**
 * The schema with its resolvers within the bounds of a request: calls and errors of objects and lists, and the values
 * of the actual items of a list of sensors or rules. They are counted before an item is executed.
 */
export function withinBounds(schema: GraphQLSchema): GraphQLSchema {
  return mapSchema(schema, {
    [MapperKind.OBJECT_FIELD]: (field: Field) => {
      const { resolve = null } = field;
      if (!isCompositeType(getNamedType(field.type))) {
        return resolve === null ? field : { ...field, resolve: leavePending(resolve) };
      }
      const extensions = { ...field.extensions, isRead: resolve !== null };
      const called = resolve === null ? defaultFieldResolver : countCalls(resolve);
      if (isListType(getNullableType(field.type))) {
        const size = listSizeOf(schema, { astNode: field.astNode });
        // The items of a page are counted by its arguments.
        const known = size?.isCounted === true ? 0 : (size?.assumedSize ?? Infinity);
        return { ...field, extensions, resolve: countItems(called, known) };
      }
      return resolve === null ? field : { ...field, extensions, resolve: called };
    },
  });
}

type Field = GraphQLFieldConfig<unknown, BoundedContext, Record<string, unknown>>;
type Resolve = NonNullable<Field["resolve"]>;

/** A value of an aborted request stays pending. */
function leavePending(resolve: Resolve): Resolve {
  return (parent, args, context, info) => {
    const value: unknown = resolve(parent, args, context, info);
    const { bounds } = context;
    if (bounds === undefined || !(value instanceof Promise)) return value;
    return value.catch((error: unknown) => {
      if (bounds.pending !== null) return bounds.pending;
      throw error;
    });
  };
}

function countCalls(resolve: Resolve): Resolve {
  return (parent, args, context, info) => {
    const { bounds } = context;
    const call = () => resolve(parent, args, context, info);
    if (bounds === undefined) return call();
    return bounds.isRefused ? leaveOut(context) : callWithin(context, bounds, call);
  };
}

async function callWithin(
  context: BoundedContext,
  bounds: RequestBounds,
  call: () => unknown,
): Promise<unknown> {
  try {
    const turn = bounds.countCall();
    if (turn !== null) await turn;
    const value = bounds.isRefused ? null : await call();
    if (!bounds.isRefused) return value;
  } catch (error) {
    if (bounds.pending !== null) return bounds.pending;
    bounds.countError(error);
    if (!bounds.isRefused) throw error;
  }
  return leaveOut(context);
}

/**
 * The value of a field of a request that is refused as a whole. Creating errors for thousands of fields would cost a
 * tenth of a second: graphql-js reuses an error with a path, also for a field that may not be null.
 */
function leaveOut({ isInterpreted = false }: BoundedContext): null {
  if (isInterpreted) throw leftOut;
  return null;
}

const leftOut = Object.freeze(new GraphQLError("the request is refused", { path: [] }));

/** `known` items have been counted before the document was executed. */
function countItems(resolve: Resolve, known: number): Resolve {
  return (parent, args, context, info) => {
    const { bounds } = context;
    const list: unknown = resolve(parent, args, context, info);
    if (bounds === undefined) return list;
    const count = (items: unknown): unknown => {
      if (!Array.isArray(items)) return items;
      if (bounds.isRefused) return leaveOut(context);
      const { values, reads } = costOfEach(bounds, info);
      const found = Math.max(0, items.length - known);
      bounds.countCost({ values: found * values, reads: found * reads });
      if (context.isInterpreted === true) return bounds.spreadItems(items, values);
      const isPage = known === Infinity;
      bounds.requireInterpreter(items.length * values, isPage);
      return items;
    };
    return list instanceof Promise ? list.then(count) : count(list);
  };
}

function costOfEach(
  bounds: RequestBounds,
  { schema, fieldNodes, fragments, variableValues, returnType }: GraphQLResolveInfo,
): Cost {
  const fragmentOf = (name: string) => fragments[name];
  const scope = { schema, fragmentOf, variables: variableValues };
  return bounds.costOfItem(fieldNodes, () =>
    costOfItem(scope, fieldNodes, getNamedType(returnType)),
  );
}
