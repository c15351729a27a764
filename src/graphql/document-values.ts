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
import { bucketCounts, pointCounts } from "../acoustics/aggregates/arguments.ts";
import { bucketKinds, bucketsAtMost } from "../acoustics/aggregates/buckets.ts";
import { pageSizes } from "../acoustics/paging.ts";
import { parseInstant } from "../acoustics/time/instant.ts";
import { fragmentsOf, variableDefaults } from "./document-parts.ts";

/*
 * The values of an operation: a field counts 1, and one that is read on its own `valuesOfRead`. A selection inside a
 * list counts once for each possible item, by the `@listSize` of the list: `limit` for a page, `maxPoints` or
 * `maxBuckets` for a list of buckets, unless its range has fewer, else the assumed size. The items of a list with
 * `@counted` count by its `ids`, or when it has been read. Items beyond an assumed size count when they have been read.
 * A field that is skipped or repeated counts, too.
 *
 * Worked example: `{ project(id: "a") { sensors { measurements(…, limit: 2000) { data { LAeq } } } } }` costs
 * 10 + 10 + 2 × (10 + 1 + 2000 × 1) = 4,042 for two sensors.
 */
const valuesOfRead = 10;

/** The values that decide how much a selection costs. */
export interface CostScope {
  readonly schema: GraphQLSchema;
  readonly fragmentOf: (name: string) => { readonly selectionSet: SelectionSetNode } | undefined;
  /** Values of variables, as JSON or coerced. They may be invalid. */
  readonly variables: Readonly<Record<string, unknown>>;
}

/** The values of an operation of a valid document, as far as they are known before it is executed. */
export function valuesOf(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
  variables: Readonly<Record<string, unknown>>,
): number {
  const root = schema.getRootType(operation.operation);
  if (root == null) return 0;
  const fragments = fragmentsOf(document);
  const scope: CostScope = {
    schema,
    fragmentOf: (name) => fragments.get(name),
    variables: { ...variableDefaults(operation), ...variables },
  };
  return valuesOfSet(scope, operation.selectionSet, root, noLists);
}

/** The values of one item of a list of `type`, that `nodes` select. */
export function valuesOfItem(
  scope: CostScope,
  nodes: readonly FieldNode[],
  type: GraphQLNamedType,
): number {
  const sets = nodes.flatMap(({ selectionSet }) => selectionSet ?? []);
  return sum(sets.map((set) => valuesOfSet(scope, set, type, noLists)));
}

/** The items of a list that `valuesOf` has counted. */
export function knownItems(
  scope: Pick<CostScope, "schema" | "variables">,
  node: FieldNode,
  field: { readonly astNode?: GraphQLField<unknown, unknown>["astNode"] },
): number {
  const size = listSizeOf(scope.schema, field);
  if (size === null) return Infinity;
  return size.isCounted
    ? (namedItemsOf(node, scope.variables) ?? 0)
    : (size.assumedSize ?? Infinity);
}

function valuesOfSet(
  scope: CostScope,
  { selections }: SelectionSetNode,
  type: GraphQLNamedType,
  lists: SizedLists,
): number {
  return sum(selections.map((node) => valuesOfNode(scope, node, type, lists)));
}

function valuesOfNode(
  scope: CostScope,
  node: SelectionNode,
  type: GraphQLNamedType,
  lists: SizedLists,
): number {
  if (node.kind !== Kind.FIELD) {
    const fragment = node.kind === Kind.INLINE_FRAGMENT ? node : scope.fragmentOf(node.name.value);
    return fragment === undefined ? 0 : valuesOfSet(scope, fragment.selectionSet, type, lists);
  }
  const field = findField(scope.schema, type, node.name.value);
  const inside = field && getNamedType(field.type);
  if (field === undefined || node.selectionSet === undefined || !isCompositeType(inside)) return 1;
  const own = field.extensions["isRead"] === true ? valuesOfRead : 1;
  const size = isIntrospectionType(type) ? null : listSizeOf(scope.schema, field);
  const sized = size && sizedListsOf(size, node, field, scope.variables);
  const isList = isListType(getNullableType(field.type));
  const items = isList ? itemsOf(scope, type, node, field, lists) : 1;
  return items === 0
    ? own
    : own + items * valuesOfSet(scope, node.selectionSet, inside, sized ?? noLists);
}

