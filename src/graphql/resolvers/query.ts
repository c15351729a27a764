import type { QueryResolvers } from "../generated/resolvers.ts";
import { getEmbeddedMap } from "../../operations/projects/embedded-map.ts";
import { listEvents } from "../../operations/events/list-events.ts";
import { listMeasurements } from "../../operations/measurements/list-measurements.ts";
import { getProject, getSensor, listProjects } from "../../operations/projects/list-projects.ts";
import { getRecording } from "../../operations/audio/open-recording.ts";
import { getViewer } from "../../operations/projects/get-viewer.ts";
import { parsePageArguments } from "./page-arguments.ts";

export const query: QueryResolvers = {
  projects: (_parent, _args, context) => listProjects(context),
  project: (_parent, { id }, context) => getProject(context, id),
  sensor: (_parent, { projectId, id }, context) => getSensor(context, { projectId, sensorId: id }),
  measurements: (_parent, { projectId, sensorId, ...page }, context) =>
    listMeasurements(context, { projectId, sensorId }, parsePageArguments(page)),
  events: (_parent, { projectId, sensorId, ...page }, context) =>
    listEvents(context, { projectId, sensorId }, parsePageArguments(page)),
  recording: (_parent, { leaseId, id }, context) =>
    getRecording(context, { leaseId, recordingId: id }),
  embeddedMap: (_parent, { projectId }, context) => getEmbeddedMap(context, projectId),
  viewer: (_parent, _args, context) => getViewer(context),
};
