import type { ComponentChildren } from "preact";
import { weekdayOf } from "../../../acoustics/time/wall-clock.ts";
import type { SensorFacts } from "../state/site.ts";
import { dateText, dayNumber } from "../time/local-time.ts";

/** A table with a row a sensor and a column a day. */
export function DayTable(props: {
  readonly class: string;
  readonly caption?: string;
  readonly sensors: readonly SensorFacts[];
  readonly dates: readonly string[];
  readonly dayOf: (date: string) => ComponentChildren;
  readonly nameOf?: (sensor: SensorFacts) => ComponentChildren;
  /** A `td`, with its key. */
  readonly cellOf: (sensor: SensorFacts, date: string) => ComponentChildren;
}) {
  const { caption, sensors, dates, dayOf, nameOf = ({ name }) => name, cellOf } = props;
  return (
    <table class={props.class}>
      {caption !== undefined && <caption class="visually-hidden">{caption}</caption>}
      <thead>
        <tr>
          <th scope="col">Sensor</th>
          {dates.map((date) => (
            <th key={date} scope="col" title={dateText(date)} class={weekendClass(date)}>
              {dayOf(date)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {sensors.map((sensor) => (
          <tr key={sensor.id}>
            <th scope="row">{nameOf(sensor)}</th>
            {dates.map((date) => cellOf(sensor, date))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

export function weekendClass(date: string): string | undefined {
  return ["sat", "sun"].includes(weekdayOf(dayNumber(date) ?? 0)) ? "weekend" : undefined;
}
