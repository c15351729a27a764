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
import { pageSizes } from "#acoustics/paging.ts";
import { documentBounds } from "./document-bounds.ts";
import { fragmentsOf, variableDefaults } from "./document-parts.ts";

/**
 * The cost of an operation: the number of values that its answer could hold. A field counts 1. What is
 * selected inside it counts once for each time it could occur: in a page as often as its `limit` says, in
 * another list as often as `@listSize` of the schema assumes. A field that is skipped or repeated counts,
 * too. The document is valid; `variables` may be wrong.
 *
 * Worked example: `{ project(id: "a") { sensors { measurements(…, limit: 2000) { data { LAeq } } } } }`
 * costs 1 + 1 + 50 × (1 + 1 + 2000 × 1) = 100,102.
 */
export function costOf(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
  variables: Readonly<Record<string, unknown>>,
): number {
  const fragments = fragmentsOf(document);
  const given = { ...variableDefaults(operation), ...variables };

  const costOfSet = (set: SelectionSetNode, type: GraphQLNamedType, pageSize: number): number =>
    set.selections.reduce((cost, node) => cost + costOfNode(node, type, pageSize), 0);
  /** `pageSize` is that of the page whose field this is. */
  const costOfNode = (node: SelectionNode, type: GraphQLNamedType, pageSize: number): number => {
    if (node.kind !== Kind.FIELD) {
      const fragment = node.kind === Kind.INLINE_FRAGMENT ? node : fragments.get(node.name.value);
      return fragment === undefined ? 0 : costOfSet(fragment.selectionSet, type, pageSize);
    }
    const field = findField(schema, type, node.name.value);
    if (field === undefined || node.selectionSet === undefined) return 1;
    const inside = getNamedType(field.type);
    if (!isCompositeType(inside)) return 1;
    const isList = isListType(getNullableType(field.type));
    const items = isList ? (assumedItems(schema, type, field) ?? pageSize) : 1;
    return 1 + items * costOfSet(node.selectionSet, inside, pageSizeOf(node, field, given));
  };
  const root = schema.getRootType(operation.operation);
  return root == null ? 0 : costOfSet(operation.selectionSet, root, 1);
}

/** Whether an operation is large: few of these may run at once, because one holds as much as many others. */
export function isLarge(cost: number): boolean {
  return cost > documentBounds.cost / 10;
}

/** Whether an operation is compiled at once, because graphql-js would hold the thread for longer. */
export function hasManyValues(cost: number): boolean {
  return cost > 3000;
}

/** What is wrong with the cost of an operation, in words for the client, or null. */
export function findCostIssue(cost: number): string | null {
  if (cost <= documentBounds.cost) return null;
  const most = documentBounds.cost.toLocaleString("en");
  return `An answer may hold at most ${most} values; this one could hold ${cost.toLocaleString("en")}: ask for fewer fields, smaller pages or fewer sensors at once.`;
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

/** The size of a field's page, by its argument `limit`; 1 for a field without pages. */
function pageSizeOf(
  { arguments: args = [] }: FieldNode,
  field: GraphQLField<unknown, unknown>,
  given: Readonly<Record<string, unknown>>,
): number {
  const limit = field.args.find(({ name }) => name === "limit");
  if (limit === undefined) return 1;
  const node = args.find(({ name }) => name.value === limit.name)?.value;
  const pageSize = Number((node && valueFromASTUntyped(node, given)) ?? limit.defaultValue);
  // A size outside the bounds is refused later, before anything is read.
  return pageSize <= pageSizes.highest ? Math.max(pageSize, pageSizes.lowest) : pageSizes.highest;
}
