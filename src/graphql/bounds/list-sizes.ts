import {
  type FieldNode,
  getDirectiveValues,
  type GraphQLField,
  type GraphQLSchema,
  valueFromASTUntyped,
} from "graphql";
import { bucketCounts, pointCounts } from "../../acoustics/aggregates/arguments.ts";
import { pageSizes } from "../../acoustics/paging.ts";

/** The length of lists by the `@listSize` of a field (IBM GraphQL Cost Directives, 8). */
export interface ListSize {
  /** Items of the list itself; null if arguments decide the size of lists inside. */
  readonly assumedSize: number | null;
  readonly slicingArguments: readonly string[];
  readonly sizedFields: readonly string[];
  /** True if the items are counted when the list is read (`@counted`). */
  readonly isCounted: boolean;
}

/**
 * The `@listSize` of a field; null for a list whose size the field above decides, and for a field that is not a list.
 */
export function listSizeOf(
  schema: GraphQLSchema,
  { astNode }: Pick<GraphQLField<unknown, unknown>, "astNode">,
): ListSize | null {
  const valuesOf = (name: string) => {
    const directive = schema.getDirective(name);
    return directive && astNode ? getDirectiveValues(directive, astNode) : undefined;
  };
  const values = valuesOf("listSize");
  if (values === undefined) return null;
  const {
    assumedSize = null,
    slicingArguments = [],
    sizedFields = [],
  } = values as Partial<Omit<ListSize, "isCounted">>;
  return {
    assumedSize,
    slicingArguments,
    sizedFields,
    isCounted: valuesOf("counted") !== undefined,
  };
}

/** The lists of an object whose size the arguments of its field have decided. */
export interface SizedLists {
  readonly names: readonly string[];
  readonly size: number;
}

export const noLists: SizedLists = { names: [], size: 0 };

/** The allowed values of slicing arguments. */
const sizeBounds: Readonly<Record<string, { readonly lowest: number; readonly highest: number }>> =
  { limit: pageSizes, maxBuckets: bucketCounts, maxPoints: pointCounts };

/** The page or the list of buckets inside a field, by its argument; null for a field without one. */
export function sizedListsOf(
  { slicingArguments, sizedFields }: ListSize,
  { arguments: args = [] }: FieldNode,
  field: GraphQLField<unknown, unknown>,
  given: Readonly<Record<string, unknown>>,
): SizedLists | null {
  const argument = field.args.find(({ name }) => slicingArguments.includes(name));
  const bounds = argument && sizeBounds[argument.name];
  if (argument === undefined || bounds === undefined) return null;
  const node = args.find(({ name }) => name.value === argument.name)?.value;
  const size = (node && valueFromASTUntyped(node, given)) ?? argument.defaultValue;
  // A value that is not a number, or is outside the bounds, is refused later, before anything is read.
  const isWithin = typeof size === "number" && size <= bounds.highest;
  return {
    names: sizedFields,
    size: isWithin ? Math.max(size, bounds.lowest) : bounds.highest,
  };
}

/** The number of items in the `ids` of a field; null if it has none. */
export function namedItemsOf(
  { arguments: args = [] }: FieldNode,
  given: Readonly<Record<string, unknown>>,
): number | null {
  const node = args.find(({ name }) => name.value === "ids")?.value;
  const ids: unknown = node && valueFromASTUntyped(node, given);
  return Array.isArray(ids) ? ids.length : null;
}
