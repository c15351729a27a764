import "./availability.css";
import { IssueNote } from "../../../components/issue-note.tsx";
import { durationText } from "../../../components/level-text.ts";
import { Skeleton } from "../../../components/skeleton.tsx";
import { sensorGapsDocument } from "../../../graphql/generated/sensor-gaps.ts";
import { useQuery } from "../../../graphql/use-query.ts";
import { weighting } from "../../../state/address.ts";
import { useProject } from "../../../state/project-scope.tsx";
import { statisticsRange, variablesOf } from "../statistics/shown-range.ts";
import { ExclusionTable } from "./exclusion-table.tsx";
import { GapList } from "./gap-list.tsx";

/** The gaps of the shown range, and the samples of it that do not count. */
export function AvailabilityTab() {
  const shown = statisticsRange(useProject(), weighting.value);
  const { data, issues, isLoading } = useQuery(
    sensorGapsDocument,
    shown === null ? null : variablesOf(shown),
    "v0:data:read",
  );
  if (shown === null) {
    return <p class="muted">The contract has none of these days: choose others.</p>;
  }
  const { sensor } = data ?? {};
  const [issue] = issues;
  const { availability = null } = sensor ?? {};
  const interval = availability?.interval ?? null;
  return (
    <div class="stack">
      {issue !== undefined && <IssueNote issue={issue} />}
      {availability === null && isLoading && <Skeleton height={480} />}
      {availability !== null && <GapList availability={availability} />}
      {interval !== null && (
        <p class="muted small">
          {`Expected is a sample every ${durationText(interval.seconds)}: ${intervalNotes[interval.source]}.`}
        </p>
      )}
      {interval?.agrees === false && (
        <p role="note">
          The times of the newest samples do not agree with this interval, so coverage and levels
          may be wrong. Declare <code>intervalSeconds</code> in the site file.
        </p>
      )}
      {availability !== null && (
        <ExclusionTable
          exclusions={sensor?.exclusions ?? []}
          excludedSeconds={sensor?.valid?.buckets[0]?.excludedSeconds ?? 0}
        />
      )}
    </div>
  );
}

const intervalNotes = {
  declared: "declared by the operator",
  inferred: "inferred: the distance between the newest samples that covers most of the time",
  assumed: "assumed: there are no samples to tell",
} as const;
