import { useRangeWithoutSamples } from "../../components/range-without-samples.tsx";
import type { Query } from "../../graphql/use-query.ts";
import { pushParameters } from "../../state/address.ts";
import { useSensor } from "../../state/project-scope.tsx";
import { dayTimeText } from "../../time/local-time.ts";
import { rangeIdentity, type RangeSummary } from "./use-sensor-range.ts";

/** Says where samples are if the range has none. */
export function EmptyRange({ summary }: { readonly summary: Query<RangeSummary> }) {
  const { sensor, range, zone, newestSecond } = useSensor();
  const available = summary.data?.sensor?.availability ?? null;
  const isCurrent = summary.data?.identity === rangeIdentity(sensor.id, range);
  const without = useRangeWithoutSamples();
  if (without !== null) return <div class="card">{without}</div>;
  if (available === null || !isCurrent || available.samples > 0) return null;
  return (
    <div class="card row spread" role="note">
      <p>
        No samples from {dayTimeText(range.first, zone)} to {dayTimeText(range.last, zone)}.
        {newestSecond === null
          ? " This sensor has no samples inside the contract yet."
          : ` The last one is from ${dayTimeText(newestSecond, zone)}.`}
      </p>
      {newestSecond !== null && (
        <button type="button" onClick={() => pushParameters({ from: undefined, to: undefined })}>
          Show the last samples
        </button>
      )}
    </div>
  );
}
