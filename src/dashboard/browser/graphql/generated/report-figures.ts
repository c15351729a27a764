// Generated from schema.graphql and src/dashboard/browser/views/report/report-figures.graphql and src/dashboard/browser/graphql/fragments.graphql by `npm run generate`. Do not edit.
import type { TypedDocument } from "../typed-document.ts";
/** Frequency weighting of a level (IEC 61672-1). */
export type FrequencyWeighting =
  /** A-weighting. */
  | "A"
  /** C-weighting. */
  | "C"
  /** Z-weighting: flat. */
  | "Z";

/** Source of the interval of a sensor's samples. */
export type IntervalSource =
  /** The operator declares it, for the sensor or for its project. */
  | "declared"
  /** The distance between the newest 1,001 samples inside the contract that covers most of their time. */
  | "inferred"
  /** There are no samples: 300 s. */
  | "assumed";

/** Source of an applicable limit, in order of precedence: the first that matches wins. */
export type LimitSource =
  /** An exception of the sensor. */
  | "sensor_exception"
  /** An exception of the project. */
  | "project_exception"
  /** A window of the sensor that starts on a holiday. */
  | "sensor_holiday"
  /** A window of the project that starts on a holiday. */
  | "project_holiday"
  /** A window of the sensor's schedule. */
  | "sensor_schedule"
  /** A window of the project's schedule. */
  | "project_schedule"
  /** The sensor's default. */
  | "sensor_default"
  /** The project's default. */
  | "project_default"
  /** No limit applies. */
  | "none";

/** Verdict on the limit of a criterion. */
export type Verdict =
  /** The limit was kept. */
  | "kept"
  /** The limit was exceeded, for certain. */
  | "exceeded"
  /** The samples do not decide it. */
  | "undecided";

/** Reason why a window is undecided: the first that applies. */
export type UndecidedReason =
  /** No sample counts. */
  | "no_samples"
  /** Too little of a reference time is covered, and the missing time might change the answer. */
  | "low_coverage"
  /** The reference times are shorter than the interval of the samples. */
  | "interval_too_long"
  /** The window has no whole reference time. */
  | "no_reference_time";

export type ReportFiguresQueryVariables = {
  project: string;
  sensors: ReadonlyArray<string> | string;
  first: string;
  last: string;
  weighting: FrequencyWeighting;
  validOnly?: boolean;
  maxPoints: number;
  maxHours: number;
  withPlots: boolean;
  withHours: boolean;
  withEpisodes: boolean;
};

