import { Facts } from "../../components/facts.tsx";
import { intervalText, twoDecimals } from "../../components/level-text.ts";
import { lastCalibration } from "../../data/last-calibration.ts";
import type { SensorRangeQuery } from "../../graphql/generated/sensor-range.ts";
import { connection } from "../../state/connection.ts";
import { useSensor } from "../../state/project-scope.tsx";
import { dateText, localClockSeconds, localDate, localMinute } from "../../time/local-time.ts";

/** The name of the sensor, and the extent of its data. */
export function SensorHeading(props: {
  /** Its class, microphone and calibrations; null before they have come. */
  readonly meter: SensorRangeQuery["sensor"];
  /** When the oldest of what is shown was read, in milliseconds; null before that. */
  readonly answeredAt: number | null;
}) {
  const { answeredAt, meter } = props;
  const { sensor, project, range, zone, contract, extents, newestSecond, oldestSecond } =
    useSensor();
  const interval = extents.get(sensor.id)?.interval ?? null;
  const { microphone, calibrations } = meter ?? {};
  const height = microphone?.height ?? null;
  const calibration = lastCalibration(calibrations, localDate(range.last, zone));
  const facts: [string, string | null][] = [
    ["Serial number", sensor.serialNumber],
    ["Model", sensor.model],
    ["Class (IEC 61672-1)", meter?.class?.toString() ?? null],
    [
      "Microphone",
      joined(height === null ? null : `${height} m above the ground`, microphone?.mounting),
    ],
    [
      "Last calibration",
      calibration === undefined
        ? null
        : joined(
            dateText(calibration.date),
            calibration.level === null ? null : `${twoDecimals(calibration.level)} dB`,
            calibration.note,
          ),
    ],
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

/** The parts that there are; null if there is none. */
function joined(...parts: readonly (string | null | undefined)[]): string | null {
  return parts.filter(Boolean).join(", ") || null;
}

/** `53.34980° N, 6.26030° W`. */
function placeText(location: { readonly latitude: number; readonly longitude: number }): string {
  const text = (degrees: number, positive: string, negative: string) =>
    `${Math.abs(degrees).toFixed(5)}° ${degrees < 0 ? negative : positive}`;
  return `${text(location.latitude, "N", "S")}, ${text(location.longitude, "E", "W")}`;
}
