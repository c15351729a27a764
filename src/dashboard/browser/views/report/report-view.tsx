import { useProject } from "#dashboard/browser/state/project-scope.tsx";

export function ReportView() {
  const { project } = useProject();
  return <h1>{project.name}</h1>;
}
