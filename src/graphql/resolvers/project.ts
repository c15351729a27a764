import type { ProjectResolvers } from "../generated/resolvers.ts";
import { getProjectSchedule } from "../../operations/limits/limit-schedule.ts";
import { listProjectEvents } from "../../operations/events/list-project-events.ts";
import { getPermit } from "../../operations/projects/get-instrument.ts";
import { listCriteria } from "../../operations/projects/list-criteria.ts";
import { listVersions } from "../../operations/projects/list-versions.ts";
import { listSensors } from "../../operations/projects/list-projects.ts";
import { presentInterval } from "../../operations/measurements/present-interval.ts";
import { parseProjectEventsArguments } from "./page-arguments.ts";

export const project: ProjectResolvers = {
  contract: ({ contract }) => contract && presentInterval(contract),
  permit: (parent, { asOf = null }, context) => getPermit(context, parent, asOf),
  sensors: (parent, { ids = null }, context) => listSensors(context, parent, ids),
  events: (parent, args, context) =>
    listProjectEvents(context, parent, parseProjectEventsArguments(args)),
  schedule: (parent, _args, context) => getProjectSchedule(context, parent),
  criteria: (parent, _args, context) => listCriteria(context, parent),
  versions: (parent, _args, context) => listVersions(context, parent),
};
