import { defineRoute } from "../define-route.ts";
import { getProjectDocument } from "./generated/get-project.ts";

export const getProject = defineRoute({
  name: "get-project",
  summary: "One project with the sensors that the key may read, ordered by id.",
  resource: "Projects",
  path: "/projects/:projectId",
  scope: "v0:projects:read",
  parameters: { shape: {} },
  document: getProjectDocument,
  variables: ({ projectId }) => ({ projectId }),
  present: ({ project }) => ({ data: project }),
});
