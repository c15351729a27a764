import type { QueryResolvers } from "#graphql/generated/resolvers.ts";
import { parsePageArguments } from "./page-arguments.ts";

export const query: QueryResolvers = {
  projects: (_parent, _args, { loaders }) => loaders.loadProjects(),
  project: (_parent, { id }, { loaders }) => loaders.loadProject(id),
  sensor: (_parent, { projectId, id }, { loaders }) =>
    loaders.loadSensor({ projectId, sensorId: id }),
  measurements: (_parent, { projectId, sensorId, ...page }, { loaders }) =>
    loaders.loadMeasurements({ projectId, sensorId }, parsePageArguments(page)),
};
