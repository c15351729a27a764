import { exclusionText } from "../../components/excluded-list.tsx";
import { QueryNote } from "../../components/query-note.tsx";
import { counted, countText, durationText, intervalText } from "../../components/level-text.ts";
import { hoursText } from "../../components/share-text.ts";
import { useEscape } from "../../components/use-escape.ts";
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
  /** The time in which samples are expected: Unix seconds, the end outside; none where it ends before it begins. */
  readonly start: number;
  readonly end: number;
}) {
  const { project, sensor, zone, start, end } = props;
  const isExpected = start < end;
  const range = { first: instantText(start), last: instantText(end - 1) };
  const query = useQuery(
    sensorGapsDocument,
    isExpected ? { project, sensor: sensor.id, ...range } : null,
    "v0:data:read",
  );
  const close = () => {
    replaceParameters({ gaps: undefined, day: undefined });
    document.getElementById(gapsButton(sensor.id))?.focus();
  };
  useEscape(close);
  const { availability, valid, exclusions } = query.data?.sensor ?? {};
  if (isExpected && availability == null) return <QueryNote query={query} height={96} />;
  const { gaps, gapCount, interval } = availability ?? { gaps: [], gapCount: 0, interval: null };
  const shown = gaps.toSorted((a, b) => b.seconds - a.seconds).slice(0, listed);
  return (
    <section class="row-gaps stack small" aria-label={`Gaps of ${sensor.name}`}>
      <p>
        <strong>{sensor.name}</strong>
        {isExpected && `, ${dateTimeText(start, zone)} to ${dateTimeText(end, zone)}`}:{" "}
        {!isExpected
          ? "no sample is expected."
          : gapCount === 0
            ? "every interval has its sample."
            : counted(gapCount, "gap")}
        {gapCount > shown.length && `, of which the ${shown.length} longest are listed`}
      </p>
      {shown.length > 0 && (
        <ul aria-label="Missing time">
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
        <p class="muted small">A sample is expected every {intervalText(interval)}.</p>
      )}
      {interval?.agrees === false && (
        <p role="note">
          The times of the newest samples do not agree with this interval, so coverage and levels
          may be wrong. Declare <code>intervalSeconds</code> in the site file.
        </p>
      )}
      <button type="button" onClick={close}>
        Close
      </button>
    </section>
  );
}

/** The id of the button that opens the gaps of a sensor. */
export function gapsButton(sensorId: string): string {
  return `gaps-of-${sensorId}`;
}
