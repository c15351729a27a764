import { Select } from "../../components/select.tsx";
import { parameter, pushParameters } from "../../state/address.ts";

/** Exceedances and episodes begin with the newest, or with what is highest or longest. */
export type EventOrder = "newest" | "over" | "level" | "duration";

/** The words of each order; samples all last as long. */
export const orderWords: Readonly<Record<EventOrder, string>> = {
  newest: "newest first",
  over: "most above the limit first",
  level: "loudest first",
  duration: "longest first",
};

/** The order of the address. */
export function chosenOrder(isEpisodes: boolean): EventOrder {
  const name = parameter("sort");
  if (name === "over" || name === "level") return name;
  return name === "duration" && isEpisodes ? name : "newest";
}

interface Orderable {
  readonly Leq: number;
  readonly over?: number;
  readonly maxOver?: number;
  readonly seconds?: number;
}

/** Rows that are newest first, in an order; equal ones stay so. */
export function ordered<Row extends Orderable>(
  rows: readonly Row[],
  order: EventOrder,
): readonly Row[] {
  if (order === "newest") return rows;
  const valueOf = ({ Leq, over, maxOver, seconds }: Row) =>
    ({ level: Leq, over: over ?? maxOver, duration: seconds })[order] ?? -Infinity;
  return rows.toSorted((a, b) => valueOf(b) - valueOf(a));
}

/** The choice of the rows that are first. */
export function OrderField(props: { readonly order: EventOrder; readonly isEpisodes: boolean }) {
  const { order, isEpisodes } = props;
  return (
    <Select
      label="Order"
      options={Object.entries(orderWords).filter(([name]) => isEpisodes || name !== "duration")}
      chosen={order}
      onChoose={(sort) => pushParameters({ sort: sort === "newest" ? undefined : sort })}
    />
  );
}
