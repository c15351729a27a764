import { type GraphQLResolveInfo, Kind, type SelectionSetNode } from "graphql";

/** The names of the fields selected inside a field, or inside its member `list`, also of conditional fields. */
export function selectedFields(
  { fieldNodes, fragments }: Pick<GraphQLResolveInfo, "fieldNodes" | "fragments">,
  list: string | null = null,
): ReadonlySet<string> {
  const fieldsOf = (sets: readonly (SelectionSetNode | undefined)[]) =>
    sets.flatMap((set) => (set === undefined ? [] : collect(set)));
  const collect = ({ selections }: SelectionSetNode): (typeof fieldNodes)[number][] =>
    selections.flatMap((node) => {
      if (node.kind === Kind.FIELD) return [node];
      if (node.kind === Kind.INLINE_FRAGMENT) return collect(node.selectionSet);
      return fieldsOf([fragments[node.name.value]?.selectionSet]);
    });
  const members = fieldsOf(fieldNodes.map(({ selectionSet }) => selectionSet));
  const lists = members.filter(({ name }) => name.value === list);
  const fields = list === null ? members : fieldsOf(lists.map(({ selectionSet }) => selectionSet));
  return new Set(fields.map(({ name }) => name.value));
}
