import type { SensorRecord } from "#database/queries/sensors.ts";
import { decibelsOf } from "#acoustics/levels/decibel.ts";
import { presentInterval } from "#operations/present-interval.ts";
import type { SensorResolvers } from "#graphql/generated/resolvers.ts";
import { presentSchedule } from "./limit-schedule.ts";
import { parsePageArguments, parseRangeArguments } from "./page-arguments.ts";

export const sensor: SensorResolvers = {
  schedule: async (parent, _args, { loaders }) =>
    presentSchedule(await loaders.loadSensorSchedule(parent.sensorNo)),
  limitTimeline: async (parent, { fweighting, ...range }, { loaders }) => {
    const asked = parseRangeArguments(range);
    const segments = await loaders.loadLimitTimeline(referenceOf(parent), fweighting, asked);
    return segments.map(({ limit, limitSource, ...interval }) => ({
      ...presentInterval(interval),
      limit: decibelsOf(limit),
      limitSource,
    }));
  },
  latest: (parent, { fweighting }, { loaders }) =>
    loaders.loadLatest(referenceOf(parent), fweighting),
  measurements: (parent, page, { loaders }) =>
    loaders.loadMeasurements(referenceOf(parent), parsePageArguments(page)),
  events: (parent, page, { loaders }) =>
    loaders.loadEvents(referenceOf(parent), parsePageArguments(page)),
};

function referenceOf(parent: SensorRecord) {
  return { projectId: parent.projectId, sensorId: parent.id };
}
