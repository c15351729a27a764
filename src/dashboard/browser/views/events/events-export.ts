import type { ExportAction } from "../../components/export-buttons.tsx";
import { type Episode, sensorsInDoubt } from "../../data/episodes.ts";
import { csvLine } from "../../export/csv.ts";
import { downloadText } from "../../export/download.ts";
import { csvType, fileName } from "../../export/samples-export.ts";
import { instantText, localIso, type TimeZone } from "../../time/local-time.ts";
import type { LocalRange } from "../../time/range.ts";
import { type Extents, intervalsOf, joinEpisodes, readGaps } from "./read-episodes.ts";
import { type EventRow, type EventSource, type EventsRead, readEvents } from "./read-events.ts";

interface ExportPlace {
  readonly source: EventSource;
  readonly range: LocalRange;
  /** The project's. */
  readonly zone: TimeZone;
}

/** Saves all exceedances of the range and filter, newest first as listed: `read` and what follows it. */
export function eventsExport(
  { source, range, zone }: ExportPlace,
  read: EventsRead,
): { readonly csv: ExportAction; readonly json: ExportAction } {
  const { projectId, weighting } = source;
  const name = (extension: string) =>
    fileName({ sensorId: `${projectId}_exceedances`, range, weighting }, extension);
  const withAll =
    (save: (events: readonly EventRow[]) => void): ExportAction =>
    async (job) => {
      const all = await readAll(source, read, job);
      if (all.isAtEnd) save(all.events);
      return all.issues[0] ?? null;
    };
  const recordOf = (event: EventRow) => ({
    sensor_id: event.sensorId,
    datetime_utc: event.datetime,
    datetime_local: localIso(event.second, zone),
    [`L${weighting}eq`]: event.Leq,
    limit: event.limit,
    limit_source: event.limitSource,
    over: event.over,
    label: event.label,
    confidence: event.confidence,
  });
  return {
    csv: withAll((events) => {
      const header = [
        "sensor_id",
        "datetime_utc",
        "datetime_local",
        `L${weighting}eq`,
        "limit",
        "limit_source",
        "over",
        "label",
        "confidence",
      ];
      const lines = events.map((event) => Object.values(recordOf(event)));
      downloadText(name("csv"), csvType, [header, ...lines].map(csvLine).join(""));
    }),
    json: withAll((events) => {
      const text = `${JSON.stringify(events.map(recordOf), null, 1)}\n`;
      downloadText(name("json"), "application/json", text);
    }),
  };
}

/** Saves the episodes of all exceedances of the range and filter, newest first: of `read` and what follows it. */
export function episodesExport(
  { source, range, zone }: ExportPlace,
  read: EventsRead,
  extents: Extents,
): { readonly csv: ExportAction; readonly json: ExportAction } {
  const { projectId, weighting } = source;
  const name = (extension: string) =>
    fileName({ sensorId: `${projectId}_episodes`, range, weighting }, extension);
  const withAll =
    (save: (episodes: readonly Episode[]) => void): ExportAction =>
    async (job) => {
      const all = await readAll(source, read, job);
      if (!all.isAtEnd) return all.issues[0] ?? null;
      const intervalOf = intervalsOf(all.events, extents);
      const sensors = sensorsInDoubt(all.events, intervalOf);
      const gaps = await readGaps(projectId, sensors, source, job.signal);
      save(joinEpisodes(all.events, intervalOf, gaps.data ?? new Map()));
      return gaps.issues[0] ?? null;
    };
  const recordOf = ({ sensorId, start, end, ...episode }: Episode) => ({
    sensor_id: sensorId,
    start_utc: instantText(start),
    start_local: localIso(start, zone),
    end_utc: instantText(end),
    end_local: localIso(end, zone),
    duration_seconds: episode.durationSeconds,
    exceedances: episode.exceedances.length,
    [`L${weighting}eq`]: Math.round(episode.Leq * 100) / 100,
    highest_over: episode.highestOver,
    labels: episode.labels,
  });
  return {
    csv: withAll((episodes) => {
      const header = [
        "sensor_id",
        "start_utc",
        "start_local",
        "end_utc",
        "end_local",
        "duration_seconds",
        "exceedances",
        `L${weighting}eq`,
        "highest_over",
        "labels",
      ];
      const lines = episodes.map((episode) =>
        Object.values({ ...recordOf(episode), labels: episode.labels.join("; ") }),
      );
      downloadText(name("csv"), csvType, [header, ...lines].map(csvLine).join(""));
    }),
    json: withAll((episodes) => {
      const text = `${JSON.stringify(episodes.map(recordOf), null, 1)}\n`;
      downloadText(name("json"), "application/json", text);
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
