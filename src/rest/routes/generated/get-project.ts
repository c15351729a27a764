// Generated from schema.graphql and src/rest/routes/get-project.graphql by `npm run generate`. Do not edit.
import type { PersistedDocument } from "../../define-route.ts";
export type GetProjectQueryVariables = {
  projectId: string;
};

export type GetProjectQuery = {
  readonly project: {
    readonly id: string;
    readonly name: string;
    readonly description: string | null;
    readonly timezone: string;
    readonly location: { readonly latitude: number; readonly longitude: number } | null;
    readonly contract: { readonly startAt: string; readonly endAt: string } | null;
    readonly sensors: ReadonlyArray<{
      readonly id: string;
      readonly name: string;
      readonly serialNumber: string | null;
      readonly model: string | null;
      readonly location: { readonly latitude: number; readonly longitude: number } | null;
    }>;
  } | null;
};

export const getProjectDocument: PersistedDocument<GetProjectQuery, GetProjectQueryVariables> = {
  text: `query GetProject($projectId: ID!) {
  project(id: $projectId) {
    id
    name
    description
    timezone
    location {
      latitude
      longitude
    }
    contract {
      startAt
      endAt
    }
    sensors {
      id
      name
      serialNumber
      model
      location {
        latitude
        longitude
      }
    }
  }
}
`,
};
