import { useEffect, useMemo } from "preact/hooks";
import { IssueNote } from "../../components/issue-note.tsx";
import { colourScale } from "../../plots/heat-map-colours.ts";
import { type HeatDay, heatDays } from "../../plots/heat-map-grid.ts";
import { HeatMap } from "../../plots/heat-map.tsx";
import { weighting } from "../../state/address.ts";
import { useProject } from "../../state/project-scope.tsx";
import type { SensorFacts } from "../../state/site.ts";
import { heatSummary } from "../sensor/statistics/heat-map-block.tsx";
import { useHours } from "../sensor/statistics/hour-query.ts";
import { statisticsRange } from "../sensor/statistics/shown-range.ts";

/** Days that a picture on one sheet can hold. */
const daysOfPicture = 56;

/** The hours of a sensor's days, in pictures that a sheet holds. */
export function HourPicture(props: { readonly sensor: SensorFacts; readonly onDrawn: () => void }) {
  const scope = useProject();
  const { zone } = scope;
  const shown = statisticsRange({ ...scope, sensor: props.sensor }, weighting.value);
  const { hours, isLoading, issue, isTooLong } = useHours(shown);
  const days = useMemo(() => (hours === null ? null : heatDays(hours, zone)), [hours, zone]);
  const scale = useMemo(() => colourScale(hours ?? [], "level"), [hours]);
  const isDone = shown === null || isTooLong || !isLoading;
  useEffect(() => {
    if (isDone) props.onDrawn();
  }, [isDone]);
  const quantity = `L${weighting.value}eq,1 h`;
  return (
    <div class="report-whole">
      <h3>Days by hour, {quantity}</h3>
      {issue !== null && <IssueNote issue={issue} />}
      {isTooLong && <p>The range has more hours than are read at once.</p>}
      {days !== null &&
        chunks(days).map((part) => (
          <figure key={part[0]?.date} class="hour-picture">
            <HeatMap
              days={part}
              colouring="level"
              scale={scale}
              quantity={`${quantity} in dB(${weighting.value})`}
              summary={heatSummary(
                part.flatMap(({ cells }) =>
                  cells.flatMap((cell) => (cell.kind === "hours" ? cell.parts : [])),
                ),
                part,
                quantity,
              )}
              describe={() => ""}
              width={680}
              rowHeight={12}
            />
          </figure>
        ))}
    </div>
  );
}

function chunks(days: readonly HeatDay[]): HeatDay[][] {
  return Array.from({ length: Math.ceil(days.length / daysOfPicture) }, (_, index) =>
    days.slice(index * daysOfPicture, (index + 1) * daysOfPicture),
  );
}
