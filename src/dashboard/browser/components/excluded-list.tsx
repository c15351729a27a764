import { useProject } from "../state/project-scope.tsx";
import { type Exclusion, exclusionText } from "./exclusion-text.ts";

/** The stretches of time whose samples do not count, with their reasons; nothing without any. */
export function ExcludedList({ exclusions }: { readonly exclusions: readonly Exclusion[] }) {
  const { shownZone } = useProject();
  if (exclusions.length === 0) return null;
  return (
    <ul class="small" aria-label="Excluded">
      {exclusions.map((exclusion) => (
        <li key={`${exclusion.startAt} ${exclusion.reason}`}>
          Excluded: {exclusionText(exclusion, shownZone)}
        </li>
      ))}
    </ul>
  );
}
