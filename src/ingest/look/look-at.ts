import { type CsvFormat, decodeCell, type Flag, mergeFormats } from "../csv/csv-format.ts";
import { isFlagSet } from "../csv/cell-values.ts";
import { splitCells } from "../csv/csv-records.ts";
import { isoFormat } from "../../acoustics/time/date-format.ts";
import { parseFormatOptions } from "../csv/profile.ts";
import { type Instrument, knownFlags, recognise } from "../instruments/instruments.ts";
import { UnusableFile } from "../invalid-input.ts";
import type { TableColumns } from "../csv/csv-table.ts";
import { createWrittenIntervals, spanIssue } from "../rows/written-intervals.ts";
import { columnsOfInstrument, columnsOfKind, guessColumns } from "./choose-columns.ts";
import {
  findNamedTable,
  type GuessedTable,
  guessDecimal,
  guessTable,
  isData,
  isNumber,
} from "./guess-table.ts";
import { clockSpan, formOf, guessForm, intervalOf, textsOf } from "./guess-times.ts";
import { type FileEnds, readEnds } from "./read-ends.ts";
import { type FirstSamples, readFirstSamples } from "./read-samples.ts";

/** The form of a file, and the options that import it. */
export interface Look extends Omit<FileEnds, "first" | "last">, FirstSamples {
  readonly kind: TableColumns["name"];
  readonly instrument: Instrument | null;
  readonly table: GuessedTable;
  readonly format: CsvFormat;
  /** Our columns and their headers. */
  readonly columns: readonly (readonly [name: string, header: string])[];
  readonly leftOut: readonly string[];
  readonly flags: readonly Flag[];
  /** The interval of the rows that were read, as `5m`; null: they do not show one. */
  readonly interval: string | null;
  /** True if the times have no offset, and no zone is known. */
  readonly lacksZone: boolean;
  readonly unclear: readonly string[];
  /** The options of the import by name, in their order. */
  readonly options: readonly (readonly [name: string, value: string])[];
}

/** The sensor and the zone of a file, if the caller names them. */
export interface KnownOfFile {
  readonly sensor: string | null;
  readonly timezone: string | null;
}

