import { exactText, twoDecimals } from "../../components/level-text.ts";
import { texts } from "../../components/plain-table.tsx";
import { percentText } from "../../components/share-text.ts";
import { sourceNames } from "../../data/limit-words.ts";
import { linkTo } from "../../state/address.ts";
import { type EventOrder, orderWords } from "./event-order.tsx";
import { ListTable } from "./list-table.tsx";
import { OverBar } from "./over-bar.tsx";
import type { EventRow } from "./read-events.ts";

/** Exceedances, a row each. */
export function EventTable(props: {
  readonly events: readonly EventRow[];
  readonly order?: EventOrder;
  /** Ids of those with a recording. */
  readonly recorded: ReadonlySet<string>;
  /** `LAeq`. */
  readonly quantity: string;
  /** Why each of them does not count; without it, they do. */
  readonly reasonOf?: (event: EventRow) => string;
}) {
  const { events, order = "newest", recorded, quantity, reasonOf } = props;
  const level = (value: number) => ({
    content: twoDecimals(value),
    title: `${exactText(value)} dB`,
  });
  return (
    <ListTable
      caption={`${reasonOf === undefined ? "Exceedances" : "Excluded exceedances"}, ${orderWords[order]}`}
      time="Time"
      columns={[
        { title: quantity, isNumber: true, name: quantity },
        { title: "Limit", isNumber: true, name: "limit" },
        ...texts("Over", reasonOf === undefined ? "Source" : "Excluded", "Label"),
      ]}
      rows={events.map((event) => ({
        ...event,
        href: linkTo({ view: "event", sensor: event.sensorId, sample: event.id }),
        heard: recorded.has(event.id) ? event : null,
        cells: [
          level(event.Leq),
          level(event.limit),
          { content: <OverBar over={event.over} /> },
          reasonOf?.(event) ?? sourceNames[event.limitSource],
          event.label === null ? null : { content: <Label event={event} /> },
        ],
      }))}
    />
  );
}

function Label({ event: { label, confidence } }: { readonly event: EventRow }) {
  return (
    <>
      {label}
      {confidence !== null && <span class="muted"> {percentText(confidence)}</span>}
    </>
  );
}
