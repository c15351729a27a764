import "./availability-matrix.css";
import { useLayoutEffect, useRef } from "preact/hooks";
import { linkTo } from "../../state/address.ts";
import type { ProjectFacts } from "../../state/site.ts";
import { dateOf, dateText } from "../../time/local-time.ts";
import { type DayDelivery, type DeliveryDays, sharePercent, summarizeDay } from "./delivery.ts";

/** Sensors by days: the share of the expected samples that came. A day with less leads to its gaps. */
export function AvailabilityMatrix(props: {
  readonly project: ProjectFacts;
  readonly days: { readonly from: number; readonly to: number };
  /** The local day of now. */
  readonly today: number;
  readonly deliveries: ReadonlyMap<string, DeliveryDays>;
}) {
  const { project, today, deliveries } = props;
  const { from, to } = props.days;
  const days = Array.from({ length: to - from + 1 }, (_, index) => from + index);
  const scroll = useRef<HTMLDivElement>(null);
  // The newest days are asked for most.
  useLayoutEffect(() => {
    scroll.current?.scrollTo({ left: scroll.current.scrollWidth });
  }, [from, to]);
  return (
    <div
      class="scroll availability-scroll"
      ref={scroll}
      tabIndex={0}
      role="region"
      aria-label={`Samples a day, ${project.name}`}
    >
      <table class="availability-matrix">
        <thead>
          <tr>
            <th scope="col">Sensor</th>
            {days.map((day) => (
              <th scope="col" key={day} class={isWeekend(day) ? "weekend" : undefined}>
                <DayName day={day} isNamed={day === from || dateOf(day).endsWith("-01")} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {project.sensors.map(({ id, name }) => (
            <tr key={id}>
              <th scope="row" class="cut">
                <a
                  class="quiet-link"
                  href={linkTo({ view: "sensor", project: project.id, sensor: id })}
                >
                  {name}
                </a>
              </th>
              {days.map((day) => (
                <Cell
                  key={day}
                  {...{ project: project.id, sensor: id, name, day }}
                  isToday={day === today}
                  delivery={deliveries.get(id)?.get(day)}
                />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** `yesterday 101 of 103 sensors delivered all samples, 1 none`. */
export function daySentence(deliveries: ReadonlyMap<string, DeliveryDays>, day: number): string {
  const { sensors, whole, none } = summarizeDay(deliveries.values(), day);
  if (sensors === 0) return "no sensor was due yesterday";
  if (whole === sensors) {
    return sensors === 1
      ? "all samples came yesterday"
      : `all ${sensors} delivered all of yesterday`;
  }
  return `${whole} of ${sensors} delivered all of yesterday${none > 0 ? `, ${none} nothing` : ""}`;
}

function DayName({ day, isNamed }: { readonly day: number; readonly isNamed: boolean }) {
  const text = dateText(dateOf(day));
  const [weekday = "", number, month] = text.split(" ");
  return (
    <>
      <span class="visually-hidden">{text}</span>
      <span aria-hidden="true" class="day-name" title={text}>
        <small>{isNamed ? month : weekday.slice(0, 2)}</small>
        {number}
      </span>
    </>
  );
}

function Cell(props: {
  readonly project: string;
  readonly sensor: string;
  readonly name: string;
  readonly day: number;
  readonly isToday: boolean;
  readonly delivery: DayDelivery | undefined;
}) {
  const { project, sensor, name, day, isToday, delivery } = props;
  const share = sharePercent(delivery);
  if (share === null || delivery === undefined) return <td class="none">–</td>;
  const date = dateOf(day);
  const text = `${name}, ${dateText(date)}: ${delivery.samples} of ${delivery.expected} samples${isToday ? " so far" : ""}`;
  const parameters = { from: date, to: date, tab: "availability" };
  return (
    <td
      class={`${lookOf(share)}${isToday ? " today" : ""}`}
      data-testid="availability-cell"
      data-sensor={sensor}
      data-day={date}
      data-share={share}
      title={text}
    >
      {share === 100 ? (
        <span>
          <span aria-hidden="true">✓</span>
          <span class="visually-hidden">100</span>
        </span>
      ) : (
        <a
          class="quiet-link"
          href={linkTo({ view: "sensor", project, sensor, parameters })}
          aria-label={`${share} %: ${text}`}
        >
          {share}
        </a>
      )}
    </td>
  );
}

/** One missing sample should not shout as loudly as half a day. */
function lookOf(share: number): string {
  if (share === 100) return "whole";
  if (share === 0) return "empty";
  return share >= 95 ? "near" : share >= 75 ? "part" : "poor";
}

/** Day 0, 1970-01-01, was a Thursday. */
function isWeekend(day: number): boolean {
  return (((day + 3) % 7) + 7) % 7 >= 5;
}
