import { useState } from "preact/hooks";
import { durationText } from "../../../components/level-text.ts";
import { useProject } from "../../../state/project-scope.tsx";
import { dateTimeText, offsetText, secondOf } from "../../../time/local-time.ts";
import type { SensorAvailability } from "./availability-tab.tsx";
import { missingSamples } from "./stuck-values.ts";

const shownAtFirst = 20;

/** The stretches without samples, longest first. */
export function GapList(props: {
  readonly availability: NonNullable<SensorAvailability["availability"]>;
}) {
  const { gaps, gapCount, interval } = props.availability;
  const { shownZone } = useProject();
  const [showsAll, setAll] = useState(false);
  const sorted = gaps.toSorted((left, right) => right.seconds - left.seconds);
  const listed = showsAll ? sorted : sorted.slice(0, shownAtFirst);
  const timeOf = (instant: string) => dateTimeText(secondOf(instant), shownZone);
  const zoned = (instant: string) =>
    `${timeOf(instant)} (${offsetText(secondOf(instant), shownZone)})`;
  return (
    <section class="card stack" aria-label="Gaps">
      <h2>Gaps</h2>
      {gapCount === 0 && <p class="muted">None: every interval of the range has its sample.</p>}
      {gapCount > gaps.length && (
        <p role="note">
          The first {gaps.length} of {gapCount} gaps. Choose a shorter range to see the others.
        </p>
      )}
      {gaps.length > 0 && (
        <table class="gap-table">
          <thead>
            <tr>
              <th scope="col">From</th>
              <th scope="col">To</th>
              <th scope="col" class="number">
                Length
              </th>
              <th scope="col" class="number">
                Missing
              </th>
            </tr>
          </thead>
          <tbody>
            {listed.map(({ startAt, endAt, seconds }) => (
              <tr key={startAt}>
                <td data-label="From" title={zoned(startAt)}>
                  {timeOf(startAt)}
                </td>
                <td data-label="To" title={zoned(endAt)}>
                  {timeOf(endAt)}
                </td>
                <td data-label="Length" class="number">
                  {longDurationText(seconds)}
                </td>
                <td data-label="Missing" class="number">
                  {interval === null ? "–" : missingSamples(seconds, interval.seconds)}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {sorted.length > listed.length && (
        <p>
          <button type="button" onClick={() => setAll(true)}>
            More
          </button>
        </p>
      )}
    </section>
  );
}

/** `3 d 4 h` from two days on. */
export function longDurationText(seconds: number): string {
  if (seconds < 2 * 86_400) return durationText(seconds);
  const [days, rest] = [Math.floor(seconds / 86_400), seconds % 86_400];
  return rest === 0 ? `${days} d` : `${days} d ${durationText(rest)}`;
}
