import { isDeepStrictEqual } from "node:util";
import {
  type FieldNode,
  getNullableType,
  type GraphQLEnumType,
  type GraphQLObjectType,
  type GraphQLOutputType,
  isEnumType,
  isListType,
  isNonNullType,
  isObjectType,
  isScalarType,
  Kind,
  type SelectionSetNode,
} from "graphql";
import {
  formOf,
  type JsonSchema,
  knownValues,
  nullable,
  objectSchema,
  scalarSchema,
  type Schemas,
} from "./json-schema.ts";

/** Collects the schemas of the answers of persisted documents. */
export interface AnswerSchemaCollector {
  /**
   * The schemas by name. A GraphQL type becomes a component of its name, with the selected fields only. A
   * later selection of the type with more fields becomes another component, such as `ProjectWithSensors`.
   */
  readonly components: Record<string, JsonSchema>;
  /** Explains to the client when the fields that a variable includes are omitted. */
  readonly explainOmission: (variable: string) => string;
}

/**
 * The schemas of the root fields by their names. No root field may be null: a document is answered completely or not at
 * all.
 */
export function collectAnswerSchemas(
  root: GraphQLObjectType,
  selection: SelectionSetNode,
  collector: AnswerSchemaCollector,
): Schemas {
  return Object.fromEntries(
    fieldsOf(selection).map((node) => [
      nameOf(node),
      valueSchema(getNullableType(fieldOf(root, node).type), node, collector),
    ]),
  );
}

export function fieldsOf(selection: SelectionSetNode | undefined): readonly FieldNode[] {
  return (selection?.selections ?? []).map((node) => {
    if (node.kind === Kind.FIELD) return node;
    throw new Error("a persisted document selects fields and no fragments");
  });
}

/** The name of a field in the answer. */
function nameOf(node: FieldNode): string {
  return node.alias?.value ?? node.name.value;
}

function fieldOf(type: GraphQLObjectType, node: FieldNode) {
  const field = type.getFields()[node.name.value];
  if (field === undefined) throw new Error(`${type.name} has no field ${node.name.value}`);
  return field;
}

function schemaOf(
  type: GraphQLOutputType,
  node: FieldNode,
  collector: AnswerSchemaCollector,
): JsonSchema {
  return isNonNullType(type)
    ? valueSchema(type.ofType, node, collector)
    : nullable(valueSchema(type, node, collector));
}

/** The schema of values that are not null. */
function valueSchema(
  type: GraphQLOutputType,
  node: FieldNode,
  collector: AnswerSchemaCollector,
): JsonSchema {
  if (isScalarType(type)) return scalarSchema(type.name);
  if (isListType(type)) return { type: "array", items: schemaOf(type.ofType, node, collector) };
  if (isEnumType(type)) return addComponent(collector, type.name, enumSchema(type));
  if (isObjectType(type)) {
    const schema = composeObject(type, fieldsOf(node.selectionSet), collector);
    const added = fieldsBeyond(collector.components[type.name], schema);
    return addComponent(collector, [type.name, ...added].join("With"), schema);
  }
  throw new Error("a persisted document selects no interfaces and no unions");
}

/** Adds a component and returns the reference to it. */
function addComponent(
  { components }: AnswerSchemaCollector,
  name: string,
  schema: JsonSchema,
): JsonSchema {
  components[name] ??= schema;
  if (!isDeepStrictEqual(components[name], schema)) {
    throw new Error(`two different selections have the name ${name}`);
  }
  return { $ref: `#/components/schemas/${name}` };
}

function enumSchema(type: GraphQLEnumType): JsonSchema {
  return {
    type: "string",
    ...knownValues(type.getValues().map(({ name }) => name)),
    description: [
      `${type.description} A later release may add values.\n`,
      ...type.getValues().map(({ name, description }) => `- \`${name}\`: ${description}`),
    ].join("\n"),
  };
}

function composeObject(
  type: GraphQLObjectType,
  nodes: readonly FieldNode[],
  collector: AnswerSchemaCollector,
): JsonSchema {
  const properties: Record<string, JsonSchema> = {};
  const omitted = new Map<string, string>();
  for (const node of nodes) {
    const field = fieldOf(type, node);
    let { description } = field;
    const variable = includingVariable(node);
    if (variable !== null) {
      omitted.set(nameOf(node), variable);
      // Only the first paragraph describes the value. The other ones describe what replaces an omitted value.
      description = `${firstParagraph(description ?? "")} ${collector.explainOmission(variable)}`;
    }
    const schema = schemaOf(field.type, node, collector);
    properties[nameOf(node)] = { ...schema, ...formOf(field), description };
  }
  return {
    description: type.description,
    ...objectSchema(properties, [...omitted.keys()]),
    ...dependencies(omitted),
  };
}

/** The variable of `@include(if: $variable)`, or null if the field is always included. */
function includingVariable({ directives = [] }: FieldNode): string | null {
  const [directive] = directives;
  if (directive === undefined) return null;
  const value = directive.arguments?.[0]?.value;
  if (directive.name.value === "include" && value?.kind === Kind.VARIABLE) return value.name.value;
  throw new Error("a persisted document omits fields by @include with a variable only");
}

/** Fields that the same variable includes are present together or not at all. */
function dependencies(omitted: ReadonlyMap<string, string>): JsonSchema {
  const pairs = [...omitted].map(([name, variable]) => [
    name,
    [...omitted.keys()].filter((other) => other !== name && omitted.get(other) === variable),
  ]);
  return pairs.length > 1 ? { dependentRequired: Object.fromEntries(pairs) as unknown } : {};
}

/** The properties that a schema has beyond those of the first one of its type, capitalized. */
function fieldsBeyond(first: JsonSchema | undefined, schema: JsonSchema): string[] {
  if (first === undefined) return [];
  return Object.keys(schema["properties"] as object)
    .filter((name) => !(name in (first["properties"] as object)))
    .map(capitalized);
}

export function firstParagraph(text: string): string {
  return text.split("\n\n", 1)[0] ?? "";
}

export function capitalized(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
