import type { Exclusion } from "../../../components/excluded-list.tsx";
import { numbers, PlainTable, texts } from "../../../components/plain-table.tsx";
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
  const { zone } = useProject();
  if (exclusions.length === 0) return null;
  return (
    <section class="card stack" aria-label="Excluded time">
      <h2>Excluded time</h2>
      <p>
        Samples of {hoursText(excludedSeconds)} of this range count for no verdict: their time is
        excluded.
      </p>
      <PlainTable
        class="gap-table"
        columns={[...texts("From", "To"), ...numbers("Length"), ...texts("Reason", "Note")]}
        rows={exclusions.map(({ startAt, endAt, reason, note }) => ({
          key: `${startAt} ${reason}`,
          cells: [
            dateTimeText(secondOf(startAt), zone),
            dateTimeText(secondOf(endAt), zone),
            longDurationText(secondOf(endAt) - secondOf(startAt)),
            reason,
            note,
          ],
        }))}
      />
    </section>
  );
}
