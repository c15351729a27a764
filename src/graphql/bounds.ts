import { type DefinitionNode, type DocumentNode, Kind, type SelectionNode } from "graphql";
import { recordsPerRequest } from "../operations/read-budget.ts";
import { fragmentsOf } from "./document-parts.ts";

/**
 * All bounds of a request of GraphQL (docs/contract.md, 5). The description of the schema names them, and the dashboard
 * reads them there. An answer within them is meant to hold the thread for less than a quarter of a second.
 */
export const bounds = {
  bodyBytes: 256 * 1024,
  lines: 2000,
  /** Introspection by tools has 184. */
  tokens: 1000,
  /** Introspection by tools has 15. */
  depth: 16,
  aliases: 50,
  /** A list in the variables: the sensors of `Project.events` and `Project.sensors`. */
  entries: 1000,
  /** An answer that graphql-js interprets. All values of a page of 2,000 samples are 44,000. */
  values: 50_000,
  /** An answer of compiled code, which needs a fifth of the time. */
  trustedValues: 250_000,
  records: recordsPerRequest,
  errors: 100,
} as const;

/** The size of a document, which decides the cost of its validation. Missing and recursive fragments count 0. */
export interface DocumentShape {
  /** Fields inside each other. */
  readonly depth: number;
  readonly aliases: number;
  readonly fields: number;
}

/** Measures the operations of a document together, with every fragment counted each time it is spread. */
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
    if (node.kind === Kind.FRAGMENT_SPREAD) return measureFragment(node.name.value);
    const inside = selections.map(measure).reduce(addShapes, nothing);
    if (node.kind !== Kind.FIELD) return inside;
    const aliases = inside.aliases + (node.alias === undefined ? 0 : 1);
    return { depth: inside.depth + 1, fields: inside.fields + 1, aliases };
  };
  return document.definitions
    .filter(({ kind }) => kind === Kind.OPERATION_DEFINITION)
    .map(measure)
    .reduce(addShapes, nothing);
}

const nothing: DocumentShape = { depth: 0, aliases: 0, fields: 0 };

function addShapes(one: DocumentShape, other: DocumentShape): DocumentShape {
  return {
    depth: Math.max(one.depth, other.depth),
    aliases: one.aliases + other.aliases,
    fields: one.fields + other.fields,
  };
}

/** The bounds that a document exceeds, as messages for the client. */
export function findShapeIssues({ depth, aliases, fields }: DocumentShape): string[] {
  const issues = [
    ...(depth > bounds.depth ? [`${bounds.depth} fields inside each other`] : []),
    ...(aliases > bounds.aliases ? [`${bounds.aliases} aliases`] : []),
    // Each field is a value at least. Fragments that double each other need no other bound.
    ...(fields > bounds.values ? [`${bounds.values.toLocaleString("en")} values`] : []),
  ];
  return issues.map(
    (most) =>
      `A document may have at most ${most}, with its fragments put in where they are spread.`,
  );
}
