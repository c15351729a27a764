import {
  type DefinitionNode,
  type DocumentNode,
  type FragmentDefinitionNode,
  Kind,
  type SelectionNode,
  type SelectionSetNode,
} from "graphql";

/**
 * How large a document is when every fragment stands where it is spread, its operations together:
 * what it costs to be validated and compiled grows with this, and not with its text.
 */
export interface DocumentShape {
  /** Fields inside each other, counted along the longest way. */
  readonly depth: number;
  /** Fields that operations ask for at once. */
  readonly rootFields: number;
  readonly fields: number;
  readonly aliases: number;
  readonly directives: number;
}

/** Measures a parsed document, however wrong: fragments that are missing or spread themselves count nothing. */
export function measureShape({ definitions }: DocumentNode): DocumentShape {
  const fragments = new Map(definitions.filter(isFragment).map((node) => [node.name.value, node]));
  const measured = new Map<string, DocumentShape>();

  const measureFragment = (name: string): DocumentShape => {
    const known = measured.get(name);
    if (known !== undefined) return known;
    // Met again before it is measured, it is inside itself.
    measured.set(name, nothing);
    const fragment = fragments.get(name);
    const shape = fragment === undefined ? nothing : measureDefinition(fragment);
    measured.set(name, shape);
    return shape;
  };
  const measureSet = ({ selections }: SelectionSetNode): DocumentShape =>
    selections.map(measureSelection).reduce(together, nothing);
  const measureSelection = (node: SelectionNode): DocumentShape => {
    const directives = node.directives?.length ?? 0;
    if (node.kind === Kind.FRAGMENT_SPREAD) {
      return together(measureFragment(node.name.value), { ...nothing, directives });
    }
    const inside = node.selectionSet === undefined ? nothing : measureSet(node.selectionSet);
    if (node.kind === Kind.INLINE_FRAGMENT) return together(inside, { ...nothing, directives });
    return {
      depth: inside.depth + 1,
      rootFields: 1,
      fields: inside.fields + 1,
      aliases: inside.aliases + (node.alias === undefined ? 0 : 1),
      directives: inside.directives + directives,
    };
  };
  const measureDefinition = (node: DefinitionNode): DocumentShape => {
    if (!("selectionSet" in node)) return nothing;
    const variables = "variableDefinitions" in node ? (node.variableDefinitions ?? []) : [];
    const directives = [node, ...variables].flatMap((part) => part.directives ?? []).length;
    return together(measureSet(node.selectionSet), { ...nothing, directives });
  };
  return definitions
    .filter((node) => !isFragment(node))
    .map(measureDefinition)
    .reduce(together, nothing);
}

const nothing: DocumentShape = { depth: 0, rootFields: 0, fields: 0, aliases: 0, directives: 0 };

function together(one: DocumentShape, other: DocumentShape): DocumentShape {
  return {
    depth: Math.max(one.depth, other.depth),
    rootFields: one.rootFields + other.rootFields,
    fields: one.fields + other.fields,
    aliases: one.aliases + other.aliases,
    directives: one.directives + other.directives,
  };
}

function isFragment(node: DefinitionNode): node is FragmentDefinitionNode {
  return node.kind === Kind.FRAGMENT_DEFINITION;
}
