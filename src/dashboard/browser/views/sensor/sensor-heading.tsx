import { Facts } from "../../components/facts.tsx";
import { intervalText } from "../../components/level-text.ts";
import { connection } from "../../state/connection.ts";
import { useSensor } from "../../state/project-scope.tsx";
import { dateText, localClockSeconds, localDate, localMinute } from "../../time/local-time.ts";

/** The name of the sensor, and the extent of its data. */
export function SensorHeading(props: {
  /** When the oldest of what is shown was read, in milliseconds; null before that. */
  readonly answeredAt: number | null;
}) {
  const { answeredAt } = props;
  const { sensor, project, zone, contract, extents, newestSecond, oldestSecond } = useSensor();
  const interval = extents.get(sensor.id)?.interval ?? null;
  const facts: [string, string | null][] = [
    ["Serial number", sensor.serialNumber],
    ["Model", sensor.model],
    ["Place", sensor.location === null ? null : placeText(sensor.location)],
    ["Interval", interval === null ? null : intervalText(interval)],
    [
      "Data",
      oldestSecond === null || newestSecond === null
        ? null
        : `${localMinute(oldestSecond, zone)} to ${localMinute(newestSecond, zone)}`,
    ],
    [
      "Contract",
      contract === null
        ? null
        : `${dateText(localDate(contract.first, zone))} to ${dateText(localDate(contract.last, zone))}`,
    ],
    ["Time zone", project.timezone],
  ];
  return (
    <header class="sensor-heading column-2">
      <div class="row spread">
        <h1>{sensor.name}</h1>
        {answeredAt !== null && connection.value.kind !== "online" && (
          <p class="small muted" data-testid="as-of">
            as of {localClockSeconds(Math.floor(answeredAt / 1000), zone)}
          </p>
        )}
      </div>
      <details>
        <summary>About this sensor</summary>
        <Facts facts={facts} />
      </details>
    </header>
  );
}

/** `53.34980° N, 6.26030° W`. */
function placeText(location: { readonly latitude: number; readonly longitude: number }): string {
  const text = (degrees: number, positive: string, negative: string) =>
    `${Math.abs(degrees).toFixed(5)}° ${degrees < 0 ? negative : positive}`;
  return `${text(location.latitude, "N", "S")}, ${text(location.longitude, "E", "W")}`;
}
