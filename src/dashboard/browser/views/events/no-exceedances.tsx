import { pushParameters } from "../../state/address.ts";
import { useProject } from "../../state/project-scope.tsx";
import { dayTimeText } from "../../time/local-time.ts";
import { clearFilter } from "./filter-bar.tsx";

/** Why the list is empty, and where there is something. */
export function NoExceedances(props: {
  readonly isFiltered: boolean;
  readonly hasNoLimit: boolean;
}) {
  const { isFiltered, hasNoLimit } = props;
  const { newestSecond, range, zone } = useProject();
  const isAfter = newestSecond !== null && newestSecond < range.first;
  return (
    <div class="empty column-3">
      <p>
        {hasNoLimit ? "No sample has a limit" : "No exceedances"} from{" "}
        {dayTimeText(range.first, zone)} to {dayTimeText(range.last, zone)}
        {isFiltered ? " with this filter" : ""}.
        {isAfter && ` The last sample is from ${dayTimeText(newestSecond, zone)}.`}
      </p>
      {isAfter && (
        <button type="button" onClick={() => pushParameters({ from: undefined, to: undefined })}>
          The 7 days up to it
        </button>
      )}
      {isFiltered && (
        <button type="button" onClick={clearFilter}>
          Show all
        </button>
      )}
    </div>
  );
}
