import type { CsvFile } from "../../components/export-buttons.tsx";
import { durationText, twoDecimals } from "../../components/level-text.ts";
import { levelColumn, numberColumn, textColumn } from "../../components/plain-table.tsx";
import type { Query } from "../../graphql/use-query.ts";
import { localIso, secondOf } from "../../time/local-time.ts";
import { type EventOrder, orderWords } from "./event-order.tsx";
import { type ListPlace, listFile } from "./list-file.ts";
import { type ListColumn, ListTable, OverBar } from "./list-table.tsx";
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
      columns={columnsOf(quantity)}
    />
  );
}

/** The columns of episodes, also in a file. */
function columnsOf(quantity: string): readonly ListColumn<EpisodeRow>[] {
  return [
    {
      ...numberColumn("Duration", ({ seconds }) => durationText(seconds)),
      name: "duration",
      file: { duration_seconds: ({ seconds }) => seconds },
    },
    {
      ...numberColumn("Exceedances", ({ events }) => events),
      name: "exceedances",
      file: { exceedances: ({ events }) => events },
    },
    {
      ...levelColumn(quantity, ({ Leq }) => Leq),
      name: quantity,
      exact: ({ Leq }) => `${twoDecimals(Leq)} dB`,
      file: { [quantity]: ({ Leq }) => Leq },
    },
    {
      ...textColumn("Highest over", ({ maxOver }: EpisodeRow) => <OverBar over={maxOver} />),
      file: { highest_over: ({ maxOver }) => maxOver },
    },
    { ...textColumn("Label", ({ label }) => label), file: { label: ({ label }) => label } },
  ];
}

/** The first recording of its exceedances; null without one, undefined for a key that may not hear it. */
function firstRecording({ sensorId, firstRecordingId: id }: EpisodeRow) {
  if (!mayListen()) return undefined;
  if (id === null) return null;
  return { sensorId, second: Number(id.slice(sensorId.length + 1)) };
}

/** The episodes of the range and filter, newest first as listed; nothing before all are there. */
export function episodesExport(
  place: ListPlace,
  { data, issues, isLoading }: Query<readonly EpisodeRow[]>,
): CsvFile {
  const { source, zone } = place;
  const time: ListColumn<EpisodeRow>["file"] = {
    sensor_id: ({ sensorId }) => sensorId,
    start_utc: ({ startAt }) => startAt,
    start_local: ({ second }) => localIso(second, zone),
    end_utc: ({ endAt }) => endAt,
    end_local: ({ endAt }) => localIso(secondOf(endAt), zone),
  };
  const columns = [{ file: time }, ...columnsOf(`L${source.weighting}eq`)];
  const isWhole = issues.length === 0 && !isLoading;
  return listFile(place, "episodes", columns, () => ({ data: isWhole ? data : null, issues }));
}
