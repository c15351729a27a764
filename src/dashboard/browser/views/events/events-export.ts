import type { CsvFile } from "../../components/export-buttons.tsx";
import { csvText } from "../../export/csv.ts";
import { fileName } from "../../export/samples-export.ts";
import type { Answer } from "../../graphql/ask.ts";
import type { Query } from "../../graphql/use-query.ts";
import { localIso, secondOf, type TimeZone } from "../../time/local-time.ts";
import type { LocalRange } from "../../time/range.ts";
import { type EventRow, type EventSource, type EventsRead, readEvents } from "./read-events.ts";
import type { EpisodeRow } from "./use-episodes.ts";

interface ExportPlace {
  readonly source: EventSource;
  readonly range: LocalRange;
  /** The project's. */
  readonly zone: TimeZone;
}

/** All exceedances of the range and filter, newest first as listed: `read` and what follows it. */
export function eventsExport(place: ExportPlace, read: EventsRead): CsvFile {
  const { source, zone } = place;
  return listFile(place, "exceedances", eventColumns(source, zone), async ({ signal, tell }) => {
    const all = await readEvents(source, Infinity, read, signal, ({ events }) =>
      tell(`${events.length} exceedances read`),
    );
    return { data: all.isAtEnd ? all.events : null, issues: all.issues };
  });
}

/** The episodes of the range and filter, newest first as listed; nothing before all are there. */
export function episodesExport(
  place: ExportPlace,
  { data, issues, isLoading }: Query<readonly EpisodeRow[]>,
): CsvFile {
  const columns = episodeColumns(place.source, place.zone);
  const isWhole = issues.length === 0 && !isLoading;
  return listFile(place, "episodes", columns, () => ({ data: isWhole ? data : null, issues }));
}

/** The columns of a file, in their order. */
type Columns<Row> = Readonly<Record<string, (row: Row) => string | number | null>>;

function eventColumns({ weighting }: EventSource, zone: TimeZone): Columns<EventRow> {
  return {
    sensor_id: ({ sensorId }) => sensorId,
    datetime_utc: ({ datetime }) => datetime,
    datetime_local: ({ second }) => localIso(second, zone),
    [`L${weighting}eq`]: ({ Leq }) => Leq,
    limit: ({ limit }) => limit,
    limit_source: ({ limitSource }) => limitSource,
    over: ({ over }) => over,
    label: ({ label }) => label,
    confidence: ({ confidence }) => confidence,
  };
}

function episodeColumns({ weighting }: EventSource, zone: TimeZone): Columns<EpisodeRow> {
  return {
    sensor_id: ({ sensorId }) => sensorId,
    start_utc: ({ startAt }) => startAt,
    start_local: ({ second }) => localIso(second, zone),
    end_utc: ({ endAt }) => endAt,
    end_local: ({ endAt }) => localIso(secondOf(endAt), zone),
    duration_seconds: ({ seconds }) => seconds,
    exceedances: ({ events }) => events,
    [`L${weighting}eq`]: ({ Leq }) => Leq,
    highest_over: ({ maxOver }) => maxOver,
    label: ({ label }) => label,
  };
}

function listFile<Row>(
  { source, range }: ExportPlace,
  what: string,
  columns: Columns<Row>,
  read: (
    job: Parameters<CsvFile["read"]>[0],
  ) => Promise<Answer<readonly Row[]>> | Answer<readonly Row[]>,
): CsvFile {
  const { projectId, weighting } = source;
  const cellsOf = (row: Row) => Object.values(columns).map((cell) => cell(row));
  return {
    name: fileName({ sensorId: `${projectId}_${what}`, range, weighting }, "csv"),
    read: async (job) => {
      const { data, issues } = await read(job);
      const rows = data?.map(cellsOf);
      return { data: rows ? csvText([Object.keys(columns), ...rows]) : null, issues };
    },
  };
}
