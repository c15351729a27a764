import { type LevelName, levelNames } from "#domain/levels.ts";
import { decodeCell } from "./csv-records.ts";

/** Where the columns of a samples file stand; null: the file has no such column. */
export interface SamplesHeader {
  /** As received. */
  readonly cells: readonly string[];
  readonly sensorId: number;
  readonly datetime: number;
  readonly levels: readonly { readonly name: LevelName; readonly index: number }[];
  readonly limit: number | null;
  readonly classification: number | null;
}

export type ParsedSamplesHeader =
  | { readonly ok: true; readonly header: SamplesHeader }
  | { readonly ok: false; readonly faults: readonly string[] };

/** The columns that a header names, in any order, or everything that is wrong with it. */
export function parseSamplesHeader(cells: readonly string[]): ParsedSamplesHeader {
  const faults = [
    ...cells.filter((cell) => !known.includes(cell)).map(unknownColumn),
    ...cells
      .filter((cell, index) => known.includes(cell) && cells.indexOf(cell) !== index)
      .map((cell) => `the column ${cell} stands here twice`),
    ...required.filter((name) => !cells.includes(name)).map((name) => `there is no column ${name}`),
  ];
  if (faults.length > 0) return { ok: false, faults };
  const indexOf = (name: string) => (cells.includes(name) ? cells.indexOf(name) : null);
  return {
    ok: true,
    header: {
      cells,
      sensorId: cells.indexOf("sensor_id"),
      datetime: cells.indexOf("datetime"),
      levels: levelNames
        .filter((name) => cells.includes(name))
        .map((name) => ({ name, index: cells.indexOf(name) })),
      limit: indexOf("limit"),
      classification: indexOf("classification"),
    },
  };
}

const required = ["sensor_id", "datetime"];
const known: readonly string[] = [...required, ...levelNames, "limit", "classification"];

function unknownColumn(cell: string): string {
  if (cell === "line" || cell === "reason") {
    return `unknown column "${cell}"; in a file of rejected rows, remove the columns line and reason`;
  }
  const shown = JSON.stringify((decodeCell(cell) ?? cell).slice(0, 40));
  const meant = known.find((name) => name.toLowerCase() === cell.trim().toLowerCase());
  return `unknown column ${shown}; ${
    meant === undefined ? `columns are ${known.join(", ")}` : `write ${meant}`
  }`;
}
