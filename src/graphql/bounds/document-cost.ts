import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  getDirectiveValues,
  getNamedType,
  getNullableType,
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLSchema,
  isCompositeType,
  isIntrospectionType,
  isListType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  SchemaMetaFieldDef,
  type SelectionNode,
  type SelectionSetNode,
  TypeMetaFieldDef,
  valueFromASTUntyped,
} from "graphql";
import { bucketCounts, pointCounts } from "../../acoustics/aggregates/arguments.ts";
import { pageSizes } from "../../acoustics/paging.ts";
import { fragmentsOf, variableDefaults } from "./document-parts.ts";

/**
 * How much the answer to an operation could hold. Lists that cost what they really have are counted when they are read
 * (`bounded-schema.ts`): here, only the assumed numbers contain their items.
 */
export interface Cost {
  readonly values: number;
  /** Objects and lists that are read. */
  readonly reads: number;
  readonly assumedValues: number;
  /** Records of pages. */
  readonly assumedRecords: number;
}

/** Everything that the cost of a selection depends on. */
export interface CostScope {
  readonly schema: GraphQLSchema;
  readonly fragmentOf: (name: string) => FragmentDefinitionNode | undefined;
  /** Values of variables, as JSON or coerced. They may be wrong. */
  readonly variables: Readonly<Record<string, unknown>>;
}

/*
 * The values of an operation: a field counts 1. Everything that is selected inside it counts once for each
 * time it could occur: in a page as often as its `limit` says, in a list of buckets as often as `maxBuckets` or
 * `maxPoints`, in a list of `ids` as often as it names some, in another list as often as `@listSize` says. A field that
 * is skipped or repeated counts, too.
 *
 * Worked example, with 50 sensors assumed: `{ project(id: "a") { sensors { measurements(…, limit: 2000) { data { LAeq
 * } } } } }` costs 1 + 1 + 50 × (1 + 1 + 2000 × 1) = 100,102.
 *
 * Its records: a page counts its `limit`, whatever is selected of it; here 50 × 2000.
 */

/** The cost of an operation of a valid document. */
export function costOf(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
  variables: Readonly<Record<string, unknown>>,
): Cost {
  const root = schema.getRootType(operation.operation);
  if (root == null) return nothing;
  const fragments = fragmentsOf(document);
  const scope: CostScope = {
    schema,
    fragmentOf: (name) => fragments.get(name),
    variables: { ...variableDefaults(operation), ...variables },
  };
  return costOfSet(scope, operation.selectionSet, root, 1);
}

/** The cost of one item of a list of `type`, that `nodes` select. */
export function costOfItem(
  scope: CostScope,
  nodes: readonly FieldNode[],
  type: GraphQLNamedType,
): Cost {
  return nodes.reduce(
    (cost, { selectionSet }) =>
      selectionSet === undefined ? cost : add(cost, costOfSet(scope, selectionSet, type, 1)),
    nothing,
  );
}

function costOfSet(
  scope: CostScope,
  { selections }: SelectionSetNode,
  type: GraphQLNamedType,
  pageSize: number,
): Cost {
  return selections.reduce(
    (cost, node) => add(cost, costOfNode(scope, node, type, pageSize)),
    nothing,
  );
}

function add(one: Cost, other: Cost): Cost {
  return {
    values: one.values + other.values,
    reads: one.reads + other.reads,
    assumedValues: one.assumedValues + other.assumedValues,
    assumedRecords: one.assumedRecords + other.assumedRecords,
  };
}

/** `pageSize` is that of the page whose field this is. */
function costOfNode(
  scope: CostScope,
  node: SelectionNode,
  type: GraphQLNamedType,
  pageSize: number,
): Cost {
  if (node.kind !== Kind.FIELD) {
    const fragment = node.kind === Kind.INLINE_FRAGMENT ? node : scope.fragmentOf(node.name.value);
    return fragment === undefined
      ? nothing
      : costOfSet(scope, fragment.selectionSet, type, pageSize);
  }
  const field = findField(scope.schema, type, node.name.value);
  if (field === undefined || node.selectionSet === undefined) return oneValue;
  const inside = getNamedType(field.type);
  if (!isCompositeType(inside)) return oneValue;
  const isList = isListType(getNullableType(field.type));
  const { items, assumedItems } = isList ? itemsOf(scope, type, node, field, pageSize) : oneItem;
  const ownSize = pageSizeOf(node, field, scope.variables);
  const each = costOfSet(scope, node.selectionSet, inside, ownSize ?? 1);
  return {
    values: 1 + items * each.values,
    reads: (field.extensions["isRead"] === true ? 1 : 0) + items * each.reads,
    assumedValues: 1 + assumedItems * each.assumedValues,
    assumedRecords: (ownSize ?? 0) + assumedItems * each.assumedRecords,
  };
}

