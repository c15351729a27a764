// Generated from schema.graphql and src/dashboard/browser/views/sensor/sensor-range.graphql and src/dashboard/browser/graphql/fragments.graphql by `npm run generate`. Do not edit.
import type { TypedDocument } from "../typed-document.ts";
/** Frequency weighting of a level (IEC 61672-1). */
export type FrequencyWeighting =
  /** A-weighting. */
  | "A"
  /** C-weighting. */
  | "C"
  /** Z-weighting: flat. */
  | "Z";

export type SensorRangeQueryVariables = {
  project: string;
  sensor: string;
  first: string;
  last: string;
  weighting: FrequencyWeighting;
  validOnly: boolean;
  dueFirst: string;
  dueLast: string;
  isDue: boolean;
  withEpisodes: boolean;
};

export type SensorRangeQuery = {
  readonly sensor: {
    readonly class: number | null;
    readonly aggregates: {
      readonly meta: {
        readonly clamped: boolean;
        readonly effectiveRange: { readonly startAt: string; readonly endAt: string } | null;
      };
      readonly buckets: ReadonlyArray<{
        readonly Leq: number | null;
        readonly samples: number;
        readonly excludedSeconds: number;
        readonly events: number;
        readonly maxOver: number | null;
      }>;
    } | null;
    readonly indicators: {
      readonly periods: { readonly day: string; readonly evening: string; readonly night: string };
      readonly longTerm: { readonly Lden: number | null } | null;
    } | null;
    readonly availability?: {
      readonly samples: number;
      readonly expectedSamples: number;
      readonly coverage: number;
      readonly gapCount: number;
      readonly gaps: ReadonlyArray<{ readonly startAt: string; readonly endAt: string }>;
    } | null;
    readonly episodes?: { readonly data: ReadonlyArray<{ readonly events: number }> } | null;
    readonly exclusions: ReadonlyArray<{
      readonly startAt: string;
      readonly endAt: string;
      readonly reason: string;
      readonly note: string | null;
    }> | null;
    readonly microphone: {
      readonly height: number | null;
      readonly mounting: string | null;
    } | null;
    readonly calibrations: ReadonlyArray<{
      readonly date: string;
      readonly level: number | null;
      readonly note: string | null;
    }> | null;
  } | null;
};

export type MeterFragment = {
  readonly class: number | null;
  readonly microphone: { readonly height: number | null; readonly mounting: string | null } | null;
  readonly calibrations: ReadonlyArray<{
    readonly date: string;
    readonly level: number | null;
    readonly note: string | null;
  }> | null;
};

export type ExcludedFragment = {
  readonly startAt: string;
  readonly endAt: string;
  readonly reason: string;
  readonly note: string | null;
};

export const sensorRangeDocument: TypedDocument<SensorRangeQuery, SensorRangeQueryVariables> = {
  name: "SensorRange",
  text: `query SensorRange($project:ID!$sensor:ID!$first:Instant!$last:Instant!$weighting:FrequencyWeighting!$validOnly:Boolean!$dueFirst:Instant!$dueLast:Instant!$isDue:Boolean!$withEpisodes:Boolean!){sensor(projectId:$project id:$sensor){...Meter aggregates(startAt:$first endAt:$last bucket:range fweighting:$weighting validOnly:$validOnly){meta{clamped effectiveRange{startAt endAt}}buckets{Leq samples excludedSeconds events maxOver}}indicators(startAt:$first endAt:$last validOnly:$validOnly){periods{day evening night}longTerm{Lden}}availability(startAt:$dueFirst endAt:$dueLast)@include(if:$isDue){samples expectedSamples coverage gapCount gaps{startAt endAt}}episodes(startAt:$first endAt:$last fweighting:$weighting validOnly:$validOnly)@include(if:$withEpisodes){data{events}}exclusions(startAt:$first endAt:$last){...Excluded}}}fragment Meter on Sensor{microphone{height mounting}class calibrations{date level note}}fragment Excluded on Exclusion{startAt endAt reason note}`,
};
