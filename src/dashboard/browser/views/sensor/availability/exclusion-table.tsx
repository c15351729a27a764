import type { Exclusion } from "../../../components/exclusion-text.ts";
import { hoursText } from "../../../components/share-text.ts";
import { useProject } from "../../../state/project-scope.tsx";
import { dateTimeText, secondOf } from "../../../time/local-time.ts";
import { longDurationText } from "./gap-list.tsx";

/** The time whose samples do not count, oldest first, with the reasons; nothing without any. */
export function ExclusionTable(props: {
  readonly exclusions: readonly Exclusion[];
  /** Durations of the samples of the range that are excluded. */
  readonly excludedSeconds: number;
}) {
  const { exclusions, excludedSeconds } = props;
  const { shownZone } = useProject();
  if (exclusions.length === 0) return null;
  return (
    <section class="card stack" aria-label="Excluded time">
      <h2>Excluded time</h2>
      <p>
        Samples of {hoursText(excludedSeconds)} of this range count for no verdict: their time is
        excluded.
      </p>
      <table class="gap-table">
        <thead>
          <tr>
            {["From", "To", "Length", "Reason", "Note"].map((title) => (
              <th key={title} scope="col" class={title === "Length" ? "number" : undefined}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {exclusions.map(({ startAt, endAt, reason, note }) => (
            <tr key={`${startAt} ${reason}`}>
              <td data-label="From">{dateTimeText(secondOf(startAt), shownZone)}</td>
              <td data-label="To">{dateTimeText(secondOf(endAt), shownZone)}</td>
              <td data-label="Length" class="number">
                {longDurationText(secondOf(endAt) - secondOf(startAt))}
              </td>
              <td data-label="Reason">{reason}</td>
              <td data-label="Note">{note}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
