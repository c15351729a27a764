import type { CsvFile } from "../../components/export-buttons.tsx";
import { durationText, twoDecimals } from "../../components/level-text.ts";
import { levelColumn, numberColumn, textColumn } from "../../components/plain-table.tsx";
import type { Query } from "../../graphql/use-query.ts";
import { localIso, secondOf } from "../../time/local-time.ts";
import { type EventOrder, orderWords } from "./event-order.tsx";
import { type Columns, type ListPlace, listFile } from "./list-file.ts";
import type { SampleOfSensor } from "./list-player.ts";
import { ListTable, OverBar } from "./list-table.tsx";
import type { EpisodeRow } from "./use-episodes.ts";
import { mayListen } from "./use-events.ts";

/** Episodes, a row each. A row opens the episode's highest exceedance. */
export function EpisodeTable(props: {
  readonly episodes: readonly EpisodeRow[];
  readonly order: EventOrder;
  /** `LAeq`. */
  readonly quantity: string;
}) {
  const { episodes, order, quantity } = props;
  return (
    <ListTable<EpisodeRow>
      caption={`Episodes of exceedances, ${orderWords[order]}`}
      time="Start"
      rows={episodes}
      opens={({ maxOverAt }) => secondOf(maxOverAt)}
      heard={firstRecording}
      columns={[
        {
          ...numberColumn("Duration", ({ seconds }) => durationText(seconds)),
          name: "duration",
        },
        { ...numberColumn("Exceedances", ({ events }) => events), name: "exceedances" },
        {
          ...levelColumn(quantity, ({ Leq }) => Leq),
          name: quantity,
          exact: ({ Leq }) => `${twoDecimals(Leq)} dB`,
        },
        textColumn("Highest over", ({ maxOver }) => <OverBar over={maxOver} />),
        textColumn("Label", ({ label }) => label),
      ]}
    />
  );
}

/** The first recording of its exceedances; null without one, and for a key that may not hear it. */
function firstRecording({ sensorId, firstRecordingId: id }: EpisodeRow): SampleOfSensor | null {
  if (id === null || !mayListen()) return null;
  return { sensorId, second: Number(id.slice(sensorId.length + 1)) };
}

/** The episodes of the range and filter, newest first as listed; nothing before all are there. */
export function episodesExport(
  place: ListPlace,
  { data, issues, isLoading }: Query<readonly EpisodeRow[]>,
): CsvFile {
  const { source, zone } = place;
  const columns: Columns<EpisodeRow> = {
    sensor_id: ({ sensorId }) => sensorId,
    start_utc: ({ startAt }) => startAt,
    start_local: ({ second }) => localIso(second, zone),
    end_utc: ({ endAt }) => endAt,
    end_local: ({ endAt }) => localIso(secondOf(endAt), zone),
    duration_seconds: ({ seconds }) => seconds,
    exceedances: ({ events }) => events,
    [`L${source.weighting}eq`]: ({ Leq }) => Leq,
    highest_over: ({ maxOver }) => maxOver,
    label: ({ label }) => label,
  };
  const isWhole = issues.length === 0 && !isLoading;
  return listFile(place, "episodes", columns, () => ({ data: isWhole ? data : null, issues }));
}
