import { pushParameters } from "../state/address.ts";
import { useProject } from "../state/project-scope.tsx";
import { dateText, dayTimeText, localDate } from "../time/local-time.ts";
import { isOutside, rangeOfDays } from "../time/range.ts";

/** Says why the range can have no samples, and leads to one that can: in the contract, and begun. Null where it can. */
export function useRangeWithoutSamples() {
  const { range, isToCome, zone, contract, newestSecond } = useProject();
  if (contract !== null && isOutside(range, contract)) {
    const days = rangeOfDays(Math.max(contract.toDay - 6, contract.fromDay), contract.toDay, zone);
    const [start, end] = [contract.first, contract.last].map((second) =>
      dateText(localDate(second, zone)),
    );
    return (
      <div class="row spread" role="note">
        <p>
          This range lies outside the contract, which runs from {start} to {end}.
        </p>
        <button type="button" onClick={() => pushParameters({ from: days.from, to: days.to })}>
          Last 7 days of the contract
        </button>
      </div>
    );
  }
  if (!isToCome) return null;
  return (
    <div class="row spread" role="note">
      <p>This range has not begun: it starts on {dayTimeText(range.first, zone)}.</p>
      {newestSecond !== null && (
        <button type="button" onClick={() => pushParameters({ from: undefined, to: undefined })}>
          Show the last samples
        </button>
      )}
    </div>
  );
}
