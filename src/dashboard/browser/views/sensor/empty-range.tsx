import type { Query } from "../../graphql/use-query.ts";
import { pushParameters } from "../../state/address.ts";
import { useProject } from "../../state/project-scope.tsx";
import { dateText, dayTimeText, localDate } from "../../time/local-time.ts";
import { rangeOfDays } from "../../time/range.ts";
import { rangeIdentity, type RangeSummary } from "./use-sensor-range.ts";

/** Says where samples are if the range has none. */
export function EmptyRange({ summary }: { readonly summary: Query<RangeSummary> }) {
  const { sensor, range, zone, shownZone, contract, newestSecond } = useProject();
  const available = summary.data?.sensor?.availability ?? null;
  const isCurrent = summary.data?.identity === rangeIdentity(sensor?.id ?? "", range);
  if (contract !== null && (range.last < contract.first || range.first > contract.last)) {
    const show = () => {
      const from = Math.max(contract.toDay - 6, contract.fromDay);
      const last = rangeOfDays(from, contract.toDay, zone);
      pushParameters({ from: last.from, to: last.to });
    };
    return (
      <div class="card row spread" role="note">
        <p>
          This range lies outside the contract, which runs from{" "}
          {dateText(localDate(contract.first, zone))} to {dateText(localDate(contract.last, zone))}.
        </p>
        <button type="button" onClick={show}>
          Last 7 days of the contract
        </button>
      </div>
    );
  }
  if (available === null || !isCurrent || available.samples > 0) return null;
  return (
    <div class="card row spread" role="note">
      <p>
        No samples from {dayTimeText(range.first, shownZone)} to{" "}
        {dayTimeText(range.last, shownZone)}.
        {newestSecond === null
          ? " This sensor has no samples inside the contract yet."
          : ` The last one is from ${dayTimeText(newestSecond, shownZone)}.`}
      </p>
      {newestSecond !== null && (
        <button type="button" onClick={() => pushParameters({ from: undefined, to: undefined })}>
          Show the last samples
        </button>
      )}
    </div>
  );
}
