import type { ProjectResolvers } from "#graphql/generated/resolvers.ts";
import { getProjectSchedule } from "#operations/limit-schedule.ts";
import { listProjectEvents } from "#operations/list-project-events.ts";
import { listSensors } from "#operations/list-projects.ts";
import { presentInterval } from "#operations/present-interval.ts";
import { parseProjectEventsArguments } from "./page-arguments.ts";

export const project: ProjectResolvers = {
  contract: ({ contract }) => contract && presentInterval(contract),
  sensors: (parent, _args, context) => listSensors(context, parent),
  events: (parent, args, context) =>
    listProjectEvents(context, parent, parseProjectEventsArguments(args)),
  schedule: (parent, _args, context) => getProjectSchedule(context, parent),
};
