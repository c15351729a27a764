import { type DefinitionNode, type DocumentNode, Kind, type SelectionNode } from "graphql";
import { fragmentsOf } from "./document-parts.ts";

/**
 * The bounds of one document, with every fragment counted each time it is spread (docs/contract.md, 5). For comparison:
 * the introspection query of GraphiQL is 15 fields deep, and every value of a page of 2000 samples is some 44,000.
 */
export const documentBounds = {
  lines: 2000,
  tokens: 1000,
  depth: 16,
  rootFields: 20,
  fields: 500,
  aliases: 50,
  directives: 50,
  cost: 500_000,
  // A read that waits for its turn needs two kilobytes. For comparison: `latest` of 2,000 sensors is 2,000.
  reads: 25_000,
} as const;

/** The size of a document, which decides the cost of validation and compilation. `depth`: fields inside each other. */
export type DocumentShape = Readonly<Record<(typeof shapeBounds)[number][0], number>>;

/** Measures the operations of a document together. Missing and recursive fragments count 0. */
export function measureShape(document: DocumentNode): DocumentShape {
  const fragments = fragmentsOf(document);
  const measured = new Map<string, DocumentShape>();
  const measureFragment = (name: string): DocumentShape => {
    const fragment = fragments.get(name);
    if (fragment !== undefined && !measured.has(name)) {
      measured.set(name, nothing);
      measured.set(name, measure(fragment));
    }
    return measured.get(name) ?? nothing;
  };
  const measure = (node: DefinitionNode | SelectionNode): DocumentShape => {
    const selections = "selectionSet" in node ? (node.selectionSet?.selections ?? []) : [];
    const inside =
      node.kind === Kind.FRAGMENT_SPREAD
        ? measureFragment(node.name.value)
        : selections.map(measure).reduce(addShapes, nothing);
    const variables = "variableDefinitions" in node ? (node.variableDefinitions ?? []) : [];
    const own = [node, ...variables].flatMap(
      (part) => ("directives" in part && part.directives) || [],
    );
    const shape = { ...inside, directives: inside.directives + own.length };
    if (node.kind !== Kind.FIELD) return shape;
    const aliases = inside.aliases + (node.alias === undefined ? 0 : 1);
    return { ...shape, depth: inside.depth + 1, rootFields: 1, fields: inside.fields + 1, aliases };
  };
  return document.definitions
    .filter(({ kind }) => kind === Kind.OPERATION_DEFINITION)
    .map(measure)
    .reduce(addShapes, nothing);
}

const nothing: DocumentShape = { depth: 0, rootFields: 0, fields: 0, aliases: 0, directives: 0 };

function addShapes(one: DocumentShape, other: DocumentShape): DocumentShape {
  return {
    depth: Math.max(one.depth, other.depth),
    rootFields: one.rootFields + other.rootFields,
    fields: one.fields + other.fields,
    aliases: one.aliases + other.aliases,
    directives: one.directives + other.directives,
  };
}

/** The bounds that a document exceeds, as messages for the client. */
export function findShapeIssues(shape: DocumentShape): string[] {
  return shapeBounds
    .filter(([member]) => shape[member] > documentBounds[member])
    .map(([member, counted]) => {
      const bound = `${documentBounds[member]} ${counted}`;
      return `A document may have at most ${bound}, with its fragments put in where they are spread.`;
    });
}

const shapeBounds = [
  ["depth", "fields inside each other"],
  ["rootFields", "fields at its root"],
  ["fields", "fields"],
  ["aliases", "aliases"],
  ["directives", "directives"],
] as const;
