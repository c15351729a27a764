import { defineRoute } from "../define-route.ts";
import { listProjectsDocument } from "./generated/list-projects.ts";

export const listProjects = defineRoute({
  name: "list-projects",
  summary: "The projects authorized for the key, ordered by id.",
  resource: "Projects",
  path: "/projects",
  scope: "v0:projects:read",
  parameters: { shape: {} },
  document: listProjectsDocument,
  variables: () => ({}),
  present: ({ projects }) => ({ data: projects }),
});
