import type { ExportAction } from "../../components/export-buttons.tsx";
import { csvLine } from "../../export/csv.ts";
import { downloadText } from "../../export/download.ts";
import type { Query } from "../../graphql/use-query.ts";
import { csvType, fileName } from "../../export/samples-export.ts";
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

interface ListExport {
  readonly csv: ExportAction;
}

/** Saves all exceedances of the range and filter, newest first as listed: `read` and what follows it. */
export function eventsExport(place: ExportPlace, read: EventsRead): ListExport {
  const { source, zone } = place;
  return listExport(place, "exceedances", eventColumns(source, zone), async (job, save) => {
    const all = await readAll(source, read, job);
    if (all.isAtEnd) save(all.events);
    return all.issues[0] ?? null;
  });
}

/** Saves the episodes of the range and filter, newest first as listed; nothing before all are there. */
export function episodesExport(
  place: ExportPlace,
  { data, issues, isLoading }: Query<readonly EpisodeRow[]>,
): ListExport {
  const columns = episodeColumns(place.source, place.zone);
  return listExport(place, "episodes", columns, (_job, save) => {
    if (data !== null && issues.length === 0 && !isLoading) save(data);
    return issues[0] ?? null;
  });
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

/** `collect` calls `save` with all rows. */
function listExport<Row>(
  { source, range }: ExportPlace,
  what: string,
  columns: Columns<Row>,
  collect: (
    job: Parameters<ExportAction>[0],
    save: (rows: readonly Row[]) => void,
  ) => ReturnType<ExportAction>,
): ListExport {
  const { projectId, weighting } = source;
  const name = (extension: string) =>
    fileName({ sensorId: `${projectId}_${what}`, range, weighting }, extension);
  const cellsOf = (row: Row) => Object.values(columns).map((cell) => cell(row));
  return {
    csv: (job) =>
      collect(job, (rows) => {
        const lines = [Object.keys(columns), ...rows.map(cellsOf)];
        downloadText(name("csv"), csvType, lines.map(csvLine).join(""));
      }),
  };
}

/** Reads on to the end, and says how far it is. */
function readAll(
  source: EventSource,
  read: EventsRead,
  { signal, tell }: Parameters<ExportAction>[0],
): Promise<EventsRead> {
  return readEvents(source, Infinity, read, signal, ({ events }) =>
    tell(`${events.length} exceedances read`),
  );
}