/** Reads the ends of a file and says how it is imported. Throws `InvalidInput` for what is no table of samples. */
export async function lookAt(path: string, known: KnownOfFile): Promise<Look> {
  const { first, last, ...ends } = await readEnds(path);
  const named = findNamedTable(first, last);
  const recognised = named === null ? recognise(first) : null;
  const instrument = recognised?.instrument ?? null;
  const table =
    named?.table ??
    (recognised === null ? guessTable(first, last) : tableOf(recognised, first, last));
  if (table === null) throw new UnusableFile([`${path}${whyNoTable(first)}`]);
  const guessed =
    recognised === null ? guessColumns(table) : columnsOfInstrument(table, recognised);
  const choice = named === null ? guessed : columnsOfKind(named);
  const kind = named?.kind ?? "samples";
  if (choice === null) {
    const times = kind === "exclusions" ? "whole times of the start" : "times";
    throw new UnusableFile([
      `${path}:${table.line}: no column has ${times} in a form that is read: ${table.headers.slice(0, 20).join(", ")}`,
    ]);
  }
  const { positions, numbers } = choice;
  const unclear = [...choice.unclear];
  const declared: Partial<CsvFormat> = instrument?.format ?? {};
  const options: [string, string][] = [];
  const add = (name: string, value: string | null) => {
    if (value !== null) options.push([name, value]);
  };

  add("instrument", instrument?.name ?? null);
  if (instrument === null) {
    add("delimiter", table.delimiter === "," ? null : delimiterText(table.delimiter));
    const above = first.slice(0, table.line - 1);
    const isSkipped = above.every((line) => line.startsWith("#") || /^[,;|\t ]*$/.test(line));
    add("skip-lines", isSkipped ? null : String(table.line - 1));
  }
  const decimal = guessDecimal(table, numbers);
  add("decimal", decimal === (declared.decimal ?? ".") ? null : decimal);
  for (const option of choice.options) options.push([...option]);

  const starts = textsOf(positions, table.rows);
  const span = findSpan(starts);
  if (span !== null) throw new UnusableFile([`${path}:${table.line}: ${spanIssue(span)}`]);
  const endAt = positions.get("end_at");
  const texts =
    endAt === undefined ? starts : [...starts, ...table.rows.map((row) => row[endAt] ?? "")];
  const guessedForm = guessForm(texts);
  const form = formOf(texts, declared.dateFormat);
  if (form === undefined) {
    unclear.push(`no form of --date-format fits all times, such as ${JSON.stringify(texts[0])}`);
  } else if (form !== (declared.dateFormat ?? isoFormat)) add("date-format", form.text);
  if (guessedForm?.other) {
    unclear.push(
      `every row also fits --date-format ${JSON.stringify(guessedForm.other.text)}: compare the first times`,
    );
  }

  const times = texts.flatMap((text) => form?.parse(text) ?? []);
  const interval =
    named === null ? intervalOf(times.map(({ milliseconds }) => milliseconds)) : null;
  const isEnd = choice.isEnd || texts.some((text) => /(?<![:0-9])24:00/.test(text));
  const labels = declared.labels ?? (isEnd && named === null ? "end" : "start");
  if (labels === "end") {
    if (declared.labels === undefined) add("labels", "end");
    if (declared.labels === undefined && !choice.isEnd) {
      unclear.push(
        "24:00 is the end of a day, so times are read as the end of their interval (--labels start is the other)",
      );
    }
    add("interval", interval === null ? "<interval>" : durationText(interval));
  } else if (instrument === null && named === null) {
    unclear.push(
      "the file does not say which end of its interval a time is: it is read as the start (--labels end is the other)",
    );
  }
  if (interval !== null && interval < 1000) {
    add("every", "1s");
    unclear.push(
      `the rows are ${durationText(interval)} apart: --every joins them to samples of a second`,
    );
  } else if (named === null) {
    const seconds = times.map(({ milliseconds }) => Math.floor(milliseconds / 1000));
    const repeated = seconds.length - new Set(seconds).size;
    if (repeated > 0) {
      const issue = `${repeated} of the rows that were read have the second of another one`;
      unclear.push(`${issue}: those with other levels are rejected, unless --every joins them`);
    }
  }
  const lacksZone = times.some(({ hasOffset }) => !hasOffset) && !declared.timeZone;
  const zone = choice.isUtc ? "UTC" : known.timezone;
  if (lacksZone) add("timezone", zone ?? "<zone>");
  if (lacksZone && zone !== known.timezone && known.timezone !== null)
    unclear.push(`the header says that times are in UTC: they are not read in ${known.timezone}`);
  const ids = choice.sensorIds;
  if (ids.length === 0 || known.sensor !== null) add("sensor", known.sensor ?? "<sensor>");
  if (ids.length > 0) {
    const shown = ids.slice(0, 5).join(", ");
    const isUsed = known.sensor === null ? "" : `; --sensor ${known.sensor} is used instead`;
    unclear.push(`the column sensor_id names the sensors ${shown}${isUsed}`);
  }
  for (const { column, count } of unmappedFlags(table, options)) {
    unclear.push(
      `${column} is set in ${count} of the rows: --flag ${column}=<value>:overload excludes them`,
    );
  }

  const usable = options.filter(([, value]) => !/<\w+>$/.test(value));
  const format = mergeFormats(formatOf(usable, interval));
  const samples = choice.columns.some(([, header]) => header === "<column>")
    ? { samples: [], rejected: null }
    : await readFirstSamples(kind, path, format, interval === null ? null : interval / 1000);
  if (samples.rejected !== null) unclear.push(`a row would be rejected: ${samples.rejected}`);
  return {
    ...ends,
    ...samples,
    kind,
    instrument,
    table,
    format: { ...format, decimal, labels, dateFormat: form ?? isoFormat },
    columns: choice.columns,
    leftOut: choice.leftOut,
    flags: [
      ...(declared.layout?.flags ?? []).filter(({ column }) => table.headers.includes(column)),
      ...format.flags,
    ],
    interval: interval === null ? null : durationText(interval),
    lacksZone: lacksZone && zone === null,
    unclear,
    options,
  };
}

