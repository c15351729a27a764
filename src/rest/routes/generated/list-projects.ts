// Generated from schema.graphql and src/rest/routes/list-projects.graphql by `npm run generate`. Do not edit.
import type { PersistedDocument } from "../../define-route.ts";
export type ListProjectsQueryVariables = { [key: string]: never };

export type ListProjectsQuery = {
  readonly projects: ReadonlyArray<{
    readonly id: string;
    readonly name: string;
    readonly description: string | null;
    readonly timezone: string;
    readonly location: { readonly latitude: number; readonly longitude: number } | null;
    readonly contract: { readonly startAt: string; readonly endAt: string } | null;
  }> | null;
};

export const listProjectsDocument: PersistedDocument<
  ListProjectsQuery,
  ListProjectsQueryVariables
> = {
  text: `query ListProjects {
  projects {
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
  }
}
`,
};
