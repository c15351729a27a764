import "./availability-matrix.css";
import { DayName, DayTable } from "../../components/day-table.tsx";
import { TableScroll } from "../../components/plain-table.tsx";
import { receivedText } from "../../components/share-text.ts";
import { linkTo, parameter, pushParameters } from "../../state/address.ts";
import type { ProjectFacts, SensorFacts } from "../../state/site.ts";
import { dateOf, dateText, dayNumber, startOfDay, zoneOf } from "../../time/local-time.ts";
import { type DayDelivery, type DeliveryDays, sharePercent, summarizeDay } from "./delivery.ts";
import { gapsButton, RowGaps } from "./row-gaps.tsx";

/** Sensors by days: the share of the expected samples that came. Gaps open below the row. */
export function AvailabilityMatrix(props: {
  readonly project: ProjectFacts;
  readonly days: { readonly from: number; readonly to: number };
  /** The local day of now. */
  readonly today: number;
  readonly deliveries: ReadonlyMap<string, DeliveryDays>;
  /** The part of a time in which samples of a sensor are expected. */
  readonly partOf: (sensorId: string, time: Time) => Time;
}) {
  const { project, today, deliveries } = props;
  const zone = zoneOf(project.timezone);
  const { from, to } = props.days;
  const dates = Array.from({ length: to - from + 1 }, (_, index) => dateOf(from + index));
  const linkOf = (sensor: SensorFacts) =>
    linkTo({ view: "sensor", project: project.id, sensor: sensor.id });
  return (
    <TableScroll
      class="day-scroll availability-scroll"
      label={`Samples a day, ${project.name}`}
      isGrid
    >
      <DayTable
        class="day-table sticky-head availability-matrix"
        sensors={incompleteFirst(project.sensors, deliveries)}
        dates={dates}
        dayOf={(date) => <DayName date={date} isNamed={date === dates[0] || isFirst(date)} />}
        nameOf={(sensor) => (
          <div class="row one-line">
            <button
              type="button"
              id={gapsButton(sensor.id)}
              aria-label={`Gaps of ${sensor.name}`}
              aria-expanded={parameter("gaps") === sensor.id}
              onClick={() => openGaps(sensor.id)}
            >
              ▾
            </button>
            <a class="quiet-link" href={linkOf(sensor)}>
              {sensor.name}
            </a>
          </div>
        )}
        belowOf={(sensor) => {
          if (parameter("gaps") !== sensor.id) return null;
          const day = dayNumber(parameter("day") ?? "");
          const [first, next] = day === null ? [from, to + 1] : [day, day + 1];
          const time = { start: startOfDay(first, zone), end: startOfDay(next, zone) };
          return (
            <RowGaps
              key={`${sensor.id} ${first} ${next}`}
              project={project.id}
              sensor={sensor}
              zone={zone}
              {...props.partOf(sensor.id, time)}
            />
          );
        }}
        cellOf={(sensor, date) => (
          <Cell
            key={date}
            sensor={sensor}
            date={date}
            isToday={date === dateOf(today)}
            delivery={deliveries.get(sensor.id)?.get(dayNumber(date) ?? NaN)}
          />
        )}
      />
    </TableScroll>
  );
}

/** Unix seconds, the end outside. */
interface Time {
  readonly start: number;
  readonly end: number;
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

/** The sensors with the least of their samples first. */
function incompleteFirst(
  sensors: readonly SensorFacts[],
  deliveries: ReadonlyMap<string, DeliveryDays>,
): readonly SensorFacts[] {
  const missing = new Map(
    sensors.map(({ id }) => {
      const days = [...(deliveries.get(id)?.values() ?? [])];
      const lacks = days.map(({ samples, expected }) => 1 - Math.min(1, samples / expected));
      return [id, lacks.reduce((sum, lack) => sum + (Number.isNaN(lack) ? 0 : lack), 0)] as const;
    }),
  );
  return sensors.toSorted((a, b) => (missing.get(b.id) ?? 0) - (missing.get(a.id) ?? 0));
}

function isFirst(date: string): boolean {
  return date.endsWith("-01");
}

function Cell(props: {
  readonly sensor: SensorFacts;
  readonly date: string;
  readonly isToday: boolean;
  readonly delivery: DayDelivery | undefined;
}) {
  const { sensor, date, isToday, delivery } = props;
  const share = sharePercent(delivery);
  if (share === null || delivery === undefined) return <td class="none">–</td>;
  const text = `${sensor.name}, ${dateText(date)}: ${receivedText(delivery.samples, delivery.expected)} samples${isToday ? " so far" : ""}`;
  return (
    <td
      class={`${lookOf(share)}${isToday ? " today" : ""}`}
      data-testid="availability-cell"
      data-sensor={sensor.id}
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
        <button
          type="button"
          aria-label={`${share} %: ${text}`}
          onClick={() => openGaps(sensor.id, date)}
        >
          {share}
        </button>
      )}
    </td>
  );
}

/** Opens the gaps of a sensor below its row, of one day or all; the same again closes them. */
function openGaps(sensorId: string, day?: string): void {
  const isOpen = parameter("gaps") === sensorId && parameter("day") === day;
  pushParameters({ gaps: isOpen ? undefined : sensorId, day: isOpen ? undefined : day });
}

/** One missing sample should not shout as loudly as half a day. */
function lookOf(share: number): string {
  if (share === 100) return "whole";
  if (share === 0) return "empty";
  return share >= 95 ? "near" : share >= 75 ? "part" : "poor";
}
