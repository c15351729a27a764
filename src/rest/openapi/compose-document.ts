import type { GraphQLSchema } from "graphql";
import { readBuildInfo } from "../../system/build-info.ts";
import { basePath } from "../../http/requests/base-path.ts";
import { type Resource, resources, type Route } from "../define-route.ts";
import type { OpenApiDocument } from "./document-types.ts";
import { headerComponents } from "./header-fields.ts";
import type { JsonSchema } from "./json-schema.ts";
import { composeOperation, securityScheme } from "./operation.ts";
import {
  composeErrorTable,
  composeProblemResponses,
  composeProblemSchema,
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
      description,
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

const description = `
Read-only access to acoustic measurements, sound events, recordings and the map of a project.

- Every route accepts only GET and needs an API key. Resources that the key may not read are not found.
- Levels are in dB, with at most two decimals and exact. Instants in answers are UTC.
- A page has the \`cursor\` of the next page; null means that no page follows.
- Data and events are cut to the contract period of the project; \`meta\` has the range that was read.
- Limits, events and classifications follow the current configuration, not that at the time of measurement.
- An \`audioUrl\` is a path on this host, valid for some minutes and for the key that asked for it.
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