function itemsOf(
  scope: CostScope,
  type: GraphQLNamedType,
  node: FieldNode,
  field: GraphQLField<unknown, unknown>,
  lists: SizedLists,
): number {
  if (isIntrospectionType(type)) return introspectionItems[field.name] ?? 1;
  if (lists.names.includes(field.name)) return lists.size;
  const known = knownItems(scope, node, field);
  return known === Infinity ? 1 : known;
}

/** As many as the schema has, on average. */
const introspectionItems: Readonly<Record<string, number>> = { types: 100, fields: 5 };

function findField(schema: GraphQLSchema, type: GraphQLNamedType, name: string) {
  const metaFields = type === schema.getQueryType() ? [SchemaMetaFieldDef, TypeMetaFieldDef] : [];
  const metaField = metaFields.find((field) => field.name === name);
  return metaField ?? (isObjectType(type) ? type.getFields()[name] : undefined);
}

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
  { astNode }: { readonly astNode?: GraphQLField<unknown, unknown>["astNode"] },
): ListSize | null {
  const known = astNode && listSizes.get(astNode);
  if (known !== undefined) return known;
  const valuesOfDirective = (name: string) => {
    const directive = schema.getDirective(name);
    return directive && astNode ? getDirectiveValues(directive, astNode) : undefined;
  };
  const values = valuesOfDirective("listSize") as Partial<ListSize> | undefined;
  const size = values && {
    assumedSize: values.assumedSize ?? null,
    slicingArguments: values.slicingArguments ?? [],
    sizedFields: values.sizedFields ?? [],
    isCounted: valuesOfDirective("counted") !== undefined,
  };
  if (astNode) listSizes.set(astNode, size ?? null);
  return size ?? null;
}

const listSizes = new WeakMap<object, ListSize | null>();

/** The lists of an object whose size the arguments of its field have decided. */
interface SizedLists {
  readonly names: readonly string[];
  readonly size: number;
}

const noLists: SizedLists = { names: [], size: 0 };

/** The allowed values of slicing arguments. */
const sizeBounds: Readonly<Record<string, { readonly lowest: number; readonly highest: number }>> =
  { limit: pageSizes, maxBuckets: bucketCounts, maxPoints: pointCounts };

/** The page or the list of buckets inside a field, by its argument; null for a field without one. */
function sizedListsOf(
  { slicingArguments, sizedFields }: ListSize,
  { arguments: args = [] }: FieldNode,
  field: GraphQLField<unknown, unknown>,
  given: Readonly<Record<string, unknown>>,
): SizedLists | null {
  const argument = field.args.find(({ name }) => slicingArguments.includes(name));
  const allowed = argument && sizeBounds[argument.name];
  if (argument === undefined || allowed === undefined) return null;
  const valueOf = (wanted: string): unknown => {
    const node = args.find(({ name }) => name.value === wanted)?.value;
    return node && valueFromASTUntyped(node, given);
  };
  const size = valueOf(argument.name) ?? argument.defaultValue;
  // A value that is not a number, or is outside the bounds, is refused later, before anything is read.
  const isWithin = typeof size === "number" && size <= allowed.highest;
  const most = isWithin ? Math.max(size, allowed.lowest) : allowed.highest;
  return {
    names: sizedFields,
    size: argument.name === "maxBuckets" ? Math.min(most, bucketsOfRange(valueOf)) : most,
  };
}

/** More buckets than the range of a field can have; Infinity for arguments that are refused later. */
function bucketsOfRange(valueOf: (argument: string) => unknown): number {
  const instantOf = (name: string) => {
    const value = valueOf(name);
    return typeof value === "number" ? value : (parseInstant(String(value)) ?? NaN);
  };
  const bucket = bucketKinds.find((kind) => kind === valueOf("bucket"));
  const milliseconds = instantOf("endAt") - instantOf("startAt");
  return bucket !== undefined && milliseconds >= 0 ? bucketsAtMost(bucket, milliseconds) : Infinity;
}

/** The number of items in the `ids` of a field; null if it has none. */
function namedItemsOf(
  { arguments: args = [] }: FieldNode,
  given: Readonly<Record<string, unknown>>,
): number | null {
  const node = args.find(({ name }) => name.value === "ids")?.value;
  const ids: unknown = node && valueFromASTUntyped(node, given);
  return Array.isArray(ids) ? ids.length : null;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}