/** The table of an instrument with its rows, up to the line after it. */
function tableOf(
  { instrument, table: { line, delimiter, headers } }: NonNullable<ReturnType<typeof recognise>>,
  first: readonly string[],
  last: readonly string[],
): GuessedTable {
  const endsAt = instrument.format.layout?.endsAt ?? null;
  const texts = [...first.slice(line), ...last];
  const end = endsAt === null ? -1 : texts.findIndex((text) => text.startsWith(endsAt));
  const rows = (end === -1 ? texts : texts.slice(0, end))
    .map((text) => splitCells(text, delimiter).cells.map(decodeCell))
    .filter((row) => Math.abs(row.length - headers.length) <= 1 && isData(row));
  return { line, delimiter, headers, rows };
}

/** The rest of the issue of a file without a table of samples: a place, and what is expected there. */
function whyNoTable(lines: readonly string[]): string {
  const rows = lines.map((line) => decodeCell(line).split(/ *[,;\t|] */));
  const spanIn = (row: readonly string[]) => row.find((cell) => clockSpan.test(cell));
  const line = rows.findIndex((row) => spanIn(row) !== undefined && row.some(isNumber));
  const span = spanIn(rows[line] ?? []);
  const form = "a year has four digits, a line that begins with # is a comment";
  return span === undefined
    ? `: no line names columns above rows of a time and levels: ${form}`
    : `:${line + 1}: ${spanIssue(span)}, with its date; ${form}`;
}

/** A time that stands for the interval that it writes; null: there is none. */
function findSpan(texts: readonly string[]): string | null {
  const spans = createWrittenIntervals();
  for (const text of texts) spans.add(text);
  return spans.find();
}

function formatOf(options: readonly (readonly [string, string])[], interval: number | null) {
  const valuesOf = (name: string) =>
    options.flatMap(([known, value]) => (known === name ? [value] : []));
  const format = parseFormatOptions(Object.fromEntries(options), {
    column: valuesOf("column"),
    flag: valuesOf("flag"),
  });
  // Without an interval the first samples are shown at the ends of theirs.
  return interval === null && format.labels === "end"
    ? { ...format, labels: "start" as const }
    : format;
}

/** Columns of flags that no option reads, and the number of rows in which they are set. */
function unmappedFlags(table: GuessedTable, options: readonly (readonly [string, string])[]) {
  const known = knownFlags();
  const mapped = options.flatMap(([name, value]) => (name === "flag" ? [value.split("=")[0]] : []));
  return table.headers.flatMap((column, position) => {
    if (!known.columns.includes(column.toLowerCase()) || mapped.includes(column)) return [];
    const values = known.flags.filter((flag) => flag.column === column).map(({ value }) => value);
    const count = table.rows.filter(
      (row) => isFlagSet(row[position] ?? "") && !values.includes(row[position] ?? ""),
    ).length;
    return count === 0 ? [] : [{ column, count }];
  });
}

function delimiterText(delimiter: string): string {
  return delimiter === "\t" ? "tab" : delimiter;
}

/** The text of an option of a length in milliseconds: `5m`, `1h`, `90s`, `100ms`. */
function durationText(milliseconds: number): string {
  const units = [
    ["h", 3_600_000],
    ["m", 60_000],
    ["s", 1000],
    ["ms", 1],
  ] as const;
  const [unit, length] = units.find(([, size]) => milliseconds % size === 0) ?? ["ms", 1];
  return `${milliseconds / length}${unit}`;
}
