import type { ProjectResolvers } from "#graphql/generated/resolvers.ts";
import { getProjectSchedule } from "#operations/limit-schedule.ts";
import { listSensors } from "#operations/list-projects.ts";
import { presentInterval } from "#operations/present-interval.ts";

export const project: ProjectResolvers = {
  contract: ({ contract }) => contract && presentInterval(contract),
  sensors: (parent, _args, context) => listSensors(context, parent),
  schedule: (parent, _args, context) => getProjectSchedule(context, parent),
};
