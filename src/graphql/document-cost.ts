import {
  type DocumentNode,
  type FieldNode,
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
import { bucketCounts, pointCounts } from "#acoustics/aggregates/arguments.ts";
import { pageSizes } from "#acoustics/paging.ts";
import { documentBounds } from "./document-bounds.ts";
import { fragmentsOf, variableDefaults } from "./document-parts.ts";

/** What the answer to an operation could hold: values, and records of its pages. */
export interface Cost {
  readonly values: number;
  readonly records: number;
}

/**
 * The cost of an operation. Its values: a field counts 1. What is
 * selected inside it counts once for each time it could occur: in a page as often as its `limit` says, in a list of
 * buckets as often as `maxBuckets` or `maxPoints`, in another list as often as `@listSize` of the schema assumes. A field that is skipped or repeated counts,
 * too. The document is valid; `variables` may be wrong.
 *
 * Worked example: `{ project(id: "a") { sensors { measurements(…, limit: 2000) { data { LAeq } } } } }`
 * costs 1 + 1 + 50 × (1 + 1 + 2000 × 1) = 100,102.
 *
 * A document without an operation costs nothing.
 *
 * Its records: a page counts its `limit`, whatever is selected of it; here 50 × 2000.
 */
export function costOf(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode | null | undefined,
  variables: Readonly<Record<string, unknown>>,
): Cost {
  if (operation == null) return nothing;
  const fragments = fragmentsOf(document);
  const given = { ...variableDefaults(operation), ...variables };

  const costOfSet = (set: SelectionSetNode, type: GraphQLNamedType, pageSize: number): Cost =>
    set.selections.reduce((cost, node) => {
      const { values, records } = costOfNode(node, type, pageSize);
      return { values: cost.values + values, records: cost.records + records };
    }, nothing);
  /** `pageSize` is that of the page whose field this is. */
  const costOfNode = (node: SelectionNode, type: GraphQLNamedType, pageSize: number): Cost => {
    if (node.kind !== Kind.FIELD) {
      const fragment = node.kind === Kind.INLINE_FRAGMENT ? node : fragments.get(node.name.value);
      return fragment === undefined ? nothing : costOfSet(fragment.selectionSet, type, pageSize);
    }
    const field = findField(schema, type, node.name.value);
    if (field === undefined || node.selectionSet === undefined) return oneValue;
    const inside = getNamedType(field.type);
    if (!isCompositeType(inside)) return oneValue;
    const isList = isListType(getNullableType(field.type));
    const items = isList ? (assumedItems(schema, type, field) ?? pageSize) : 1;
    const ownSize = pageSizeOf(node, field, given);
    const { values, records } = costOfSet(node.selectionSet, inside, ownSize ?? 1);
    return { values: 1 + items * values, records: (ownSize ?? 0) + items * records };
  };
  const root = schema.getRootType(operation.operation);
  return root == null ? nothing : costOfSet(operation.selectionSet, root, 1);
}

const nothing: Cost = { values: 0, records: 0 };
const oneValue: Cost = { values: 1, records: 0 };

/** Whether an operation is large: few of these may run at once, because one does as much as many others. */
export function isLarge({ values, records }: Cost): boolean {
  return values > documentBounds.cost / 10 || records > largeRecords;
}

/** A page of 400 samples at 50 sensors. */
const largeRecords = 20_000;

/** Whether an operation is compiled at once, because graphql-js would hold the thread for longer. */
export function hasManyValues({ values }: Cost): boolean {
  return values > 3000;
}

/** What is wrong with the cost of an operation, in words for the client, or null. */
export function findCostIssue({ values }: Cost): string | null {
  if (values <= documentBounds.cost) return null;
  const most = documentBounds.cost.toLocaleString("en");
  return `An answer may hold at most ${most} values; this one could hold ${values.toLocaleString("en")}: ask for fewer fields, smaller pages or fewer sensors at once.`;
}

function findField(schema: GraphQLSchema, type: GraphQLNamedType, name: string) {
  const metaFields = type === schema.getQueryType() ? [SchemaMetaFieldDef, TypeMetaFieldDef] : [];
  const metaField = metaFields.find((field) => field.name === name);
  return metaField ?? (isObjectType(type) ? type.getFields()[name] : undefined);
}

/** How many items a list is assumed to have; null for the records of a page. */
export function assumedItems(
  schema: GraphQLSchema,
  type: GraphQLNamedType,
  { name, astNode }: GraphQLField<unknown, unknown>,
): number | null {
  if (isIntrospectionType(type)) return introspectionItems[name] ?? 10;
  const listSize = schema.getDirective("listSize");
  const values = listSize && astNode ? getDirectiveValues(listSize, astNode) : undefined;
  return typeof values?.["assumedSize"] === "number" ? values["assumedSize"] : null;
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
  // What is no number, or outside the bounds, is refused later, before anything is read.
  const isWithin = typeof size === "number" && size <= bounds.highest;
  return isWithin ? Math.max(size, bounds.lowest) : bounds.highest;
}
