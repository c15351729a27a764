import { decibelsOf, levelOfNumber, subtractLevels } from "../../acoustics/levels/decibel.ts";
import type { SampleResolvers } from "../generated/resolvers.ts";
import { explainLimitOfSample } from "../../operations/limits/explain-limit.ts";
import { getRecordingInfo } from "../../operations/audio/get-recording-info.ts";
import { selectedFields } from "./selected-fields.ts";

/** What is worked out only where it is selected. */
export const sample: SampleResolvers = {
  over: ({ Leq, limit }) => {
    const level = Leq === null ? null : levelOfNumber(Leq);
    const bound = limit === null ? null : levelOfNumber(limit);
    return level === null || bound === null ? null : decibelsOf(subtractLevels(level, bound));
  },
  limitExplanation: (parent, _args, context, info) =>
    explainLimitOfSample(context, parent, selectedFields(info).has("rules")),
  recording: (parent, _args, context) => getRecordingInfo(context, parent),
};
