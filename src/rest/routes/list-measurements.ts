import { defineRoute } from "../define-route.ts";
import { pageParameters, pageVariables } from "../page-parameters.ts";
import { listMeasurementsDocument } from "./generated/list-measurements.ts";

export const listMeasurements = defineRoute({
  name: "list-measurements",
  summary: "One page of a sensor's samples inside the contract period.",
  resource: "Measurements",
  path: "/projects/:projectId/sensors/:sensorId/measurements",
  scope: "v0:data:read",
  parameters: pageParameters,
  requiresAudio: ({ withAudio }) => withAudio,
  document: listMeasurementsDocument,
  variables: (path, page) => ({ ...path, ...pageVariables(page) }),
  present: ({ measurements }) => measurements,
});
