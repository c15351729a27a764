import { defineRoute } from "../define-route.ts";
import { getEmbeddedMapDocument } from "./generated/get-embedded-map.ts";

export const getEmbeddedMap = defineRoute({
  name: "get-embedded-map",
  summary:
    "The map of a project with the sensors that the key may read, as GeoJSON (RFC 7946); with their latest levels for a key that may read measurements.",
  resource: "Map",
  path: "/projects/:projectId/embedded-map",
  scope: "v0:embedded-map:read",
  parameters: { shape: {} },
  document: getEmbeddedMapDocument,
  variables: ({ projectId }, _values, scopes) => ({
    projectId,
    withLatest: scopes.has("v0:data:read"),
  }),
  present: ({ embeddedMap }) => ({ data: embeddedMap }),
});
