import type { Instrument } from "../../ingest/instruments/instruments.ts";
import { formatTable } from "./table.ts";

/** An instrument for `--json`. */
export function presentInstrument({ name, about, format }: Instrument) {
  const {
    title = name,
    files = "",
    source = "",
    "left-out": leftOut = "",
    unclear = [],
  } = about ?? {};
  return {
    name,
    title,
    files,
    source,
    levels: [...(format.layout?.columns.keys() ?? [])].filter((column) => column.startsWith("L")),
    labels: format.labels ?? "start",
    timezone: format.timeZone ?? null,
    leftOut,
    unclear,
  };
}

/** A table of instruments. */
export function describeInstruments(
  instruments: readonly ReturnType<typeof presentInstrument>[],
): string {
  const rows = instruments.map(({ name, title, levels }) => [name, title, levels.join(" ")]);
  return formatTable([["NAME", "INSTRUMENT", "LEVELS"], ...rows]).join("\n");
}
