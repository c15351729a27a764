import type { SensorRecord } from "#database/queries/sensors.ts";
import type {
  SensorFeaturePropertiesResolvers,
  SensorResolvers,
} from "#graphql/generated/resolvers.ts";
import { getLatestLevel, getLatestSample } from "#operations/latest-level.ts";
import { getSensorSchedule } from "#operations/limit-schedule.ts";
import { getLimitTimeline } from "#operations/limit-timeline.ts";
import { listEvents } from "#operations/list-events.ts";
import { listMeasurements } from "#operations/list-measurements.ts";
import type { SensorReference } from "#operations/sensor-settings.ts";
import { parsePageArguments, parseRangeArguments } from "./page-arguments.ts";

export const sensor: SensorResolvers = {
  schedule: (parent, _args, context) => getSensorSchedule(context, parent),
  limitTimeline: (parent, { fweighting, ...range }, context) =>
    getLimitTimeline(context, referenceOf(parent), fweighting, parseRangeArguments(range)),
  latest: (parent, { fweighting }, context) =>
    getLatestSample(context, referenceOf(parent), fweighting),
  measurements: (parent, page, context) =>
    listMeasurements(context, referenceOf(parent), parsePageArguments(page)),
  events: (parent, page, context) =>
    listEvents(context, referenceOf(parent), parsePageArguments(page)),
};

/** The sensor of a map. */
export const sensorFeatureProperties: SensorFeaturePropertiesResolvers = {
  latest: (parent, _args, context) => getLatestLevel(context, parent),
};

function referenceOf({ projectId, id }: SensorRecord): SensorReference {
  return { projectId, sensorId: id };
}
