import {
  type ArgumentNode,
  type ASTNode,
  type DocumentNode,
  type FieldNode,
  getDirectiveValues,
  getNamedType,
  getNullableType,
  getOperationAST,
  type GraphQLField,
  type GraphQLSchema,
  isCompositeType,
  isListType,
  isObjectType,
  Kind,
  type SelectionSetNode,
  valueFromASTUntyped,
} from "graphql";

/** The sizes of lists of an object, by name, that the field above has decided. */
type Sizes = ReadonlyMap<string, number>;

/**
 * The cost of a document only by `@cost` and `@listSize`, as gateways compute it before they forward it: an object has
 * the weight of its field or else of its type, as often as its list has items, with everything inside; an argument that
 * is given adds its own. Everything counts that `@skip` would leave out.
 */
export function staticCost(
  schema: GraphQLSchema,
  document: DocumentNode,
  variables: Readonly<Record<string, unknown>> = {},
): number {
  const directiveOf = (
    name: string,
    { astNode }: { readonly astNode?: object | null | undefined },
  ) => {
    const directive = schema.getDirective(name);
    if (directive == null || astNode == null) return undefined;
    return getDirectiveValues(directive, astNode);
  };
  const weightOf = (part: {
    readonly astNode?: ASTNode | null | undefined;
  }): number | undefined => {
    const values = directiveOf("cost", part);
    return values && Number(values["weight"]);
  };

  const costOfSet = ({ selections }: SelectionSetNode, type: object, sizes: Sizes): number =>
    selections.reduce((cost, node) => {
      if (node.kind === Kind.FIELD) return cost + costOfField(node, type, sizes);
      const fragment =
        node.kind === Kind.INLINE_FRAGMENT
          ? node
          : document.definitions.find(
              (each) =>
                each.kind === Kind.FRAGMENT_DEFINITION && each.name.value === node.name.value,
            );
      if (fragment === undefined || !("selectionSet" in fragment)) return cost;
      return cost + costOfSet(fragment.selectionSet, type, sizes);
    }, 0);

  const costOfField = (node: FieldNode, type: object, sizes: Sizes): number => {
    const field = isObjectType(type) ? type.getFields()[node.name.value] : undefined;
    if (field === undefined) return 0;
    const named = getNamedType(field.type);
    const usual = isCompositeType(named) ? 1 : 0;
    const weight = weightOf(field) ?? weightOf(named) ?? usual;
    const { own, inside } = sizesOf(field, node, sizes);
    const below = node.selectionSet ? costOfSet(node.selectionSet, named, inside) : 0;
    const given = (node.arguments ?? []).map(({ name }) =>
      field.args.find((argument) => argument.name === name.value),
    );
    const added = given.reduce((sum, argument) => sum + ((argument && weightOf(argument)) ?? 0), 0);
    return own * (weight + below) + added;
  };

  const sizesOf = (
    field: GraphQLField<unknown, unknown>,
    { arguments: given = [] }: FieldNode,
    sizes: Sizes,
  ): { readonly own: number; readonly inside: Sizes } => {
    const {
      assumedSize = 1,
      slicingArguments = [],
      sizedFields = [],
    } = (directiveOf("listSize", field) ?? {}) as {
      assumedSize?: number;
      slicingArguments?: readonly string[];
      sizedFields?: readonly string[];
    };
    const slices = field.args
      .filter(({ name }) => slicingArguments.includes(name))
      .map(({ name, defaultValue }) => valueOf(given, name) ?? defaultValue)
      .map((size) => Math.max(0, Number(size) || 0));
    const size = slices.length === 0 ? assumedSize : Math.max(...slices);
    const isList = isListType(getNullableType(field.type));
    if (sizedFields.length > 0) {
      return { own: 1, inside: new Map(sizedFields.map((name) => [name, size])) };
    }
    return { own: isList ? (sizes.get(field.name) ?? size) : 1, inside: new Map() };
  };

  const valueOf = (given: readonly ArgumentNode[], name: string): unknown => {
    const node = given.find((each) => each.name.value === name)?.value;
    return node && valueFromASTUntyped(node, variables);
  };

  const operation = getOperationAST(document);
  const root = schema.getQueryType();
  if (operation == null || root == null) throw new TypeError("the document has one query");
  return costOfSet(operation.selectionSet, root, new Map());
}
