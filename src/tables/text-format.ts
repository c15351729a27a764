import { formatInstant, instantOfSecond } from "../acoustics/time/instant.ts";
import { formatLocalDateTime } from "../acoustics/time/local-day.ts";
import type { TimeZone } from "../acoustics/time/time-zone.ts";
import { guardFormula } from "../system/formulas.ts";
import type { Column, ColumnType, ExportRow } from "./export-columns.ts";

export interface TextFormat {
  /** The text before the first row. */
  readonly header: string;
  lineOf(row: ExportRow): string;
}

export interface CsvForm {
  readonly delimiter: string;
  /** The decimal mark. It must not be the delimiter. */
  readonly decimal: "." | ",";
  /** The zone on whose wall clock instants are shown; null: instants in UTC, as in JSON. */
  readonly timeZone: TimeZone | null;
}

/** The form of the documentation (docs/contract.md, A3). */
export const plainCsv: CsvForm = { delimiter: ",", decimal: ".", timeZone: null };

/** Lines of CSV (RFC 4180). Cells with a delimiter, quotation mark or line break are quoted. Null is empty. */
export function csvFormat(columns: readonly Column[], form: CsvForm): TextFormat {
  const { delimiter, decimal, timeZone } = form;
  const special = new RegExp(`["\\r\\n${delimiter}]`);
  const quoted = (text: string) => (special.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  const plain = (value: ExportRow[number]) => String(value);
  const cells: Record<ColumnType, (value: string | number | boolean) => string> = {
    text: (value) => quoted(String(value)),
    label: (value) => quoted(guardFormula(String(value))),
    instant: (value) => instantText(Number(value), timeZone),
    count: plain,
    number: decimal === "." ? plain : (value) => String(value).replace(".", ","),
    flag: plain,
  };
  const cellOf = columns.map(({ type }) => cells[type]);
  const lineOf = (row: ExportRow) => {
    let line = "";
    for (const [index, value] of row.entries()) {
      if (index > 0) line += delimiter;
      if (value !== null) line += cellOf[index]?.(value) ?? "";
    }
    return `${line}\n`;
  };
  return { header: `${columns.map(({ name }) => name).join(delimiter)}\n`, lineOf };
}

/** A JSON object for each row, with the columns as its members. Instants have the form of all JSON. */
export function jsonLinesFormat(columns: readonly Column[]): TextFormat {
  const keys = columns.map(({ name }) => JSON.stringify(name));
  const areInstants = columns.map(({ type }) => type === "instant");
  const valueOf = (value: ExportRow[number], index: number) =>
    areInstants[index] === true && value !== null ? instantText(Number(value), null) : value;
  const lineOf = (row: ExportRow) => {
    const members = row.map(
      (value, index) => `${keys[index]}:${JSON.stringify(valueOf(value, index))}`,
    );
    return `{${members.join(",")}}\n`;
  };
  return { header: "", lineOf };
}

/** A wall clock time has no offset, because spreadsheets do not read a time with an offset as a date. */
function instantText(second: number, timeZone: TimeZone | null): string {
  if (timeZone === null) return formatInstant(instantOfSecond(second));
  return formatLocalDateTime(timeZone, second).slice(0, localLength).replace("T", " ");
}

const localLength = "YYYY-MM-DDTHH:mm:ss".length;
