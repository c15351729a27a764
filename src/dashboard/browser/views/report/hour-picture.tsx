import { useMemo } from "preact/hooks";
import { colourScale } from "../../plots/heat-map-colours.ts";
import { heatDays, hoursIn } from "../../plots/heat-map-grid.ts";
import { HeatMap } from "../../plots/heat-map.tsx";
import { weighting } from "../../state/address.ts";
import { useProject } from "../../state/project-scope.tsx";
import { chunksOf } from "../../data/grouped.ts";
import { heatSummary } from "../sensor/statistics/heat-map-block.tsx";
import type { HourLevelFragment } from "../../graphql/generated/hour-statistics.ts";
import { hoursOf } from "../sensor/statistics/hour-query.ts";
import { say } from "../../words/say-in-report.ts";

/** Days that a picture on one sheet can hold. */
const daysOfPicture = 56;

/** The hours of a sensor's days, in pictures that a sheet holds. */
export function HourPicture(props: {
  /** Undefined where the range has more than are read, null where they could not be. */
  readonly buckets: readonly HourLevelFragment[] | null | undefined;
}) {
  const { buckets } = props;
  const { zone } = useProject();
  const hours = useMemo(() => hoursOf(buckets ?? []), [buckets]);
  const days = useMemo(() => heatDays(hours, zone), [hours, zone]);
  const scale = useMemo(() => colourScale(hours, "level"), [hours]);
  const quantity = `L${weighting.value}eq,1 h`;
  return (
    <div class="report-whole">
      <h3>{say("hours.title", { quantity })}</h3>
      {buckets === undefined && <p>{say("hours.tooMany")}</p>}
      {chunksOf(days, daysOfPicture).map((part) => (
        <figure key={part[0]?.date} class="hour-picture">
          <HeatMap
            days={part}
            scale={scale}
            quantity={say("hours.quantity", { quantity, w: weighting.value })}
            summary={heatSummary(hoursIn(part), part, quantity)}
            width={680}
            rowHeight={10}
          />
        </figure>
      ))}
    </div>
  );
}
