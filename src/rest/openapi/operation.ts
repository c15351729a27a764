import { type GraphQLSchema, Kind, type OperationDefinitionNode, parse } from "graphql";
import type { Arrange, Route } from "#rest/define-route.ts";
import { collectAnswerSchemas, type SchemaCollection } from "./answer-schemas.ts";
import type { AnswerDescription, Operation } from "./document-types.ts";
import { headersWith } from "./header-fields.ts";
import { type JsonSchema, objectSchema, type Schemas } from "./json-schema.ts";
import { composeParameters, describeVariables } from "./parameters.ts";
import { problemReferences } from "./problem-responses.ts";
import { rangeParameter, recordingResponses } from "./recording-responses.ts";
import { fieldsOf } from "./selection.ts";

/** What a route takes and answers, read off its declaration and its document. */
export function composeOperation(
  route: Route,
  schema: GraphQLSchema,
  collection: SchemaCollection,
): Operation {
  const document = operationOf(route.document);
  const query = schema.getQueryType();
  if (query == null) throw new Error("the schema has no queries");
  const { present, parameters } = route;
  const isRecording = present === null;
  const explain = (variable: string) =>
    variable in parameters.shape
      ? `Left out unless \`${variable}\` is true.`
      : "Left out where the key may not read it.";
  const fields = isRecording
    ? {}
    : collectAnswerSchemas(collection, query, document.selectionSet, explain);
  return {
    operationId: route.name,
    tags: [route.scope],
    summary: route.summary,
    description: fieldsOf(document.selectionSet)
      .map(({ name }) => query.getFields()[name.value]?.description ?? "")
      .join(" "),
    security: [{ [securityScheme]: [route.scope] }],
    parameters: [
      ...composeParameters(route, describeVariables(schema, document)),
      ...(isRecording ? [rangeParameter] : []),
    ],
    responses: {
      ...(isRecording ? recordingResponses : jsonResponse(route.summary, arrange(present, fields))),
      ...problemReferences(route),
    },
  };
}

export const securityScheme = "apiKey";

function operationOf(text: string): OperationDefinitionNode {
  const [definition] = parse(text).definitions;
  if (definition?.kind === Kind.OPERATION_DEFINITION) return definition;
  throw new Error("a persisted document holds one operation");
}

/** The schema of a body: the fields arranged as `present` arranges their values. */
function arrange(present: Arrange<Readonly<Record<string, unknown>>>, fields: Schemas): JsonSchema {
  const body = present(fields);
  return Object.values(fields).includes(body) ? body : objectSchema(body as Schemas);
}

function jsonResponse(
  description: string,
  schema: JsonSchema,
): Readonly<Record<string, AnswerDescription>> {
  const content = { "application/json": { schema } };
  return { 200: { description, headers: headersWith([]), content } };
}
