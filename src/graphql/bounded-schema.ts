import {
  defaultFieldResolver,
  type FieldNode,
  getNamedType,
  getNullableType,
  GraphQLError,
  type GraphQLField,
  type GraphQLResolveInfo,
  type GraphQLSchema,
  isCompositeType,
  isIntrospectionType,
  isListType,
  isObjectType,
} from "graphql";
import { RequestError } from "../http/requests/request-error.ts";
import type { OperationContext } from "../operations/operation-context.ts";
import { bounds } from "./bounds.ts";
import { knownItems, valuesOfItem } from "./document-values.ts";

/** The context of resolvers. Routes have no counter: their documents are persisted, their parameters checked. */
export interface CountedContext extends OperationContext {
  readonly counter?: RequestCounter;
  /** True if graphql-js executes the document, and not compiled code. */
  readonly isInterpreted?: boolean;
}

export type RequestCounter = ReturnType<typeof createRequestCounter>;

/**
 * Counts the values of one request and the errors of its fields while it is executed. A request beyond a bound is
 * refused as a whole.
 */
export function createRequestCounter(signal: AbortSignal, isCompiled: boolean) {
  const most = isCompiled ? bounds.trustedValues : bounds.values;
  let values = 0;
  let errors = 0;
  let first: unknown = null;
  let refusal: RequestError | null = null;
  const valuesOfLists = new WeakMap<readonly FieldNode[], number>();
  // Each request has its own: what waits for it is freed with the request.
  const pending = new Promise<never>(() => undefined);
  return {
    /** True when the request is refused as a whole: no further field needs to be read. */
    get isRefused() {
      return refusal !== null;
    },
    /** Null, or for an aborted request a promise that stays pending: nobody reads its values and errors. */
    get pending() {
      return signal.aborted ? pending : null;
    },
    /** Counts values of the answer. Throws `invalid_request` beyond the bound. */
    countValues(count: number) {
      values += count;
      if (values > most) refusal ??= tooManyValues(most);
      if (refusal !== null) throw refusal;
    },
    /** The values of an item of a list that the nodes of a field select; they are counted once for the same nodes. */
    valuesOfItems(nodes: readonly FieldNode[], count: () => number): number {
      const known = valuesOfLists.get(nodes) ?? count();
      valuesOfLists.set(nodes, known);
      return known;
    },
    /** Counts the error of a field. */
    countError(error: unknown) {
      errors += 1;
      first ??= error;
      if (errors > bounds.errors) refusal ??= tooManyErrors(first);
    },
    /** Throws the error with which the request is refused as a whole. */
    requireNotRefused() {
      if (refusal !== null) throw refusal;
    },
  };
}

const tooManyValues = (most: number) =>
  RequestError.tooMuch(
    `An answer may have at most ${most.toLocaleString("en")} values: request fewer fields, smaller pages or fewer sensors at once.`,
  );

/** Refuses the request with the code of its first error. */
function tooManyErrors(first: unknown): RequestError {
  const known = first instanceof RequestError ? first : RequestError.of("unavailable", first);
  return known.withDetail(textOfTooManyErrors(known.message));
}

/** The text of a refusal for too many errors, with the text of the first one. */
export function textOfTooManyErrors(first: string): string {
  return `A request with more than ${bounds.errors} errors is refused as a whole. The first error: ${first}`;
}

/**
 * Puts the resolvers of the schema, which it returns, within the bounds of a request: errors of objects and lists that
 * are read, and the real length of lists, before an item is executed.
 */
export function withinBounds(schema: GraphQLSchema): GraphQLSchema {
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type) || isIntrospectionType(type)) continue;
    for (const field of Object.values<Field>(type.getFields())) {
      const { resolve = null } = field;
      if (!isCompositeType(getNamedType(field.type))) continue;
      field.extensions = { ...field.extensions, isRead: resolve !== null };
      const read = resolve === null ? defaultFieldResolver : countErrors(resolve);
      field.resolve = isListType(getNullableType(field.type)) ? countItems(read, field) : read;
    }
  }
  return schema;
}

type Field = GraphQLField<unknown, CountedContext, Record<string, unknown>>;
type Resolve = NonNullable<Field["resolve"]>;

function countErrors(resolve: Resolve): Resolve {
  return (parent, args, context, info) => {
    const { counter } = context;
    const call = () => resolve(parent, args, context, info);
    if (counter === undefined) return call();
    return counter.isRefused ? leaveOut(context) : callCounted(context, counter, call);
  };
}

async function callCounted(
  context: CountedContext,
  counter: RequestCounter,
  call: () => unknown,
): Promise<unknown> {
  try {
    const value = await call();
    if (counter.pending !== null) return counter.pending;
    if (!counter.isRefused) return value;
  } catch (error) {
    if (counter.pending !== null) return counter.pending;
    counter.countError(error);
    if (!counter.isRefused) throw error;
  }
  return leaveOut(context);
}

/**
 * The value of a field of a request that is refused as a whole. Creating errors for thousands of fields would cost a
 * tenth of a second: graphql-js reuses an error with a path, also for a field that may not be null.
 */
function leaveOut({ isInterpreted = false }: CountedContext): null {
  if (isInterpreted) throw leftOut;
  return null;
}

const leftOut = Object.freeze(new GraphQLError("the request is refused", { path: [] }));

function countItems(resolve: Resolve, field: Pick<Field, "astNode">): Resolve {
  return (parent, args, context, info) => {
    const { counter } = context;
    if (counter?.isRefused === true) return leaveOut(context);
    const list: unknown = resolve(parent, args, context, info);
    if (counter === undefined) return list;
    const count = (items: unknown): unknown => {
      if (!Array.isArray(items)) return items;
      if (counter.isRefused) return leaveOut(context);
      const known = knownLength(info, field);
      if (items.length > known) {
        counter.countValues((items.length - known) * valuesOfEach(counter, info));
      }
      return items;
    };
    return list instanceof Promise ? list.then(count) : count(list);
  };
}

function knownLength(
  { schema, fieldNodes: [node], variableValues }: GraphQLResolveInfo,
  field: Pick<Field, "astNode">,
): number {
  return node === undefined ? 0 : knownItems({ schema, variables: variableValues }, node, field);
}

function valuesOfEach(
  counter: RequestCounter,
  { schema, fieldNodes, fragments, variableValues, returnType }: GraphQLResolveInfo,
): number {
  const fragmentOf = (name: string) => fragments[name];
  const scope = { schema, fragmentOf, variables: variableValues };
  return counter.valuesOfItems(fieldNodes, () =>
    valuesOfItem(scope, fieldNodes, getNamedType(returnType)),
  );
}
