import { formatInstant, instantOfSecond } from "#acoustics/time/instant.ts";
import type { QueryResolvers } from "#graphql/generated/resolvers.ts";
import { presentMap } from "./embedded-map.ts";
import { parsePageArguments } from "./page-arguments.ts";

export const query: QueryResolvers = {
  projects: (_parent, _args, { loaders }) => loaders.loadProjects(),
  project: (_parent, { id }, { loaders }) => loaders.loadProject(id),
  sensor: (_parent, { projectId, id }, { loaders }) =>
    loaders.loadSensor({ projectId, sensorId: id }),
  measurements: (_parent, { projectId, sensorId, ...page }, { loaders }) =>
    loaders.loadMeasurements({ projectId, sensorId }, parsePageArguments(page)),
  events: (_parent, { projectId, sensorId, ...page }, { loaders }) =>
    loaders.loadEvents({ projectId, sensorId }, parsePageArguments(page)),
  embeddedMap: async (_parent, { projectId }, { loaders }) =>
    presentMap(await loaders.loadMappedProject(projectId)),
  recording: async (_parent, { leaseId, id }, { loaders }) => {
    const recording = await loaders.findLeasedRecording({ leaseId, recordingId: id });
    return { ...recording, datetime: formatInstant(instantOfSecond(recording.second)) };
  },
};
