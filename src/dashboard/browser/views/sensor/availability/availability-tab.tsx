import "./availability.css";
import { IssueNote } from "../../../components/issue-note.tsx";
import { PlotBlock } from "../../../components/plot-block.tsx";
import { percentText, receivedText } from "../../../components/share-text.ts";
import { Skeleton } from "../../../components/skeleton.tsx";
import { Facts } from "../../../components/facts.tsx";
import { countText, durationText } from "../../../components/level-text.ts";
import { dayAvailabilityDocument } from "../../../graphql/generated/day-availability.ts";
import { useQuery } from "../../../graphql/use-query.ts";
import { weighting } from "../../../state/address.ts";
import { useProject } from "../../../state/project-scope.tsx";
import {
  bucketsFor,
  levelOfWeighting,
  statisticsRange,
  variablesOf,
} from "../statistics/shown-range.ts";
import { DayBars } from "./day-bars.tsx";
import { ExclusionTable } from "./exclusion-table.tsx";
import { GapList } from "./gap-list.tsx";
import { LevelChecks } from "./level-checks.tsx";
import type { SensorAvailability } from "./sensor-availability.ts";

/** How much of the shown range a sensor delivered, where samples are missing, and levels that make one doubt. */
export function AvailabilityTab() {
  const shown = statisticsRange(useProject(), weighting.value);
  const maxBuckets = shown === null ? null : bucketsFor(shown.seconds, 86_400);
  const { data, issues, isLoading } = useQuery(
    dayAvailabilityDocument,
    shown === null || maxBuckets === null
      ? null
      : { ...variablesOf(shown), level: levelOfWeighting[shown.weighting], maxBuckets },
    "v0:data:read",
  );
  if (shown === null) {
    return <p class="muted">The contract has none of these days: choose others.</p>;
  }
  if (maxBuckets === null) return <p role="note">Choose a range of 27 years or less.</p>;
  const { sensor } = data ?? {};
  const [issue] = issues;
  const { availability = null, aggregates = null, distribution = null } = sensor ?? {};
  const isStale = isLoading && data !== null;
  return (
    <div class="stack">
      {issue !== undefined && availability === null && (
        <PlotBlock testId="availability" title="Samples a day" counts={null} isReady table={null}>
          <IssueNote issue={issue} />
        </PlotBlock>
      )}
      {issue !== undefined && availability !== null && <IssueNote issue={issue} />}
      {availability === null && isLoading && <Skeleton height={480} />}
      {availability !== null && (
        <>
          <Summary availability={availability} />
          {aggregates !== null && (
            <DayBars days={aggregates.buckets} availability={availability} isStale={isStale} />
          )}
          <GapList availability={availability} />
          <ExclusionTable
            exclusions={sensor?.exclusions ?? []}
            excludedSeconds={sensor?.valid?.buckets[0]?.excludedSeconds ?? 0}
          />
        </>
      )}
      {availability !== null && distribution !== null && (
        <LevelChecks shown={shown} availability={availability} bins={distribution.bins} />
      )}
    </div>
  );
}

const intervalNotes = {
  declared: "declared by the operator",
  inferred: "inferred: the distance between the newest samples that covers most of the time",
  assumed: "assumed: there are no samples to tell",
} as const;

function Summary(props: {
  readonly availability: NonNullable<SensorAvailability["availability"]>;
}) {
  const { interval, samples, expectedSamples, coverage, gapCount } = props.availability;
  return (
    <>
      <Facts
        class="availability-figures card"
        facts={[
          ["Samples", receivedText(samples, expectedSamples)],
          ["Time covered", percentText(coverage), `${Number((coverage * 100).toFixed(6))} %`],
          ["Gaps", countText(gapCount)],
          [
            "Interval",
            interval === null ? (
              "unknown"
            ) : (
              <>
                {durationText(interval.seconds)}{" "}
                <span class="muted small">{intervalNotes[interval.source]}</span>
              </>
            ),
          ],
        ]}
      />
      {interval?.agrees === false && (
        <p role="note">
          The times of the newest samples do not agree with this interval, so coverage and levels
          may be wrong. Declare <code>intervalSeconds</code> in the site file.
        </p>
      )}
    </>
  );
}
