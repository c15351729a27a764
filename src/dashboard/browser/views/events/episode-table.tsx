import { durationText, twoDecimals } from "../../components/level-text.ts";
import { texts } from "../../components/plain-table.tsx";
import { linkTo } from "../../state/address.ts";
import { secondOf } from "../../time/local-time.ts";
import { type EventOrder, orderWords } from "./event-order.tsx";
import { ListTable, type Playable } from "./list-table.tsx";
import { OverBar } from "./over-bar.tsx";
import type { EpisodeRow } from "./use-episodes.ts";
import { mayListen } from "./use-recorded.ts";

/** Episodes, a row each. A row opens the episode's highest exceedance. */
export function EpisodeTable(props: {
  readonly episodes: readonly EpisodeRow[];
  readonly order: EventOrder;
  /** `LAeq`. */
  readonly quantity: string;
}) {
  const { episodes, order, quantity } = props;
  return (
    <ListTable
      caption={`Episodes of exceedances, ${orderWords[order]}`}
      time="Start"
      columns={[
        { title: "Duration", isNumber: true, name: "duration" },
        { title: "Exceedances", isNumber: true, name: "exceedances" },
        { title: quantity, isNumber: true, name: quantity },
        ...texts("Highest over", "Label"),
      ]}
      rows={episodes.map((episode) => {
        const { sensorId, second, seconds, events, Leq, maxOver, label } = episode;
        return {
          id: sampleId(sensorId, second),
          sensorId,
          second,
          href: linkOf(episode),
          heard: recordingOf(episode),
          cells: [
            durationText(seconds),
            events,
            { content: twoDecimals(Leq), title: `${twoDecimals(Leq)} dB` },
            { content: <OverBar over={maxOver} /> },
            label,
          ],
        };
      })}
    />
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
