import { type Hundredths, levelRange, parseLevel } from "#domain/decibel.ts";
import { parseInstant } from "#domain/instant.ts";
import type { LevelName } from "#domain/levels.ts";
import { type CsvRecord, decodeCell } from "./csv-records.ts";
import type { SamplesHeader } from "./samples-header.ts";

/** A good row. A level that is not among `levels` was not reported. */
export interface ImportedSample {
  readonly sensorKey: number;
  /** Start of the interval, Unix seconds. */
  readonly second: number;
  readonly levels: Readonly<Partial<Record<LevelName, Hundredths>>>;
  readonly collectedLimit: Hundredths | null;
  readonly collectedClassification: string | null;
}

export type CheckedRow =
  | { readonly ok: true; readonly sample: ImportedSample }
  | { readonly ok: false; readonly reason: string };

/** The sample that a row holds, or every reason why it is none (contract, section 6). */
export function checkSamplesRow(
  record: CsvRecord,
  header: SamplesHeader,
  sensorKeys: ReadonlyMap<string, number>,
): CheckedRow {
  const { cells, quoteFault } = record;
  if (quoteFault !== null) return { ok: false, reason: quoteFault };
  if (cells.length !== header.cells.length) return { ok: false, reason: cellCount(cells, header) };
  const reasons: string[] = [];
  const cell = (index: number | null) => (index === null ? "" : (cells[index] ?? ""));

  const sensorKey = sensorKeys.get(cell(header.sensorId)) ?? 0;
  if (sensorKey === 0) reasons.push(`unknown sensor ${shown(cell(header.sensorId))}`);

  const instant = parseInstant(cell(header.datetime));
  const second = Math.floor((instant ?? 0) / 1000);
  if (instant === null) {
    reasons.push(
      `datetime ${shown(cell(header.datetime))} is no instant such as 2019-03-01T00:00:00Z`,
    );
  } else if (second <= 0) {
    // A cursor is the second of a record, and 0 stands for the start.
    reasons.push(`datetime ${shown(cell(header.datetime))} is not after 1970-01-01T00:00:00Z`);
  }

  const level = (name: string, index: number | null): Hundredths | null => {
    const text = cell(index);
    if (text === "") return null;
    const value = parseLevel(text);
    if (value === null) reasons.push(`${name} ${shown(text)} is no level from ${levelRange}`);
    return value;
  };
  const levels: Partial<Record<LevelName, Hundredths>> = {};
  for (const { name, index } of header.levels) {
    const value = level(name, index);
    if (value !== null) levels[name] = value;
  }
  if (header.levels.every(({ index }) => cell(index) === "")) reasons.push("no level is given");
  const collectedLimit = level("limit", header.limit);

  const classification = decodeCell(cell(header.classification));
  if (classification === null) reasons.push("classification is not UTF-8 text");
  else if (/\p{Cc}/u.test(classification)) {
    reasons.push("classification contains control characters");
  }
  return reasons.length > 0
    ? { ok: false, reason: reasons.join("; ") }
    : {
        ok: true,
        sample: {
          sensorKey,
          second,
          levels,
          collectedLimit,
          collectedClassification: classification === "" ? null : classification,
        },
      };
}

function cellCount(cells: readonly string[], header: SamplesHeader): string {
  const expected = header.cells.length;
  const count = `the row has ${cells.length} cells, the header ${expected}`;
  if (cells.length < expected) return count;
  const surplus = cells.slice(expected).join(",");
  return `${count}; beyond them stands ${JSON.stringify(decodeCell(surplus) ?? surplus)}`;
}

function shown(cell: string): string {
  const text = decodeCell(cell) ?? cell;
  return JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}…` : text);
}
