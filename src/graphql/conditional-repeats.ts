import {
  type DocumentNode,
  type FragmentDefinitionNode,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from "graphql";

/**
 * Whether some field of an answer is asked for more than once, and not always each time: by an
 * `@include` or `@skip` of its own or of a fragment around it. Example, with the alias `a` twice:
 * `{ a: project(id: 1) @skip(if: $x) { id } a: project(id: 1) { name } }`.
 */
export function hasConditionalRepeats(
  { definitions }: DocumentNode,
  { selectionSet }: OperationDefinitionNode,
): boolean {
  const fragments = new Map(definitions.filter(isFragment).map((node) => [node.name.value, node]));

  const collect = (set: SelectionSetNode, conditional: boolean, fields: Map<string, Asked>) => {
    for (const node of set.selections) {
      const isConditional = conditional || (node.directives ?? []).length > 0;
      if (node.kind === Kind.FIELD) {
        const name = (node.alias ?? node.name).value;
        const asked = fields.get(name) ?? { times: 0, conditional: false, below: [] };
        asked.times += 1;
        asked.conditional ||= isConditional;
        if (node.selectionSet !== undefined) asked.below.push(node.selectionSet);
        fields.set(name, asked);
      } else {
        const inside = node.kind === Kind.INLINE_FRAGMENT ? node : fragments.get(node.name.value);
        if (inside !== undefined) collect(inside.selectionSet, isConditional, fields);
      }
    }
  };
  const isRepeated = (sets: readonly SelectionSetNode[]): boolean => {
    const fields = new Map<string, Asked>();
    for (const set of sets) collect(set, false, fields);
    return [...fields.values()].some(
      ({ times, conditional, below }) => (times > 1 && conditional) || isRepeated(below),
    );
  };
  return isRepeated([selectionSet]);
}

interface Asked {
  times: number;
  conditional: boolean;
  /** What is asked for inside it, each time. */
  readonly below: SelectionSetNode[];
}

function isFragment(node: DocumentNode["definitions"][number]): node is FragmentDefinitionNode {
  return node.kind === Kind.FRAGMENT_DEFINITION;
}
