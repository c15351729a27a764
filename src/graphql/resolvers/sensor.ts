import type { SensorRecord } from "../../database/queries/sites/sensors.ts";
import type { SensorFeaturePropertiesResolvers, SensorResolvers } from "../generated/resolvers.ts";
import { getAvailability } from "../../operations/aggregates/get-availability.ts";
import { getDistribution } from "../../operations/aggregates/get-distribution.ts";
import { getIndicators } from "../../operations/aggregates/get-indicators.ts";
import { getWeekProfile } from "../../operations/aggregates/get-week-profile.ts";
import { getSeries, listAggregates } from "../../operations/aggregates/list-aggregates.ts";
import { listAssessments } from "../../operations/assessment/list-assessments.ts";
import { listEpisodes } from "../../operations/assessment/list-episodes.ts";
import { listExclusions } from "../../operations/exclusions/list-exclusions.ts";
import { explainLimit } from "../../operations/limits/explain-limit.ts";
import { getLatestLevel, getLatestSample } from "../../operations/measurements/latest-level.ts";
import { getSensorSchedule } from "../../operations/limits/limit-schedule.ts";
import { getExtent } from "../../operations/measurements/get-extent.ts";
import { getSample } from "../../operations/measurements/get-sample.ts";
import { getLimitTimeline } from "../../operations/limits/limit-timeline.ts";
import { listEvents } from "../../operations/events/list-events.ts";
import { listMeasurements } from "../../operations/measurements/list-measurements.ts";
import { getSampleInterval } from "../../operations/measurements/sample-interval.ts";
import { getInstrument, listCalibrations } from "../../operations/projects/get-instrument.ts";
import type { SensorReference } from "../../operations/projects/sensor-settings.ts";
import { parsePageArguments, parseRangeArguments } from "./page-arguments.ts";
import { selectedFields } from "./selected-fields.ts";

export const sensor: SensorResolvers = {
  microphone: async (parent, { asOf = null }, context) =>
    (await getInstrument(context, parent, asOf)).microphone,
  class: async (parent, { asOf = null }, context) =>
    (await getInstrument(context, parent, asOf)).class,
  calibrations: (parent, { asOf = null }, context) => listCalibrations(context, parent, asOf),
  schedule: (parent, _args, context) => getSensorSchedule(context, parent),
  limitTimeline: (parent, { fweighting, asOf = null, ...range }, context) => {
    const rules = { weighting: fweighting, asOf };
    return getLimitTimeline(context, referenceOf(parent), rules, parseRangeArguments(range));
  },
  latest: (parent, { fweighting }, context) =>
    getLatestSample(context, referenceOf(parent), fweighting),
  sample: (parent, { id, fweighting }, context) =>
    getSample(context, referenceOf(parent), id, fweighting),
  extent: (parent, _args, context) => getExtent(context, referenceOf(parent)),
  measurements: (parent, page, context) =>
    listMeasurements(context, referenceOf(parent), parsePageArguments(page)),
  events: (parent, page, context) =>
    listEvents(context, referenceOf(parent), parsePageArguments(page)),
  interval: (parent, _args, context) => getSampleInterval(context, referenceOf(parent)),
  aggregates: (parent, { fweighting, ...args }, context, info) => {
    const request = { ...args, weighting: fweighting };
    return listAggregates(context, referenceOf(parent), request, selectedFields(info, "buckets"));
  },
  series: (parent, { fweighting, ...args }, context, info) => {
    const request = { ...args, weighting: fweighting };
    return getSeries(context, referenceOf(parent), request, selectedFields(info, "buckets"));
  },
  indicators: (parent, args, context, info) =>
    getIndicators(context, referenceOf(parent), args, selectedFields(info)),
  weekProfile: (parent, { fweighting, ...args }, context, info) => {
    const request = { ...args, weighting: fweighting };
    return getWeekProfile(context, referenceOf(parent), request, selectedFields(info, "cells"));
  },
  distribution: (parent, args, context, info) =>
    getDistribution(context, referenceOf(parent), args, selectedFields(info)),
  availability: (parent, args, context, info) =>
    getAvailability(context, referenceOf(parent), args, selectedFields(info)),
  assessments: (parent, { criteria = null, asOf = null, ...range }, context, info) =>
    listAssessments(
      context,
      referenceOf(parent),
      { ...range, criteria, asOf },
      selectedFields(info, "data"),
    ),
  episodes: (parent, { fweighting, ...args }, context, info) => {
    const request = { ...args, weighting: fweighting };
    return listEpisodes(context, referenceOf(parent), request, selectedFields(info, "data"));
  },
  limitAt: (parent, { at, fweighting, asOf = null }, context, info) => {
    const request = { weighting: fweighting, instant: at, asOf };
    return explainLimit(context, referenceOf(parent), request, selectedFields(info).has("rules"));
  },
  exclusions: (parent, range, context) => listExclusions(context, referenceOf(parent), range),
};

/** The sensor of a map. */
export const sensorFeatureProperties: SensorFeaturePropertiesResolvers = {
  latest: (parent, _args, context) => getLatestLevel(context, parent),
};

function referenceOf({ projectId, id }: SensorRecord): SensorReference {
  return { projectId, sensorId: id };
}
