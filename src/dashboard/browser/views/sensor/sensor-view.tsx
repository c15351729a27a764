import { useProject } from "#dashboard/browser/state/project-scope.tsx";

export function SensorView() {
  const { project } = useProject();
  return <h1>{project.name}</h1>;
}