export type ReportFiguresQuery = {
  readonly project: {
    readonly sensors: ReadonlyArray<{
      readonly id: string;
      readonly class: number | null;
      readonly aggregates: {
        readonly buckets: ReadonlyArray<{
          readonly Leq: number | null;
          readonly LAFmax: number | null;
          readonly samples: number;
          readonly events: number;
          readonly overSeconds: number;
          readonly overFraction: number | null;
          readonly maxOver: number | null;
        }>;
      } | null;
      readonly exclusions: ReadonlyArray<{
        readonly startAt: string;
        readonly endAt: string;
        readonly reason: string;
        readonly note: string | null;
      }> | null;
      readonly assessments: {
        readonly data: ReadonlyArray<{
          readonly criterionId: string;
          readonly date: string;
          readonly startAt: string;
          readonly endAt: string;
          readonly seconds: number;
          readonly coverage: number;
          readonly excludedSeconds: number;
          readonly verdict: Verdict;
          readonly reason: UndecidedReason | null;
          readonly level: number | null;
          readonly limit: number;
          readonly over: number | null;
          readonly referenceTimes: number;
          readonly exceeded: number;
          readonly undecided: number;
          readonly budgetUsed: number | null;
          readonly remaining: { readonly seconds: number; readonly level: number | null } | null;
        }>;
      } | null;
      readonly episodes?: {
        readonly data: ReadonlyArray<{
          readonly startAt: string;
          readonly seconds: number;
          readonly events: number;
          readonly Leq: number;
          readonly LAE: number | null;
          readonly maxOver: number;
          readonly maxOverAt: string;
          readonly label: string | null;
        }>;
      } | null;
      readonly allEpisodes?: {
        readonly data: ReadonlyArray<{
          readonly startAt: string;
          readonly endAt: string;
          readonly events: number;
          readonly maxOver: number;
        }>;
      } | null;
      readonly series?: {
        readonly buckets: ReadonlyArray<{
          readonly startAt: string;
          readonly samples: number;
          readonly Leq: number | null;
          readonly LeqMin: number | null;
          readonly LeqMax: number | null;
          readonly LAFmax: number | null;
          readonly lowestLimit: number | null;
          readonly highestLimit: number | null;
          readonly maxOver: number | null;
          readonly events: number;
        }>;
      } | null;
      readonly hours?: {
        readonly buckets: ReadonlyArray<{
          readonly startAt: string;
          readonly endAt: string;
          readonly samples: number;
          readonly expectedSamples: number;
          readonly coveredSeconds: number;
          readonly Leq: number | null;
          readonly events: number;
          readonly limitedSeconds: number;
          readonly maxOver: number | null;
          readonly lowestLimit: number | null;
          readonly highestLimit: number | null;
        }>;
      } | null;
      readonly limitTimeline?: ReadonlyArray<{
        readonly startAt: string;
        readonly endAt: string;
        readonly limit: number | null;
        readonly limitSource: LimitSource;
      }> | null;
      readonly indicators: {
        readonly periods: {
          readonly day: string;
          readonly evening: string;
          readonly night: string;
        };
        readonly longTerm: {
          readonly Lday: number | null;
          readonly Levening: number | null;
          readonly Lnight: number | null;
          readonly Lden: number | null;
        } | null;
      } | null;
      readonly distribution: { readonly lowest: number | null } | null;
      readonly microphone: {
        readonly height: number | null;
        readonly mounting: string | null;
      } | null;
      readonly calibrations: ReadonlyArray<{
        readonly date: string;
        readonly level: number | null;
        readonly note: string | null;
      }> | null;
      readonly valid: {
        readonly buckets: ReadonlyArray<{
          readonly coveredSeconds: number;
          readonly excludedSeconds: number;
        }>;
      } | null;
      readonly availability: {
        readonly seconds: number;
        readonly samples: number;
        readonly expectedSamples: number;
        readonly coveredSeconds: number;
        readonly coverage: number;
        readonly gapCount: number;
        readonly interval: { readonly seconds: number; readonly source: IntervalSource } | null;
        readonly gaps: ReadonlyArray<{
          readonly startAt: string;
          readonly endAt: string;
          readonly seconds: number;
        }>;
      } | null;
    }>;
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

export type DueTimeFragment = {
  readonly valid: {
    readonly buckets: ReadonlyArray<{
      readonly coveredSeconds: number;
      readonly excludedSeconds: number;
    }>;
  } | null;
  readonly availability: {
    readonly seconds: number;
    readonly samples: number;
    readonly expectedSamples: number;
    readonly coveredSeconds: number;
    readonly coverage: number;
    readonly gapCount: number;
    readonly interval: { readonly seconds: number; readonly source: IntervalSource } | null;
    readonly gaps: ReadonlyArray<{
      readonly startAt: string;
      readonly endAt: string;
      readonly seconds: number;
    }>;
  } | null;
};

export type ExcludedFragment = {
  readonly startAt: string;
  readonly endAt: string;
  readonly reason: string;
  readonly note: string | null;
};

export type AssessedWindowFragment = {
  readonly criterionId: string;
  readonly date: string;
  readonly startAt: string;
  readonly endAt: string;
  readonly seconds: number;
  readonly coverage: number;
  readonly excludedSeconds: number;
  readonly verdict: Verdict;
  readonly reason: UndecidedReason | null;
  readonly level: number | null;
  readonly limit: number;
  readonly over: number | null;
  readonly referenceTimes: number;
  readonly exceeded: number;
  readonly undecided: number;
  readonly budgetUsed: number | null;
  readonly remaining: { readonly seconds: number; readonly level: number | null } | null;
};

export type LevelBucketFragment = {
  readonly startAt: string;
  readonly samples: number;
  readonly Leq: number | null;
  readonly LeqMin: number | null;
  readonly LeqMax: number | null;
  readonly LAFmax: number | null;
  readonly lowestLimit: number | null;
  readonly highestLimit: number | null;
  readonly maxOver: number | null;
  readonly events: number;
};

export type HourLevelFragment = {
  readonly startAt: string;
  readonly endAt: string;
  readonly samples: number;
  readonly expectedSamples: number;
  readonly coveredSeconds: number;
  readonly Leq: number | null;
  readonly events: number;
  readonly limitedSeconds: number;
  readonly maxOver: number | null;
  readonly lowestLimit: number | null;
  readonly highestLimit: number | null;
};

export const reportFiguresDocument: TypedDocument<ReportFiguresQuery, ReportFiguresQueryVariables> =
  {
    name: "ReportFigures",
    text: `query ReportFigures($project:ID!$sensors:[ID!]!$first:Instant!$last:Instant!$weighting:FrequencyWeighting!$validOnly:Boolean!=true$maxPoints:Int!$maxHours:Int!$withPlots:Boolean!$withHours:Boolean!$withEpisodes:Boolean!){project(id:$project){sensors(ids:$sensors){id ...Meter aggregates(startAt:$first endAt:$last bucket:range fweighting:$weighting validOnly:$validOnly){buckets{Leq LAFmax samples events overSeconds overFraction maxOver}}...DueTime exclusions(startAt:$first endAt:$last){...Excluded}assessments(startAt:$first endAt:$last){data{...AssessedWindow}}episodes(startAt:$first endAt:$last fweighting:$weighting validOnly:$validOnly)@include(if:$withEpisodes){data{startAt seconds events Leq LAE maxOver maxOverAt label}}allEpisodes:episodes(startAt:$first endAt:$last fweighting:$weighting)@include(if:$withEpisodes){data{startAt endAt events maxOver}}series(startAt:$first endAt:$last fweighting:$weighting validOnly:$validOnly maxPoints:$maxPoints)@include(if:$withPlots){buckets{...LevelBucket}}hours:aggregates(startAt:$first endAt:$last bucket:hour fweighting:$weighting validOnly:$validOnly maxBuckets:$maxHours)@include(if:$withHours){buckets{...HourLevel}}limitTimeline(startAt:$first endAt:$last fweighting:$weighting)@include(if:$withPlots){startAt endAt limit limitSource}indicators(startAt:$first endAt:$last validOnly:$validOnly){periods{day evening night}longTerm{Lday Levening Lnight Lden}}distribution(startAt:$first endAt:$last level:LA90 validOnly:$validOnly){lowest}}}}fragment Meter on Sensor{microphone{height mounting}class calibrations{date level note}}fragment DueTime on Sensor{valid:aggregates(startAt:$first endAt:$last bucket:range fweighting:$weighting validOnly:true){buckets{coveredSeconds excludedSeconds}}availability(startAt:$first endAt:$last){interval{seconds source}seconds samples expectedSamples coveredSeconds coverage gapCount gaps{startAt endAt seconds}}}fragment Excluded on Exclusion{startAt endAt reason note}fragment AssessedWindow on Assessment{criterionId date startAt endAt seconds coverage excludedSeconds verdict reason level limit over referenceTimes exceeded undecided budgetUsed remaining{seconds level}}fragment LevelBucket on Aggregate{startAt samples Leq LeqMin LeqMax LAFmax lowestLimit highestLimit maxOver events}fragment HourLevel on Aggregate{startAt endAt samples expectedSamples coveredSeconds Leq events limitedSeconds maxOver lowestLimit highestLimit}`,
  };
