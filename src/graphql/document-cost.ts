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
  type SelectionSetNode,
  TypeMetaFieldDef,
  valueFromASTUntyped,
} from "graphql";
import { pageSizes } from "#acoustics/paging.ts";
import { variableDefaults } from "./variable-defaults.ts";

/*
 * The cost of an operation is the number of values that its answer could hold. A field counts 1, and
 * what is selected inside it counts again for each time it could occur: in a page as often as its
 * `limit` says, in another list as often as the schema's `@listSize` assumes. What a document would
 * skip or name twice is counted, too.
 *
 * `{ project(id: "a") { sensors { measurements(…, limit: 2000) { data { LAeq } } } } }` counts
 * 1 + 1 + 50 × (1 + 1 + 2000 × 1) = 100,102.
 */

/** The cost of an operation of a validated document. `variables` may be wrong. */
export function costOf(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
  variables: Readonly<Record<string, unknown>>,
): number {
  const fragments = new Map(
    document.definitions.flatMap((node) =>
      node.kind === Kind.FRAGMENT_DEFINITION ? [[node.name.value, node] as const] : [],
    ),
  );
  const given = { ...variableDefaults(operation), ...variables };
  const root = schema.getRootType(operation.operation);
  return root == null
    ? 0
    : costOfSet({ schema, fragments, given }, operation.selectionSet, root, 1);
}

interface Asked {
  readonly schema: GraphQLSchema;
  readonly fragments: ReadonlyMap<string, FragmentDefinitionNode>;
  /** The values of variables, with the operation's defaults. */
  readonly given: Readonly<Record<string, unknown>>;
}

/** `page` is the size of the page whose fields these are. */
function costOfSet(
  asked: Asked,
  { selections }: SelectionSetNode,
  type: GraphQLNamedType,
  page: number,
): number {
  let cost = 0;
  for (const node of selections) {
    if (node.kind === Kind.FIELD) cost += costOfField(asked, node, type, page);
    else {
      const fragment =
        node.kind === Kind.INLINE_FRAGMENT ? node : asked.fragments.get(node.name.value);
      if (fragment !== undefined) cost += costOfSet(asked, fragment.selectionSet, type, page);
    }
  }
  return cost;
}

function costOfField(asked: Asked, node: FieldNode, type: GraphQLNamedType, page: number): number {
  const field = fieldOf(asked.schema, type, node.name.value);
  if (field === undefined || node.selectionSet === undefined) return 1;
  const inside = getNamedType(field.type);
  if (!isCompositeType(inside)) return 1;
  const size = isListType(getNullableType(field.type)) ? sizeOf(asked, type, field, page) : 1;
  return 1 + size * costOfSet(asked, node.selectionSet, inside, pageOf(asked, node, field));
}

function fieldOf(schema: GraphQLSchema, type: GraphQLNamedType, name: string) {
  if (type === schema.getQueryType()) {
    if (name === SchemaMetaFieldDef.name) return SchemaMetaFieldDef;
    if (name === TypeMetaFieldDef.name) return TypeMetaFieldDef;
  }
  return isObjectType(type) ? type.getFields()[name] : undefined;
}

/** How many items a list is taken to have. */
function sizeOf(
  { schema }: Asked,
  type: GraphQLNamedType,
  field: GraphQLField<unknown, unknown>,
  page: number,
): number {
  if (isIntrospectionType(type)) return introspectionSizes[field.name] ?? fewItems;
  return assumedSizeOf(schema, field) ?? page;
}

/** What the schema says of a list's length; null of the records of a page, which its `limit` tells. */
export function assumedSizeOf(
  schema: GraphQLSchema,
  { astNode }: GraphQLField<unknown, unknown>,
): number | null {
  const listSize = schema.getDirective("listSize");
  const values = listSize && astNode ? getDirectiveValues(listSize, astNode) : undefined;
  return typeof values?.["assumedSize"] === "number" ? values["assumedSize"] : null;
}

const introspectionSizes: Readonly<Record<string, number>> = { types: 50, fields: 20 };
const fewItems = 10;

/** How many records the page of a field has by its `limit`; 1 for what is no page. */
function pageOf(
  { given }: Asked,
  { arguments: args = [] }: FieldNode,
  field: GraphQLField<unknown, unknown>,
): number {
  const limit = field.args.find(({ name }) => name === "limit");
  if (limit === undefined) return 1;
  const node = args.find(({ name }) => name.value === limit.name)?.value;
  const asked = Number((node && valueFromASTUntyped(node, given)) ?? limit.defaultValue);
  // A limit that no page may have is refused later, before anything is read.
  return asked <= pageSizes.highest ? Math.max(asked, pageSizes.lowest) : pageSizes.highest;
}
