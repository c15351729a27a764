import { type GraphQLSchema, Kind, type OperationDefinitionNode, parse } from "graphql";
import { basePath } from "../../http/requests/base-path.ts";
import { readBuildInfo } from "../../system/build-info.ts";
import { type Arrange, type Resource, resources, type Route } from "../define-route.ts";
import { collectAnswerSchemas, fieldsOf } from "./answer-schemas.ts";
import type { AnswerDescription, OpenApiDocument, Operation } from "./document-types.ts";
import { headerComponents, headersWith } from "./header-fields.ts";
import { type JsonSchema, objectSchema, type Schemas } from "./json-schema.ts";
import { composeParameters } from "./parameters.ts";
import {
  composeErrorTable,
  composeProblemResponses,
  composeProblemSchema,
  problemReferences,
} from "./problem-responses.ts";

/**
 * The OpenAPI document of v0. The description of a route is derived from the code that answers: its declaration,
 * the schemas that check its parameters, the selection of its persisted document, and the kinds of errors.
 */
export function composeDocument(routes: readonly Route[], schema: GraphQLSchema): OpenApiDocument {
  const answerSchemas: Record<string, JsonSchema> = {};
  const paths = Object.fromEntries(
    routes.map((route) => [
      route.path.replaceAll(/:(\w+)/g, "{$1}"),
      { get: composeOperation(route, schema, answerSchemas) },
    ]),
  );
  return {
    openapi: "3.1.1",
    info: {
      title: "Acoustic Monitoring Read-Only API",
      version: readBuildInfo().version,
      description: introduction,
    },
    servers: [{ url: basePath }],
    tags: resources.map((name) => ({ name, description: resourceDescriptions[name] })),
    security: [{ [securityScheme]: [] }],
    paths,
    components: {
      securitySchemes: { [securityScheme]: apiKeyInHeader },
      headers: headerComponents,
      responses: composeProblemResponses(routes),
      schemas: { ...answerSchemas, Problem: composeProblemSchema() },
    },
  };
}

const introduction = `
Read-only access to acoustic measurements, sound events, recordings and the map of a project.

- Every route accepts only GET and needs an API key. Resources that the key may not read are not found.
- Levels are in dB, with at most two decimals and exact. Instants in answers are UTC.
- A page has the \`cursor\` of the next page; null means that no page follows.
- Data and events are cut to the contract period of the project; \`meta\` has the range that was read.
- Limits, events and classifications follow the current configuration, not that at the time of measurement.
- An \`audioUrl\` is a path on this host, valid for some minutes and for the key that requested it.
- Unknown, repeated and empty query parameters are refused.
- A later release may add members to objects and values to enumerations: clients ignore what they do not know.

${composeErrorTable()}`.trim();

const resourceDescriptions: Readonly<Record<Resource, string>> = {
  Projects: "The projects that the key may read, and their sensors.",
  Measurements: "Samples: levels over an interval, each with the noise limit that applies to it.",
  Events: "Sound events: the samples above their noise limit.",
  Audio: "Recordings, over leases that pages of measurements and events issue.",
  Map: "The sensors of a project as GeoJSON.",
};

const apiKeyInHeader = {
  type: "apiKey",
  in: "header",
  name: "svc-api-key",
  description:
    "The word `Bearer`, one space and the key: `Bearer amk0.<KEY_ID>.<SECRET>`. The whole key is secret. Never send it in an address.",
};

/** Describes a route from its declaration and document. Adds the schemas of its answers to `components`. */
function composeOperation(
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

const securityScheme = "apiKey";

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
