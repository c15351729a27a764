import { pushParameters } from "../state/address.ts";
import type { ProjectScope } from "../state/project-scope.tsx";
import { dayTimeText } from "../time/local-time.ts";
import { stretchText } from "../time/range-text.ts";
import { isOutside } from "../time/range.ts";

/** Says why the range can have no samples, and leads to those that there are. Null where it can. */
export function rangeWithoutSamples(scope: ProjectScope) {
  const { range, isToCome, zone, contract, newestSecond } = scope;
  const outside = contract !== null && isOutside(range, contract) ? contract : null;
  if (outside === null && !isToCome) return null;
  return (
    <div class="row spread" role="note">
      <p>
        {outside === null
          ? `This range has not begun: it starts on ${dayTimeText(range.first, zone)}.`
          : `This range lies outside the contract, ${stretchText(outside, zone)}.`}
      </p>
      {(outside !== null || newestSecond !== null) && (
        <button type="button" onClick={() => pushParameters({ from: undefined, to: undefined })}>
          {outside === null ? "Show the last samples" : "Last 7 days of the contract"}
        </button>
      )}
    </div>
  );
}
