import { levelNames } from "../../../acoustics/levels/level-names.ts";
import { guardFormula } from "../../../system/formulas.ts";
import { localIso, secondOf, type TimeZone } from "../time/local-time.ts";
import type { ExportSamplesQuery } from "../graphql/generated/export-samples.ts";

/*
 * CSV (RFC 4180): UTF-8 without a byte order mark, commas, CRLF after every line. Texts are no formulas for a
 * spreadsheet (`system/formulas.ts`). Numbers are not changed: -5.2 is no formula.
 */

/** A sample with all its levels, as the server gives it. */
export type ExportedSample = NonNullable<ExportSamplesQuery["measurements"]>["data"][number];

/** Columns of exported samples, in their order. */
const sampleColumns = [
  "sensor_id",
  "datetime_utc",
  "datetime_local",
  ...levelNames,
  "limit",
  "limit_source",
  "over",
  "label",
  "confidence",
] as const;

type Cell = string | number | null;

/** Samples with their exact values; null is an empty cell. `zone` is the project's. */
export function samplesCsv(
  samples: readonly ExportedSample[],
  sensorId: string,
  zone: TimeZone,
): string {
  const rows = samples.map((sample) => {
    const record = sampleRecord(sample, sensorId, zone);
    return sampleColumns.map((column) => record[column]);
  });
  return [sampleColumns, ...rows].map(csvLine).join("");
}

/** A sample's fields in an export, by column. */
function sampleRecord(
  sample: ExportedSample,
  sensorId: string,
  zone: TimeZone,
): Record<(typeof sampleColumns)[number], Cell> {
  const { datetime, limitSource, classification, ...levels } = sample;
  return {
    sensor_id: sensorId,
    datetime_utc: datetime,
    datetime_local: localIso(secondOf(datetime), zone),
    ...levels,
    limit_source: limitSource,
    label: classification?.label ?? null,
    confidence: classification?.confidence ?? null,
  };
}

/** One line, with its end. */
export function csvLine(cells: readonly Cell[]): string {
  return `${cells.map(cellText).join(",")}\r\n`;
}

function cellText(cell: Cell): string {
  if (cell === null) return "";
  if (typeof cell === "number") return String(cell);
  const text = guardFormula(cell);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
