import { useProject } from "../state/project-scope.tsx";

/** The reason for which no sample of the project has a label; nothing where a model is configured. */
export function LabelsNote() {
  const { project } = useProject();
  if (project.classification !== null) return null;
  return (
    <p class="muted small" data-testid="no-labels">
      No labels are shown, because the site file of this project names no model as{" "}
      <code>classification</code>.
    </p>
  );
}
