import { type OperationDefinitionNode, valueFromASTUntyped } from "graphql";

/** The defaults that an operation declares for its variables, as JSON. */
export function variableDefaults({
  variableDefinitions = [],
}: OperationDefinitionNode): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    variableDefinitions.flatMap(({ variable, defaultValue }) =>
      defaultValue === undefined ? [] : [[variable.name.value, valueFromASTUntyped(defaultValue)]],
    ),
  );
}
