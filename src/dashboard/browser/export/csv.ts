import type { Column } from "../components/plain-table.tsx";
import type { SampleRow } from "../data/read-samples.ts";
import { guardFormula } from "../../../system/formulas.ts";
import { localIso, secondOf, type TimeZone } from "../time/local-time.ts";

/*
 * CSV (RFC 4180): UTF-8 without a byte order mark, commas, CRLF after every line. Texts are no formulas for a
 * spreadsheet (`system/formulas.ts`). Numbers are not changed: -5.2 is no formula.
 */

type Cell = string | number | null;

/** Lines of exact values; null is an empty cell. */
export function csvText(lines: readonly (readonly Cell[])[]): string {
  return lines.map((cells) => `${cells.map(cellText).join(",")}\r\n`).join("");
}

/** Rows as the columns of a table have them in a file, with their names in the first line. */
export function csvOf<Row>(
  columns: readonly Pick<Column<Row>, "file">[],
  rows: readonly Row[],
): string {
  const named = columns.flatMap(({ file = {} }) => Object.entries(file));
  const lines = rows.map((row) => named.map(([, cell]) => cell(row)));
  return csvText([named.map(([name]) => name), ...lines]);
}

function cellText(cell: Cell): string {
  if (cell === null) return "";
  if (typeof cell === "number") return String(cell);
  const text = guardFormula(cell);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/**
 * The samples of `/export/measurements.csv`, whose second column is `datetime`, with the local time beside it. At the
 * end of each stands what was heard in it, by its second.
 */
export function samplesCsv(
  text: string,
  zone: TimeZone,
  heard: ReadonlyMap<number, Pick<SampleRow, "label" | "confidence">>,
): string {
  return text.replace(
    /^([^,\n]+),([^,\n]+)(.*)\n/gm,
    (_, sensor: string, at: string, rest: string) => {
      if (at === "datetime") {
        return `${sensor},datetime_utc,datetime_local${rest},label,confidence\r\n`;
      }
      const second = secondOf(at);
      const { label = null, confidence = null } = heard.get(second) ?? {};
      const end = [label, confidence].map(cellText).join(",");
      return `${sensor},${at},${localIso(second, zone)}${rest},${end}\r\n`;
    },
  );
}

/** Columns of texts by their names; all others but local times have numbers. */
const isText = /(sensor_id|_utc|_source|label)$/;

/**
 * A CSV in the form that a spreadsheet of the person's language opens without questions: a byte order mark, its decimal
 * mark, a semicolon where that is a comma, and local times that are cells of a date.
 */
export function spreadsheetCsv(text: string, language = navigator.language): string {
  const isComma = new Intl.NumberFormat(language).format(0.5).includes(",");
  const columns = text.slice(0, text.indexOf("\r\n")).split(",");
  let column = 0;
  const cellOf = (name: string, cell: string) => {
    if (name.endsWith("_local")) return cell.replace(/^(.{10})T(.{8}).*/, "$1 $2");
    if (isComma && !isText.test(name)) return cell.replace(".", ",");
    // A delimiter inside would begin a cell, which might be a formula.
    return /^[^"]*;/.test(cell) ? `"${cell}"` : cell;
  };
  const cells = text.replace(
    /("(?:[^"]|"")*"|[^,\r\n]*)(,|\r\n)/g,
    (_, cell: string, end: string) => {
      const formed = cellOf(columns[column] ?? "", cell);
      column = end === "," ? column + 1 : 0;
      return formed + (end === "," && isComma ? ";" : end);
    },
  );
  return `\uFEFF${cells}`;
}
