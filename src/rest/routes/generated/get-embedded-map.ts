// Generated from schema.graphql and src/rest/routes/get-embedded-map.graphql by `npm run generate`. Do not edit.
import type { PersistedDocument } from "../../define-route.ts";
export type GetEmbeddedMapQueryVariables = {
  projectId: string;
  withLatest: boolean;
};

export type GetEmbeddedMapQuery = {
  readonly embeddedMap: {
    readonly projectId: string;
    readonly name: string;
    readonly timezone: string;
    readonly center: ReadonlyArray<number> | null;
    readonly bbox: ReadonlyArray<number> | null;
    readonly zoom: number;
    readonly sensors: {
      readonly type: string;
      readonly features: ReadonlyArray<{
        readonly type: string;
        readonly id: string;
        readonly geometry: {
          readonly type: string;
          readonly coordinates: ReadonlyArray<number>;
        } | null;
        readonly properties: {
          readonly name: string;
          readonly latest?: {
            readonly datetime: string;
            readonly Leq: number;
            readonly limit: number | null;
            readonly over: number | null;
          } | null;
        };
      }>;
    };
  } | null;
};

export const getEmbeddedMapDocument: PersistedDocument<
  GetEmbeddedMapQuery,
  GetEmbeddedMapQueryVariables
> = {
  text: `query GetEmbeddedMap($projectId: ID!, $withLatest: Boolean!) {
  embeddedMap(projectId: $projectId) {
    projectId
    name
    timezone
    center
    bbox
    zoom
    sensors {
      type
      features {
        type
        id
        geometry {
          type
          coordinates
        }
        properties {
          name
          latest @include(if: $withLatest) {
            datetime
            Leq
            limit
            over
          }
        }
      }
    }
  }
}
`,
};
