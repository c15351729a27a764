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
  print,
  type SelectionSetNode,
} from "graphql";
import { type JsonSchema, nullable, objectSchema, type Schemas } from "./json-schema.ts";
import { scalarSchema } from "./scalar-schemas.ts";
import { fieldsOf, includingVariable, nameOf } from "./selection.ts";
import { formOf } from "./value-forms.ts";

/**
 * Collects the JSON Schemas of what persisted documents answer. A type of the GraphQL schema becomes a
 * component of its name with the fields that are selected of it, and no others; where a later
 * document selects more of it, that is a component too: `ProjectWithSensors`.
 */
export interface SchemaCollection {
  readonly components: Record<string, JsonSchema>;
  /** Names of components by type and selection. */
  readonly names: Map<string, string>;
}

/** When the fields that a variable asks for are left out, in words for the client. */
export type ExplainOmission = (variable: string) => string;

/**
 * The schemas of the fields at the root of a document, by their names in the answer. None of them is
 * null: a document is answered all or nothing, and a null at the root has its error beside it.
 */
export function collectAnswerSchemas(
  collection: SchemaCollection,
  root: GraphQLObjectType,
  selection: SelectionSetNode,
  explain: ExplainOmission,
): Schemas {
  const collector = { ...collection, explain };
  return Object.fromEntries(
    fieldsOf(selection).map((node) => [
      nameOf(node),
      valueSchema(getNullableType(fieldOf(root, node).type), node, collector),
    ]),
  );
}

interface Collector extends SchemaCollection {
  readonly explain: ExplainOmission;
}

function fieldOf(type: GraphQLObjectType, node: FieldNode) {
  const field = type.getFields()[node.name.value];
  if (field === undefined) throw new Error(`${type.name} has no field ${node.name.value}`);
  return field;
}

function schemaOf(type: GraphQLOutputType, node: FieldNode, collector: Collector): JsonSchema {
  return isNonNullType(type)
    ? valueSchema(type.ofType, node, collector)
    : nullable(valueSchema(type, node, collector));
}

/** The schema of what is there, where the type allows null. */
function valueSchema(type: GraphQLOutputType, node: FieldNode, collector: Collector): JsonSchema {
  if (isScalarType(type)) return scalarSchema(type.name);
  if (isListType(type)) return { type: "array", items: schemaOf(type.ofType, node, collector) };
  if (isEnumType(type)) return enumReference(type, collector);
  if (isObjectType(type)) return objectReference(type, node, collector);
  throw new Error("a persisted document selects no interfaces and no unions");
}

function enumReference(type: GraphQLEnumType, { components }: Collector): JsonSchema {
  components[type.name] ??= {
    type: "string",
    enum: type.getValues().map(({ name }) => name),
    description: [
      `${type.description}\n`,
      ...type.getValues().map(({ name, description }) => `- \`${name}\`: ${description}`),
    ].join("\n"),
  };
  return referenceTo(type.name);
}

function objectReference(
  type: GraphQLObjectType,
  node: FieldNode,
  collector: Collector,
): JsonSchema {
  const { components, names } = collector;
  const selected = `${type.name} ${node.selectionSet === undefined ? "" : print(node.selectionSet)}`;
  const known = names.get(selected);
  if (known !== undefined) return referenceTo(known);
  const schema = composeObject(type, fieldsOf(node.selectionSet), collector);
  const name = [type.name, ...fieldsBeyond(components[type.name], schema)].join("With");
  if (name in components) throw new Error(`two selections of ${type.name} have one name`);
  names.set(selected, name);
  components[name] = schema;
  return referenceTo(name);
}

function composeObject(
  type: GraphQLObjectType,
  nodes: readonly FieldNode[],
  collector: Collector,
): JsonSchema {
  const properties: Record<string, JsonSchema> = {};
  const omitted = new Map<string, string>();
  for (const node of nodes) {
    const field = fieldOf(type, node);
    const variable = includingVariable(node);
    if (variable !== null) omitted.set(nameOf(node), variable);
    properties[nameOf(node)] = {
      ...schemaOf(field.type, node, collector),
      ...formOf(field),
      description:
        variable === null
          ? field.description
          : `${firstParagraph(field.description)} ${collector.explain(variable)}`,
    };
  }
  return {
    description: type.description,
    ...objectSchema(properties, [...omitted.keys()]),
    ...tieTogether(omitted),
  };
}

/**
 * What a description says of a value that is there. A paragraph behind it is about what stands for a
 * value that is not, in an answer that has all its fields.
 */
function firstParagraph(description: string | null | undefined): string {
  return description?.split("\n\n")[0] ?? "";
}

/** Fields that one variable asks for are there together or not at all. */
function tieTogether(omitted: ReadonlyMap<string, string>): JsonSchema {
  const ties = [...omitted].map(([name, variable]) => [
    name,
    [...omitted.keys()].filter((other) => other !== name && omitted.get(other) === variable),
  ]);
  return ties.length > 1 ? { dependentRequired: Object.fromEntries(ties) as unknown } : {};
}

/** What a schema has more than the first one of its type, each with a capital. */
function fieldsBeyond(first: JsonSchema | undefined, schema: JsonSchema): string[] {
  if (first === undefined) return [];
  return Object.keys(schema["properties"] as object)
    .filter((name) => !(name in (first["properties"] as object)))
    .map((name) => name.charAt(0).toUpperCase() + name.slice(1));
}

function referenceTo(name: string): JsonSchema {
  return { $ref: `#/components/schemas/${name}` };
}
