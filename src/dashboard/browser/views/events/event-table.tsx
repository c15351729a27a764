import type { CsvFile } from "../../components/export-buttons.tsx";
import { exactText } from "../../components/level-text.ts";
import { levelColumn, textColumn } from "../../components/plain-table.tsx";
import { percentText } from "../../components/share-text.ts";
import { sourceNames } from "../../data/limit-words.ts";
import { localIso } from "../../time/local-time.ts";
import { type EventOrder, orderWords } from "./event-order.tsx";
import { type ListPlace, listFile } from "./list-file.ts";
import { type ListColumn, ListTable, OverBar } from "./list-table.tsx";
import { type EventRow, type EventsRead, readEvents } from "./read-events.ts";
import type { Recorded } from "./use-events.ts";

/** Exceedances, a row each. */
export function EventTable(props: {
  readonly events: readonly EventRow[];
  readonly order?: EventOrder;
  readonly recorded: Recorded;
  /** `LAeq`. */
  readonly quantity: string;
  /** Why each of them does not count; without it, they do. */
  readonly reasonOf?: (event: EventRow) => string;
}) {
  const { events, order = "newest", recorded, quantity, reasonOf } = props;
  return (
    <ListTable<EventRow>
      caption={`${reasonOf === undefined ? "Exceedances" : "Excluded exceedances"}, ${orderWords[order]}`}
      time="Time"
      rows={events}
      opens={({ second }) => second}
      heard={(event) => (recorded.ids.has(event.id) ? event : recorded.isKnown ? null : undefined)}
      columns={columnsOf(quantity, reasonOf)}
    />
  );
}

/** The columns of exceedances, also in a file; those that do not count have their reason in place of the source. */
function columnsOf(
  quantity: string,
  reasonOf?: (event: EventRow) => string,
): readonly ListColumn<EventRow>[] {
  return [
    {
      ...levelColumn(quantity, ({ Leq }) => Leq),
      name: quantity,
      exact: ({ Leq }) => `${exactText(Leq)} dB`,
      file: { [quantity]: ({ Leq }) => Leq },
    },
    {
      ...levelColumn("Limit", ({ limit }) => limit),
      name: "limit",
      exact: ({ limit }) => `${exactText(limit)} dB`,
      file: { limit: ({ limit }) => limit, limit_source: ({ limitSource }) => limitSource },
    },
    {
      ...textColumn("Over", ({ over }: EventRow) => <OverBar over={over} />),
      file: { over: ({ over }) => over },
    },
    reasonOf === undefined
      ? textColumn("Source", ({ limitSource }) => sourceNames[limitSource])
      : textColumn("Excluded", reasonOf),
    {
      ...textColumn("Label", ({ label, confidence }: EventRow) => (
        <>
          {label}
          {confidence !== null && <span class="muted"> {percentText(confidence)}</span>}
        </>
      )),
      file: { label: ({ label }) => label, confidence: ({ confidence }) => confidence },
    },
  ];
}

/** All exceedances of the range and filter, newest first as listed: `read` and what follows it. */
export function eventsExport(place: ListPlace, read: EventsRead): CsvFile {
  const { source, zone } = place;
  const time: ListColumn<EventRow>["file"] = {
    sensor_id: ({ sensorId }) => sensorId,
    datetime_utc: ({ datetime }) => datetime,
    datetime_local: ({ second }) => localIso(second, zone),
  };
  const columns = [{ file: time }, ...columnsOf(`L${source.weighting}eq`)];
  return listFile(place, "exceedances", columns, async ({ signal, tell }) => {
    const all = await readEvents(source, Infinity, read, signal, ({ events }) =>
      tell(`${events.length} exceedances read`),
    );
    return { data: all.isAtEnd ? all.events : null, issues: all.issues };
  });
}
