import { exactLevel, twoDecimals } from "../../components/level-text.ts";
import { percentText } from "../../components/share-text.ts";
import { sourceNames } from "../../data/limit-words.ts";
import { linkTo } from "../../state/address.ts";
import { useProject } from "../../state/project-scope.tsx";
import { OverBar } from "./over-bar.tsx";
import { togglePlaying } from "./list-player.ts";
import { PlayButton } from "./play-button.tsx";
import type { EventRow } from "./read-events.ts";
import { useRowKeys } from "./row-keys.ts";
import { TimeLink } from "./time-link.tsx";

/** Exceedances, a row each; cards on a phone. */
export function EventTable(props: {
  readonly events: readonly EventRow[];
  /** Ids of those with a recording. */
  readonly recorded: ReadonlySet<string>;
  /** `LAeq`. */
  readonly quantity: string;
}) {
  const { events, recorded, quantity } = props;
  const { project } = useProject();
  const names = new Map(project.sensors.map(({ id, name }) => [id, name] as const));
  const linkOf = ({ sensorId, id }: EventRow) =>
    linkTo({ view: "event", sensor: sensorId, sample: id });
  const { list, rowProps } = useRowKeys(
    events.map((event) => ({
      event: linkOf(event),
      play: recorded.has(event.id)
        ? () => void togglePlaying(event.id, { projectId: project.id, ...event })
        : null,
    })),
  );
  return (
    <table class="event-table">
      <caption class="visually-hidden">Exceedances, newest first</caption>
      <thead>
        <tr>
          <th scope="col">Time</th>
          <th scope="col">Sensor</th>
          <th scope="col" class="number">
            {quantity}
          </th>
          <th scope="col" class="number">
            Limit
          </th>
          <th scope="col">Over</th>
          <th scope="col">Source</th>
          <th scope="col">Label</th>
          <th scope="col">
            <span class="visually-hidden">Recording</span>
          </th>
        </tr>
      </thead>
      <tbody ref={list}>
        {events.map((event, index) => (
          <tr key={event.id} data-testid="event-row" data-id={event.id} {...rowProps(index)}>
            <td class="time">
              <TimeLink second={event.second} href={linkOf(event)} />
            </td>
            <td class="name">{names.get(event.sensorId) ?? event.sensorId}</td>
            <td class="number" data-name={quantity} title={`${exactLevel(event.Leq)} dB`}>
              {twoDecimals(event.Leq)}
            </td>
            <td class="number" data-name="limit" title={`${exactLevel(event.limit)} dB`}>
              {twoDecimals(event.limit)}
            </td>
            <td class="over">
              <OverBar over={event.over} />
            </td>
            <td class="source">{sourceNames[event.limitSource]}</td>
            <td class="label">
              {event.label}
              {event.confidence !== null && (
                <span class="muted"> {percentText(event.confidence)}</span>
              )}
            </td>
            <td class="play">{recorded.has(event.id) && <PlayButton row={event} />}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
