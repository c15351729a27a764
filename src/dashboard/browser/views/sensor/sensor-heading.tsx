import { durationText } from "../../components/level-text.ts";
import { connection } from "../../state/connection.ts";
import { useProject } from "../../state/project-scope.tsx";
import { dateText, localClockSeconds, localDate, localMinute } from "../../time/local-time.ts";

/** The name of the sensor, and the extent of its data. */
export function SensorHeading(props: {
  /** When the oldest of what is shown was read, in milliseconds; null before that. */
  readonly answeredAt: number | null;
}) {
  const { answeredAt } = props;
  const { sensor, project, zone, shownZone, contract, extents, newestSecond, oldestSecond } =
    useProject();
  if (sensor === null) return null;
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
        : `${localMinute(oldestSecond, shownZone)} to ${localMinute(newestSecond, shownZone)}`,
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
    <header class="sensor-heading">
      <div class="row spread">
        <h1>{sensor.name}</h1>
        {answeredAt !== null && connection.value.kind !== "online" && (
          <p class="small muted" data-testid="as-of">
            as of {localClockSeconds(Math.floor(answeredAt / 1000), shownZone)}
          </p>
        )}
      </div>
      <details open={hasRoom}>
        <summary>About this sensor</summary>
        <dl>
          {facts.map(
            ([name, value]) =>
              value !== null && (
                <div key={name}>
                  <dt>{name}</dt>
                  <dd>{value}</dd>
                </div>
              ),
          )}
        </dl>
      </details>
    </header>
  );
}

/** On a phone, the plot goes before the serial number. */
const hasRoom = matchMedia("(min-width: 721px)").matches;

/** `53.34980° N, 6.26030° W`. */
function placeText(location: { readonly latitude: number; readonly longitude: number }): string {
  const text = (degrees: number, positive: string, negative: string) =>
    `${Math.abs(degrees).toFixed(5)}° ${degrees < 0 ? negative : positive}`;
  return `${text(location.latitude, "N", "S")}, ${text(location.longitude, "E", "W")}`;
}

function intervalText(interval: { readonly seconds: number; readonly source: string }): string {
  const source = interval.source === "declared" ? "" : ` (${interval.source})`;
  return `${durationText(interval.seconds)}${source}`;
}
