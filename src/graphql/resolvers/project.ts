import type { ProjectResolvers } from "../generated/resolvers.ts";
import { getProjectSchedule } from "../../operations/limits/limit-schedule.ts";
import { listProjectEvents } from "../../operations/events/list-project-events.ts";
import { listSensors } from "../../operations/projects/list-projects.ts";
import { presentInterval } from "../../operations/measurements/present-interval.ts";
import { parseProjectEventsArguments } from "./page-arguments.ts";

export const project: ProjectResolvers = {
  contract: ({ contract }) => contract && presentInterval(contract),
  sensors: (parent, _args, context) => listSensors(context, parent),
  events: (parent, args, context) =>
    listProjectEvents(context, parent, parseProjectEventsArguments(args)),
  schedule: (parent, _args, context) => getProjectSchedule(context, parent),
};
