import { pushParameters } from "../../state/address.ts";
import { useProject } from "../../state/project-scope.tsx";
import { dateTimeText, dayTimeText, localDay } from "../../time/local-time.ts";
import { type LocalRange, rangeOfDays } from "../../time/range.ts";
import { clearFilter } from "./filter-bar.tsx";

/** Why the list is empty, and where there is something. */
export function NoExceedances({ isFiltered }: { readonly isFiltered: boolean }) {
  const { contract, newestSecond, range, zone, shownZone } = useProject();
  const until = (second: number) => {
    const day = localDay(second, zone);
    return rangeOfDays(Math.max(day - 6, contract?.fromDay ?? -Infinity), day, zone);
  };
  if (contract !== null && (range.last < contract.first || range.first > contract.last)) {
    return (
      <div class="empty">
        <p>
          The contract runs from {dateTimeText(contract.first, zone)} to{" "}
          {dateTimeText(contract.last, zone)}.
        </p>
        <ToRange title="Its last 7 days" target={until(contract.last)} />
      </div>
    );
  }
  const isAfter = newestSecond !== null && newestSecond < range.first;
  return (
    <div class="empty">
      <p>
        No exceedances from {dayTimeText(range.first, shownZone)} to{" "}
        {dayTimeText(range.last, shownZone)}
        {isFiltered ? " with this filter" : ""}.
        {isAfter && ` The last sample is from ${dayTimeText(newestSecond, shownZone)}.`}
      </p>
      {isAfter && <ToRange title="The 7 days up to it" target={until(newestSecond)} />}
      {isFiltered && (
        <button type="button" onClick={clearFilter}>
          Show all
        </button>
      )}
    </div>
  );
}

function ToRange({ title, target }: { readonly title: string; readonly target: LocalRange }) {
  return (
    <button type="button" onClick={() => pushParameters({ from: target.from, to: target.to })}>
      {title}
    </button>
  );
}
