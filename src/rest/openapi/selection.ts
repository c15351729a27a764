import { type FieldNode, Kind, type SelectionSetNode } from "graphql";

/** The fields of a selection. Fixed documents have no fragments. */
export function fieldsOf(selection: SelectionSetNode | undefined): readonly FieldNode[] {
  return (selection?.selections ?? []).map((node) => {
    if (node.kind === Kind.FIELD) return node;
    throw new Error("a persisted document selects fields and no fragments");
  });
}

/** The name that a field has in the answer. */
export function nameOf(node: FieldNode): string {
  return node.alias?.value ?? node.name.value;
}

/** The variable of `@include(if: $variable)`, or null where the field is always there. */
export function includingVariable({ directives = [] }: FieldNode): string | null {
  const [directive] = directives;
  if (directive === undefined) return null;
  const value = directive.arguments?.[0]?.value;
  if (directive.name.value === "include" && value?.kind === Kind.VARIABLE) return value.name.value;
  throw new Error("a persisted document leaves a field out by @include with a variable alone");
}
