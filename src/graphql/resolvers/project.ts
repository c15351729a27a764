import type { ProjectResolvers } from "#graphql/generated/resolvers.ts";
import { presentInterval } from "#operations/present-interval.ts";
import { presentSchedule } from "./limit-schedule.ts";

export const project: ProjectResolvers = {
  contract: ({ contract }) => contract && presentInterval(contract),
  sensors: ({ projectNo }, _args, { loaders }) => loaders.loadSensorsOfProject(projectNo),
  schedule: async ({ projectNo }, _args, { loaders }) =>
    presentSchedule(await loaders.loadProjectSchedule(projectNo)),
};
