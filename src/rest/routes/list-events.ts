import { defineRoute } from "../define-route.ts";
import { pageParameters, pageVariables } from "../page-parameters.ts";
import { listEventsDocument } from "./generated/list-events.ts";

export const listEvents = defineRoute({
  name: "list-events",
  summary: "One page of a sensor's sound events: its samples above the limit that holds now.",
  resource: "Events",
  path: "/projects/:projectId/sensors/:sensorId/events",
  scope: "v0:events:read",
  parameters: pageParameters,
  requiresAudio: ({ withAudio }) => withAudio,
  document: listEventsDocument,
  variables: (path, page) => ({ ...path, ...pageVariables(page) }),
  present: ({ events }) => events,
});
