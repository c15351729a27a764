import type { DocumentShape } from "./document-shape.ts";
import type { DocumentSize } from "./execute.ts";

/**
 * What a document may be at most, fragments standing where they are spread. The introspection query of
 * GraphiQL has 15 fields inside each other; the largest legitimate question, every value of a page of
 * 2000 samples at 50 sensors, costs 2.2 million (`document-cost.ts`).
 */
export const documentBounds = {
  tokens: 1000,
  depth: 16,
  rootFields: 20,
  fields: 500,
  aliases: 50,
  directives: 50,
  cost: 2_500_000,
} as const;

/** What a document has too much of, in words for the client; empty: nothing. */
export function findShapeIssues(shape: DocumentShape): string[] {
  return shapeBounds
    .filter(([member]) => shape[member] > documentBounds[member])
    .map(([member, of]) => {
      const bound = `${documentBounds[member]} ${of}`;
      return `A document may have at most ${bound}, with its fragments put in where they are spread.`;
    });
}

const shapeBounds: readonly (readonly [keyof DocumentShape, of: string])[] = [
  ["depth", "fields inside each other"],
  ["rootFields", "fields at its root"],
  ["fields", "fields"],
  ["aliases", "aliases"],
  ["directives", "directives"],
];

/**
 * How large an operation is by its cost: of the large ones few are to be in memory at once, for each
 * may hold as much as ten others together; the answers of tiny ones have some ten kB.
 */
export function sizeOf(cost: number): DocumentSize {
  if (cost > documentBounds.cost / 10) return "large";
  return cost > documentBounds.cost / 1000 ? "small" : "tiny";
}

/** What is wrong with the cost of an operation, in words for the client, or null. */
export function findCostIssue(cost: number): string | null {
  if (cost <= documentBounds.cost) return null;
  const most = documentBounds.cost.toLocaleString("en");
  return `An answer may hold at most ${most} values; this one could hold ${cost.toLocaleString("en")}: ask for fewer fields, smaller pages or fewer sensors at once.`;
}
