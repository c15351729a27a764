import { decibelsOf, subtractLevels } from "../../acoustics/levels/decibel.ts";
import { equivalentLevel } from "../../acoustics/levels/level-names.ts";
import type { SampleResolvers } from "../generated/resolvers.ts";
import { explainLimitOfSample } from "../../operations/limits/explain-limit.ts";
import { getRecordingInfo } from "../../operations/audio/get-recording-info.ts";
import { selectedFields } from "./selected-fields.ts";

/** Fields that are computed only if they are selected. */
export const sample: SampleResolvers = {
  over: ({ row, fweighting, limitThen: { limit } }) => {
    const level = row[equivalentLevel[fweighting]];
    return level === null || limit === null ? null : decibelsOf(subtractLevels(level, limit));
  },
  limitExplanation: (parent, _args, context, info) =>
    explainLimitOfSample(context, parent, selectedFields(info).has("rules")),
  recording: (parent, _args, context) => getRecordingInfo(context, parent),
};
