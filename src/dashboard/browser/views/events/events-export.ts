import type { ExportAction } from "#dashboard/browser/components/export-buttons.tsx";
import type { Episode } from "#dashboard/browser/data/episodes.ts";
import { csvLine } from "#dashboard/browser/export/csv.ts";
import { downloadText } from "#dashboard/browser/export/download.ts";
import { csvType, fileName } from "#dashboard/browser/export/samples-export.ts";
import { instantText, localIso, type TimeZone } from "#dashboard/browser/time/local-time.ts";
import type { LocalRange } from "#dashboard/browser/time/range.ts";
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
    async ({ signal, tell }) => {
      const all = await readEvents(source, Infinity, read, signal, ({ events }) =>
        tell(`${events.length} exceedances read`),
      );
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

/** Saves the episodes that are listed. */
export function episodesExport(
  { source, range, zone }: ExportPlace,
  episodes: readonly Episode[],
): { readonly csv: ExportAction } {
  const { projectId, weighting } = source;
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
  const lines = episodes.map(({ sensorId, start, end, ...episode }) => [
    sensorId,
    instantText(start),
    localIso(start, zone),
    instantText(end),
    localIso(end, zone),
    episode.durationSeconds,
    episode.exceedances.length,
    Math.round(episode.Leq * 100) / 100,
    episode.highestOver,
    episode.labels.join("; "),
  ]);
  const name = fileName({ sensorId: `${projectId}_episodes`, range, weighting }, "csv");
  return {
    csv: () => downloadText(name, csvType, [header, ...lines].map(csvLine).join("")),
  };
}
