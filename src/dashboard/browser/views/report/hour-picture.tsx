import { useEffect, useMemo } from "preact/hooks";
import { IssueNote } from "../../components/issue-note.tsx";
import { colourScale } from "../../plots/heat-map-colours.ts";
import { heatDays } from "../../plots/heat-map-grid.ts";
import { HeatMap } from "../../plots/heat-map.tsx";
import { weighting } from "../../state/address.ts";
import { useProject } from "../../state/project-scope.tsx";
import { chunksOf } from "./report-parts.ts";
import { heatSummary } from "../sensor/statistics/heat-map-block.tsx";
import type { HoursOfSensors } from "../sensor/statistics/hour-query.ts";

/** Days that a picture on one sheet can hold. */
const daysOfPicture = 56;

/** The hours of a sensor's days, in pictures that a sheet holds. */
export function HourPicture(props: {
  readonly sensorId: string;
  readonly read: HoursOfSensors;
  readonly onDrawn: () => void;
}) {
  const { sensors, isTooLong } = props.read;
  const { zone } = useProject();
  const { hours = null, issue = null } = sensors?.get(props.sensorId) ?? {};
  const days = useMemo(() => (hours === null ? null : heatDays(hours, zone)), [hours, zone]);
  const scale = useMemo(() => colourScale(hours ?? [], "level"), [hours]);
  const isDone = sensors !== null;
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
        chunksOf(days, daysOfPicture).map((part) => (
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
