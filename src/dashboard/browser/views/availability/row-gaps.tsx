import { exclusionText } from "../../components/excluded-list.tsx";
import { IssueNote } from "../../components/issue-note.tsx";
import { countText, durationText, intervalText } from "../../components/level-text.ts";
import { hoursText } from "../../components/share-text.ts";
import { Skeleton } from "../../components/skeleton.tsx";
import { missingSamples } from "../../data/missing-samples.ts";
import { sensorGapsDocument } from "../../graphql/generated/sensor-gaps.ts";
import { useQuery } from "../../graphql/use-query.ts";
import { replaceParameters } from "../../state/address.ts";
import type { SensorFacts } from "../../state/site.ts";
import { dateTimeText, instantText, secondOf, type TimeZone } from "../../time/local-time.ts";

/** Gaps that are listed, the longest. */
const listed = 20;

/** The gaps of a sensor over the shown days or one of them, longest first, and the samples that do not count. */
export function RowGaps(props: {
  readonly project: string;
  readonly sensor: SensorFacts;
  readonly zone: TimeZone;
  /** Unix seconds, both inside; the last that may be missing. */
  readonly first: number;
  readonly last: number;
}) {
  const { project, sensor, zone, first, last } = props;
  const range = { first: instantText(first), last: instantText(Math.max(first, last)) };
  const { data, issues } = useQuery(
    sensorGapsDocument,
    { project, sensor: sensor.id, ...range },
    "v0:data:read",
  );
  const { availability, valid, exclusions } = data?.sensor ?? {};
  const [issue] = issues;
  if (availability == null) {
    return issue === undefined ? <Skeleton height={96} /> : <IssueNote issue={issue} />;
  }
  const { gaps, gapCount, interval } = availability;
  const shown = gaps.toSorted((a, b) => b.seconds - a.seconds).slice(0, listed);
  return (
    <section class="row-gaps stack" aria-label="Gaps">
      <p>
        <strong>{sensor.name}</strong>, {dateTimeText(first, zone)} to {dateTimeText(last, zone)}:{" "}
        {gapCount === 0 ? "every interval has its sample." : `${countText(gapCount)} gaps`}
        {gapCount > shown.length && `, of which the ${shown.length} longest are listed`}
      </p>
      {shown.length > 0 && (
        <ul aria-label="Gaps">
          {shown.map(({ startAt, endAt, seconds }) => (
            <li key={startAt}>
              {dateTimeText(secondOf(startAt), zone)} to {dateTimeText(secondOf(endAt), zone)}:{" "}
              {durationText(seconds)}
              {interval !== null &&
                `, ${countText(missingSamples(seconds, interval.seconds))} missing`}
            </li>
          ))}
        </ul>
      )}
      {exclusions != null && exclusions.length > 0 && (
        <>
          <p>
            Samples of {hoursText(valid?.buckets[0]?.excludedSeconds ?? 0)} count for no verdict:
            their time is excluded.
          </p>
          <ul aria-label="Excluded time">
            {exclusions.map((exclusion) => (
              <li key={`${exclusion.startAt} ${exclusion.reason}`}>
                {exclusionText(exclusion, zone)}
              </li>
            ))}
          </ul>
        </>
      )}
      {interval !== null && (
        <p class="muted small">Expected is a sample every {intervalText(interval)}.</p>
      )}
      {interval?.agrees === false && (
        <p role="note">
          The times of the newest samples do not agree with this interval, so coverage and levels
          may be wrong. Declare <code>intervalSeconds</code> in the site file.
        </p>
      )}
      <button type="button" onClick={() => replaceParameters({ gaps: undefined, day: undefined })}>
        Close
      </button>
    </section>
  );
}
