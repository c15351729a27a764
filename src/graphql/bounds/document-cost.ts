import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  getNamedType,
  getNullableType,
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
} from "graphql";
import { fragmentsOf, variableDefaults } from "./document-parts.ts";
import {
  type ListSize,
  listSizeOf,
  namedItemsOf,
  noLists,
  type SizedLists,
  sizedListsOf,
} from "./list-sizes.ts";

/**
 * The greatest size of the answer to an operation. Lists with `@counted` are counted by their actual items when they
 * are read (`bounded-schema.ts`); here, only the assumed numbers contain their items.
 */
export interface Cost {
  readonly values: number;
  /** Objects and lists that are read. */
  readonly reads: number;
  readonly assumedValues: number;
  /** Records of pages. */
  readonly assumedRecords: number;
}

/** The values that decide the cost of a selection. */
export interface CostScope {
  readonly schema: GraphQLSchema;
  readonly fragmentOf: (name: string) => FragmentDefinitionNode | undefined;
  /** Values of variables, as JSON or coerced. They may be invalid. */
  readonly variables: Readonly<Record<string, unknown>>;
}

/*
 * The values of an operation: a field counts 1. A selection inside a list counts once for each possible item, by the
 * `@listSize` of the list: `limit` for a page, `maxBuckets` or `maxPoints` for a list of buckets, the number of `ids`
 * for a list by ids, and the assumed size for any other list. A field that is skipped or repeated counts, too.
 *
 * Worked example, with 50 sensors assumed: `{ project(id: "a") { sensors { measurements(…, limit: 2000) { data { LAeq }
 * } } } }` costs 1 + 1 + 50 × (1 + 1 + 2000 × 1) = 100,102.
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
  return costOfSet(scope, operation.selectionSet, root, noLists);
}

/** The cost of one item of a list of `type`, that `nodes` select. */
export function costOfItem(
  scope: CostScope,
  nodes: readonly FieldNode[],
  type: GraphQLNamedType,
): Cost {
  return nodes.reduce(
    (cost, { selectionSet }) =>
      selectionSet === undefined ? cost : add(cost, costOfSet(scope, selectionSet, type, noLists)),
    nothing,
  );
}

function costOfSet(
  scope: CostScope,
  { selections }: SelectionSetNode,
  type: GraphQLNamedType,
  lists: SizedLists,
): Cost {
  return selections.reduce(
    (cost, node) => add(cost, costOfNode(scope, node, type, lists)),
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

function costOfNode(
  scope: CostScope,
  node: SelectionNode,
  type: GraphQLNamedType,
  lists: SizedLists,
): Cost {
  if (node.kind !== Kind.FIELD) {
    const fragment = node.kind === Kind.INLINE_FRAGMENT ? node : scope.fragmentOf(node.name.value);
    return fragment === undefined ? nothing : costOfSet(scope, fragment.selectionSet, type, lists);
  }
  const field = findField(scope.schema, type, node.name.value);
  if (field === undefined || node.selectionSet === undefined) return oneValue;
  const inside = getNamedType(field.type);
  if (!isCompositeType(inside)) return oneValue;
  const isList = isListType(getNullableType(field.type));
  const size = isIntrospectionType(type) ? null : listSizeOf(scope.schema, field);
  const { items, assumedItems } = isList ? itemsOf(scope, type, node, size, lists) : oneItem;
  const sized = size && sizedListsOf(size, node, field, scope.variables);
  const each = costOfSet(scope, node.selectionSet, inside, sized ?? noLists);
  return {
    values: 1 + items * each.values,
    reads: (field.extensions["isRead"] === true ? 1 : 0) + items * each.reads,
    assumedValues: 1 + assumedItems * each.assumedValues,
    assumedRecords: (sized?.size ?? 0) + assumedItems * each.assumedRecords,
  };
}

function itemsOf(
  { variables }: CostScope,
  type: GraphQLNamedType,
  node: FieldNode,
  size: ListSize | null,
  lists: SizedLists,
): typeof oneItem {
  const { value: name } = node.name;
  const known = lists.names.includes(name) ? lists.size : 1;
  const usual = isIntrospectionType(type) ? (introspectionItems[name] ?? 10) : known;
  const assumedItems = namedItemsOf(node, variables) ?? size?.assumedSize ?? usual;
  return { items: size?.isCounted === true ? 0 : assumedItems, assumedItems };
}

const oneItem = { items: 1, assumedItems: 1 };

const nothing: Cost = { values: 0, reads: 0, assumedValues: 0, assumedRecords: 0 };
const oneValue: Cost = { ...nothing, values: 1, assumedValues: 1 };

/** True if an operation is large: few large ones may run at once, because each does the work of many others. */
export function isLarge({
  assumedValues,
  assumedRecords,
}: Pick<Cost, "assumedValues" | "assumedRecords">): boolean {
  return assumedValues > largeValues || assumedRecords > largeRecords;
}

const largeValues = 250_000;
/** A page of 400 samples at 50 sensors. */
const largeRecords = 20_000;

/** True if an operation is compiled at once, because graphql-js would block the thread for longer. */
export function hasManyValues({ assumedValues }: Cost): boolean {
  return assumedValues > 3000;
}

function findField(schema: GraphQLSchema, type: GraphQLNamedType, name: string) {
  const metaFields = type === schema.getQueryType() ? [SchemaMetaFieldDef, TypeMetaFieldDef] : [];
  const metaField = metaFields.find((field) => field.name === name);
  return metaField ?? (isObjectType(type) ? type.getFields()[name] : undefined);
}

const introspectionItems: Readonly<Record<string, number>> = { types: 50, fields: 20 };