function itemsOf(
  { schema, variables }: CostScope,
  type: GraphQLNamedType,
  node: FieldNode,
  field: GraphQLField<unknown, unknown>,
  pageSize: number,
): typeof oneItem {
  const size = isIntrospectionType(type) ? null : listSizeOf(schema, field);
  const known = isIntrospectionType(type) ? (introspectionItems[field.name] ?? 10) : pageSize;
  const assumedItems = namedItemsOf(node, variables) ?? size?.assumedSize ?? known;
  return { items: size?.counted === true ? 0 : assumedItems, assumedItems };
}

const oneItem = { items: 1, assumedItems: 1 };

/** How many items the `ids` of a field name; null where it names none. */
function namedItemsOf(
  { arguments: args = [] }: FieldNode,
  given: Readonly<Record<string, unknown>>,
): number | null {
  const node = args.find(({ name }) => name.value === "ids")?.value;
  const ids: unknown = node && valueFromASTUntyped(node, given);
  return Array.isArray(ids) ? ids.length : null;
}

const nothing: Cost = { values: 0, reads: 0, assumedValues: 0, assumedRecords: 0 };
const oneValue: Cost = { ...nothing, values: 1, assumedValues: 1 };

/** True if an operation is large: few of these may run at once, because one does as much as many others. */
export function isLarge({
  assumedValues,
  assumedRecords,
}: Pick<Cost, "assumedValues" | "assumedRecords">): boolean {
  return assumedValues > largeValues || assumedRecords > largeRecords;
}

const largeValues = 250_000;
/** A page of 400 samples at 50 sensors. */
const largeRecords = 20_000;

/** True if an operation is compiled at once, because graphql-js would hold the thread for longer. */
export function hasManyValues({ assumedValues }: Cost): boolean {
  return assumedValues > 3000;
}

function findField(schema: GraphQLSchema, type: GraphQLNamedType, name: string) {
  const metaFields = type === schema.getQueryType() ? [SchemaMetaFieldDef, TypeMetaFieldDef] : [];
  const metaField = metaFields.find((field) => field.name === name);
  return metaField ?? (isObjectType(type) ? type.getFields()[name] : undefined);
}

/** The `@listSize` of a list; null for the records of a page. */
export function listSizeOf(
  schema: GraphQLSchema,
  { astNode }: Pick<GraphQLField<unknown, unknown>, "astNode">,
): { readonly assumedSize: number; readonly counted: boolean } | null {
  const directive = schema.getDirective("listSize");
  const values = directive && astNode ? getDirectiveValues(directive, astNode) : undefined;
  if (values === undefined) return null;
  return { assumedSize: Number(values["assumedSize"]), counted: values["counted"] === true };
}

const introspectionItems: Readonly<Record<string, number>> = { types: 50, fields: 20 };

/** The arguments that say how long the list of a field is at most. */
const sizeArguments: Readonly<
  Record<string, { readonly lowest: number; readonly highest: number }>
> = { limit: pageSizes, maxBuckets: bucketCounts, maxPoints: pointCounts };

/** The size of a field's page or list of buckets, by its argument; null for a field without one. */
function pageSizeOf(
  { arguments: args = [] }: FieldNode,
  field: GraphQLField<unknown, unknown>,
  given: Readonly<Record<string, unknown>>,
): number | null {
  const argument = field.args.find(({ name }) => Object.hasOwn(sizeArguments, name));
  const bounds = argument && sizeArguments[argument.name];
  if (argument === undefined || bounds === undefined) return null;
  const node = args.find(({ name }) => name.value === argument.name)?.value;
  const size = (node && valueFromASTUntyped(node, given)) ?? argument.defaultValue;
  // A value that is no number, or outside the bounds, is refused later, before anything is read.
  const isWithin = typeof size === "number" && size <= bounds.highest;
  return isWithin ? Math.max(size, bounds.lowest) : bounds.highest;
}
