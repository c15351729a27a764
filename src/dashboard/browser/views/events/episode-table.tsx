import { durationText, twoDecimals } from "../../components/level-text.ts";
import { linkTo } from "../../state/address.ts";
import { useProject } from "../../state/project-scope.tsx";
import { secondOf } from "../../time/local-time.ts";
import { OverBar } from "./over-bar.tsx";
import { togglePlaying } from "./list-player.ts";
import { type Playable, PlayButton } from "./play-button.tsx";
import { useRowKeys } from "./row-keys.ts";
import { TimeLink } from "./time-link.tsx";
import type { EpisodeRow } from "./use-episodes.ts";
import { mayListen } from "./use-recorded.ts";

/** Episodes, a row each; cards on a phone. A row opens the episode's highest exceedance. */
export function EpisodeTable(props: {
  readonly episodes: readonly EpisodeRow[];
  /** `LAeq`. */
  readonly quantity: string;
}) {
  const { episodes, quantity } = props;
  const { project } = useProject();
  const names = new Map(project.sensors.map(({ id, name }) => [id, name] as const));
  const { list, rowProps } = useRowKeys(
    episodes.map((episode) => {
      const heard = recordingOf(episode);
      return {
        event: linkOf(episode),
        play:
          heard === null
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
          <th scope="col">Label</th>
          <th scope="col">
            <span class="visually-hidden">Recording</span>
          </th>
        </tr>
      </thead>
      <tbody ref={list}>
        {episodes.map((episode, index) => {
          const { sensorId, second, seconds, events, Leq, maxOver, label } = episode;
          const heard = recordingOf(episode);
          const id = sampleId(sensorId, second);
          return (
            <tr key={id} data-testid="event-row" data-id={id} {...rowProps(index)}>
              <td class="time">
                <TimeLink second={second} href={linkOf(episode)} />
              </td>
              <td class="name">{names.get(sensorId) ?? sensorId}</td>
              <td class="number" data-name="duration">
                {durationText(seconds)}
              </td>
              <td class="number" data-name="exceedances">
                {events}
              </td>
              <td class="number" data-name={quantity} title={`${twoDecimals(Leq)} dB`}>
                {twoDecimals(Leq)}
              </td>
              <td class="over">
                <OverBar over={maxOver} />
              </td>
              <td class="label">{label}</td>
              <td class="play">{heard !== null && <PlayButton row={heard} />}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

/** The view of its highest exceedance. */
function linkOf({ sensorId, maxOverAt }: EpisodeRow): string {
  const sample = sampleId(sensorId, secondOf(maxOverAt));
  return linkTo({ view: "event", sensor: sensorId, sample });
}

/** The first recording of its exceedances; null without one, and for a key that may not hear it. */
function recordingOf({ sensorId, firstRecordingId: id }: EpisodeRow): Playable | null {
  if (id === null || !mayListen()) return null;
  return { id, sensorId, second: Number(id.slice(sensorId.length + 1)) };
}

function sampleId(sensorId: string, second: number): string {
  return `${sensorId}.${second}`;
}
