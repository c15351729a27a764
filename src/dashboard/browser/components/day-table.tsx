import "./day-table.css";
import { type ComponentChildren, Fragment } from "preact";
import { useGridKeys } from "./grid-keys.ts";
import { weekdayOf } from "../../../acoustics/time/wall-clock.ts";
import type { SensorFacts } from "../state/site.ts";
import { dateText, dayNumber } from "../time/local-time.ts";
import { say } from "../words/say.ts";

/** A table with a row for each sensor and a column for each day. Its controls are one stop of Tab. */
export function DayTable(props: {
  readonly class: string;
  readonly caption?: string;
  readonly sensors: readonly SensorFacts[];
  readonly dates: readonly string[];
  readonly dayOf: (date: string, index: number) => ComponentChildren;
  readonly nameOf?: (sensor: SensorFacts) => ComponentChildren;
  /** A part below the row of a sensor, over all its columns. */
  readonly belowOf?: (sensor: SensorFacts) => ComponentChildren;
  /** A `td`, with its key. */
  readonly cellOf: (sensor: SensorFacts, date: string) => ComponentChildren;
}) {
  const { caption, sensors, dates, dayOf, nameOf = ({ name }) => name, cellOf } = props;
  const { belowOf = () => null } = props;
  const grid = useGridKeys();
  return (
    <table class={props.class} {...grid}>
      {caption !== undefined && <caption class="visually-hidden">{caption}</caption>}
      <thead>
        <tr>
          <th scope="col">{say("column.sensor")}</th>
          {dates.map((date, index) => (
            <th key={date} scope="col" title={dateText(date)} class={weekendClass(date)}>
              {dayOf(date, index)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {sensors.map((sensor) => {
          const below = belowOf(sensor);
          return (
            <Fragment key={sensor.id}>
              <tr>
                <th scope="row">{nameOf(sensor)}</th>
                {dates.map((date) => cellOf(sensor, date))}
              </tr>
              {below !== null && (
                <tr data-below>
                  <td colSpan={dates.length + 1}>{below}</td>
                </tr>
              )}
            </Fragment>
          );
        })}
      </tbody>
    </table>
  );
}

export function weekendClass(date: string): string | undefined {
  return ["sat", "sun"].includes(weekdayOf(dayNumber(date) ?? 0)) ? "weekend" : undefined;
}

/** The number of a day below its weekday, and above both its month where that begins; weeks all begin with a Monday. */
export function DayName(props: {
  readonly date: string;
  readonly isNamed: boolean;
  readonly isWeek?: boolean;
}) {
  const { date, isNamed, isWeek = false } = props;
  const text = dateText(date);
  const [weekday = "", , month] = text.split(" ");
  return (
    <>
      <span class="visually-hidden">{text}</span>
      <span aria-hidden="true" class="day-name">
        {isNamed && <small>{month}</small>}
        {!isWeek && <small>{weekday.slice(0, 2)}</small>}
        {Number(date.slice(8))}
      </span>
    </>
  );
}
