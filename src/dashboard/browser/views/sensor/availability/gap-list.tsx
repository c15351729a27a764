import { useState } from "preact/hooks";
import { countText, durationText } from "../../../components/level-text.ts";
import { numbers, PlainTable, texts } from "../../../components/plain-table.tsx";
import { useProject } from "../../../state/project-scope.tsx";
import { missingSamples } from "../../../data/missing-samples.ts";
import { dateTimeText, offsetText, secondOf } from "../../../time/local-time.ts";
import type { SensorGapsQuery } from "../../../graphql/generated/sensor-gaps.ts";

type Availability = NonNullable<NonNullable<SensorGapsQuery["sensor"]>["availability"]>;

const shownAtFirst = 20;

/** The stretches without samples, longest first. */
export function GapList(props: { readonly availability: Availability }) {
  const { gaps, gapCount, interval } = props.availability;
  const { zone } = useProject();
  const [showsAll, setAll] = useState(false);
  const sorted = gaps.toSorted((left, right) => right.seconds - left.seconds);
  const listed = showsAll ? sorted : sorted.slice(0, shownAtFirst);
  const timeOf = (instant: string) => dateTimeText(secondOf(instant), zone);
  const zoned = (instant: string) => `${timeOf(instant)} (${offsetText(secondOf(instant), zone)})`;
  return (
    <section class="card stack" aria-label="Gaps">
      <h2>Gaps</h2>
      {gapCount === 0 && <p class="muted">None: every interval of the range has its sample.</p>}
      {gapCount > gaps.length && (
        <p role="note">
          The first {countText(gaps.length)} of {countText(gapCount)} gaps. Choose a shorter range
          to see the others.
        </p>
      )}
      {gaps.length > 0 && (
        <PlainTable
          class="gap-table"
          columns={[...texts("From", "To"), ...numbers("Length", "Missing")]}
          rows={listed.map(({ startAt, endAt, seconds }) => ({
            key: startAt,
            cells: [
              <span title={zoned(startAt)}>{timeOf(startAt)}</span>,
              <span title={zoned(endAt)}>{timeOf(endAt)}</span>,
              longDurationText(seconds),
              interval === null ? "–" : missingSamples(seconds, interval.seconds),
            ],
          }))}
        />
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
