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
  const interval = extents.get(sensor.id)?.interval;
  const { microphone, calibrations } = meter ?? {};
  const calibration = lastCalibration(calibrations, localDate(range.last, zone));
  const dateOf = (second: number) => dateText(localDate(second, zone));
  const facts: [string, string | null][] = [
    ["Serial number", sensor.serialNumber],
    ["Model", sensor.model],
    ["Class (IEC 61672-1)", meter?.class?.toString() ?? null],
    [
      "Microphone",
      joined(
        given(microphone?.height, (height) => `${height} m above the ground`),
        microphone?.mounting,
      ),
    ],
    [
      "Last calibration",
      joined(
        given(calibration?.date, (date) => dateText(date)),
        given(calibration?.level, (level) => `${twoDecimals(level)} dB`),
        calibration?.note,
      ),
    ],
    ["Place", given(sensor.location, placeText)],
    ["Interval", given(interval, intervalText)],
    [
      "Data",
      oldestSecond === null || newestSecond === null
        ? null
        : `${localMinute(oldestSecond, zone)} to ${localMinute(newestSecond, zone)}`,
    ],
    ["Contract", given(contract, ({ first, last }) => `${dateOf(first)} to ${dateOf(last)}`)],
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
        <summary class="muted small">About this sensor</summary>
        <Facts class="facts-line row small" facts={facts} />
      </details>
    </header>
  );
}

/** A value in words, if there is one. */
function given<Value>(value: Value | null | undefined, words: (value: Value) => string) {
  return value == null ? null : words(value);
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
