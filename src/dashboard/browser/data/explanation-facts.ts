import type { ExplanationFragment } from "../graphql/generated/event-sample.ts";
import type { ScheduleFacts } from "./limit-words.ts";

/** The server's explanation of a limit, of `limitAt` or of a sample's `limitExplanation`. */
export type LimitExplanationFacts = ExplanationFragment;

export interface Schedules {
  readonly sensor: ScheduleFacts | null;
  readonly project: ScheduleFacts | null;
}
