import { type GraphQLSchema, Kind, type OperationDefinitionNode, parse } from "graphql";
import type { Arrange, Route } from "../define-route.ts";
import { collectAnswerSchemas, fieldsOf } from "./answer-schemas.ts";
import type { AnswerDescription, Operation } from "./document-types.ts";
import { headersWith } from "./header-fields.ts";
import { type JsonSchema, objectSchema, type Schemas } from "./json-schema.ts";
import { composeParameters } from "./parameters.ts";
import { problemReferences } from "./problem-responses.ts";

/**
 * Describes a route from its declaration and its persisted document. Adds the schemas of its answers to `components`.
 */
export function composeOperation(
  route: Route,
  schema: GraphQLSchema,
  components: Record<string, JsonSchema>,
): Operation {
  const document = operationOf(route.document);
  const query = schema.getQueryType();
  if (query == null) throw new Error("the schema has no queries");
  const explainOmission = (variable: string) =>
    variable in route.parameters.shape
      ? `Left out unless \`${variable}\` is true.`
      : "Left out where the key may not read it.";
  const bodyOf = (present: NonNullable<Route["present"]>) =>
    arrange(
      present,
      collectAnswerSchemas(query, document.selectionSet, { components, explainOmission }),
    );
  return {
    operationId: route.name,
    tags: [route.resource],
    summary: route.summary,
    description: fieldsOf(document.selectionSet)
      .map(({ name }) => query.getFields()[name.value]?.description ?? "")
      // The codes of GraphQL; the responses below have those of REST.
      .map((text) => text.replace(/\s(?:`[A-Z_]+`,?\s?)+\.$/, ""))
      .join(" "),
    security: [{ [securityScheme]: [route.scope] }],
    parameters: composeParameters(route, schema, document),
    responses: {
      ...(route.present === null
        ? recordingResponses
        : jsonResponse(route.summary, bodyOf(route.present))),
      ...problemReferences(route),
    },
  };
}

export const securityScheme = "apiKey";

function operationOf(text: string): OperationDefinitionNode {
  const [definition] = parse(text).definitions;
  if (definition?.kind === Kind.OPERATION_DEFINITION) return definition;
  throw new Error("a persisted document contains one operation");
}

/** The schema of a body: `present` arranges the schemas of the fields as it arranges their values. */
function arrange(present: Arrange<Schemas>, fields: Schemas): JsonSchema {
  const body = present(fields);
  return Object.values(fields).includes(body) ? body : objectSchema(body as Schemas);
}

function jsonResponse(description: string, schema: JsonSchema): Record<string, AnswerDescription> {
  const content = { "application/json": { schema } };
  return { 200: { description, headers: headersWith([]), content } };
}

const recordingResponses: Readonly<Record<string, AnswerDescription>> = {
  200: {
    description: "The whole recording.",
    headers: headersWith(["Accept-Ranges", "Content-Disposition"]),
    content: { "audio/flac": {} },
  },
  206: {
    description: "The requested range of bytes.",
    headers: headersWith(["Accept-Ranges", "Content-Disposition", "Content-Range"]),
    content: { "audio/flac": {} },
  },
};
