import { durationText, twoDecimals } from "../../components/level-text.ts";
import type { Episode } from "../../data/episodes.ts";
import { linkTo } from "../../state/address.ts";
import { useProject } from "../../state/project-scope.tsx";
import { OverBar } from "./over-bar.tsx";
import { togglePlaying } from "./list-player.ts";
import { PlayButton } from "./play-button.tsx";
import type { EventRow } from "./read-events.ts";
import { useRowKeys } from "./row-keys.ts";
import { TimeLink } from "./time-link.tsx";

/** Episodes, a row each; cards on a phone. A row opens the episode's highest exceedance. */
export function EpisodeTable(props: {
  readonly episodes: readonly Episode<EventRow>[];
  readonly recorded: ReadonlySet<string>;
  /** `LAeq`. */
  readonly quantity: string;
}) {
  const { episodes, recorded, quantity } = props;
  const { project } = useProject();
  const names = new Map(project.sensors.map(({ id, name }) => [id, name] as const));
  const linkOf = ({ sensorId, id }: EventRow) =>
    linkTo({ view: "event", sensor: sensorId, sample: id });
  const { list, rowProps } = useRowKeys(
    episodes.map((episode) => {
      const heard = recordedOf(episode, recorded);
      return {
        event: linkOf(highestOf(episode)),
        play:
          heard === undefined
            ? null
            : () => void togglePlaying(heard.id, { projectId: project.id, ...heard }),
      };
    }),
  );
  return (
    <table class="event-table">
      <caption class="visually-hidden">Episodes of exceedances, newest first</caption>
      <thead>
        <tr>
          <th scope="col">Start</th>
          <th scope="col">Sensor</th>
          <th scope="col" class="number">
            Duration
          </th>
          <th scope="col" class="number">
            Exceedances
          </th>
          <th scope="col" class="number">
            {quantity}
          </th>
          <th scope="col">Highest over</th>
          <th scope="col">Labels</th>
          <th scope="col">
            <span class="visually-hidden">Recording</span>
          </th>
        </tr>
      </thead>
      <tbody ref={list}>
        {episodes.map((episode, index) => {
          const heard = recordedOf(episode, recorded);
          const [{ id }] = episode.exceedances;
          return (
            <tr key={id} data-testid="event-row" data-id={id} {...rowProps(index)}>
              <td class="time">
                <TimeLink second={episode.start} href={linkOf(highestOf(episode))} />
              </td>
              <td class="name">{names.get(episode.sensorId) ?? episode.sensorId}</td>
              <td class="number" data-name="duration">
                {durationText(episode.durationSeconds)}
              </td>
              <td class="number" data-name="exceedances">
                {episode.exceedances.length}
              </td>
              <td class="number" data-name={quantity} title={`${episode.Leq.toFixed(2)} dB`}>
                {twoDecimals(episode.Leq)}
              </td>
              <td class="over">
                <OverBar over={episode.highestOver} />
              </td>
              <td class="label">{episode.labels.join(", ")}</td>
              <td class="play">{heard !== undefined && <PlayButton row={heard} />}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

function highestOf({ exceedances, highestOver }: Episode<EventRow>): EventRow {
  return exceedances.find(({ over }) => over === highestOver) ?? exceedances[0];
}

function recordedOf(
  { exceedances }: Episode<EventRow>,
  recorded: ReadonlySet<string>,
): EventRow | undefined {
  return exceedances.find(({ id }) => recorded.has(id));
}
