// Generated from schema.graphql and src/dashboard/browser/views/events/sensor-episodes.graphql by `npm run generate`. Do not edit.
import type { TypedDocument } from "../typed-document.ts";
/** Frequency weighting of a level (IEC 61672-1). */
export type FrequencyWeighting =
  /** A-weighting. */
  | "A"
  /** C-weighting. */
  | "C"
  /** Z-weighting: flat. */
  | "Z";

export type SensorEpisodesQueryVariables = {
  project: string;
  sensors: ReadonlyArray<string> | string;
  first: string;
  last: string;
  weighting: FrequencyWeighting;
  validOnly: boolean;
};

export type SensorEpisodesQuery = {
  readonly project: {
    readonly sensors: ReadonlyArray<{
      readonly id: string;
      readonly episodes: {
        readonly data: ReadonlyArray<{
          readonly startAt: string;
          readonly endAt: string;
          readonly seconds: number;
          readonly events: number;
          readonly Leq: number;
          readonly maxOver: number;
          readonly maxOverAt: string;
          readonly label: string | null;
          readonly firstRecordingId: string | null;
        }>;
      } | null;
    }>;
  } | null;
};

export const sensorEpisodesDocument: TypedDocument<
  SensorEpisodesQuery,
  SensorEpisodesQueryVariables
> = {
  name: "SensorEpisodes",
  text: `query SensorEpisodes($project:ID!$sensors:[ID!]!$first:Instant!$last:Instant!$weighting:FrequencyWeighting!$validOnly:Boolean!){project(id:$project){sensors(ids:$sensors){id episodes(startAt:$first endAt:$last fweighting:$weighting validOnly:$validOnly){data{startAt endAt seconds events Leq maxOver maxOverAt label firstRecordingId}}}}}`,
};
