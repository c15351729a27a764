import { dateOf } from "../../acoustics/time/calendar-day.ts";
import { formatLocalDateTime } from "../../acoustics/time/local-day.ts";
import type { TimeZone } from "../../acoustics/time/time-zone.ts";
import { assessRange } from "../../operations/assessment/assess-range.ts";
import type { AssessedWindow } from "../../operations/assessment/assess-windows.ts";
import { inOrderOf } from "../../operations/assessment/present-assessment.ts";
import { fractionCell, levelCell } from "./cells.ts";
import type { ExportRow } from "./export-columns.ts";
import type { ExportedSensor } from "./exported-sensor.ts";

/** The rows of the windows of one sensor: by start, then in the order of the criteria (docs/contract.md, P8). */
export async function* assessmentRows(
  sensor: ExportedSensor,
): AsyncGenerator<readonly ExportRow[], void> {
  const { source, criteria } = sensor;
  const { timeZone } = sensor.calendar;
  for await (const assessed of assessRange(sensor)) {
    const ordered = inOrderOf("start", assessed, criteria);
    yield source.run(rowsOf(sensor.sensorId, ordered, timeZone));
  }
}

function* rowsOf(
  sensorId: string,
  assessed: readonly AssessedWindow[],
  timeZone: TimeZone,
): Generator<void, ExportRow[]> {
  const rows: ExportRow[] = [];
  for (const window of assessed) {
    rows.push(rowOf(sensorId, window, timeZone));
    yield;
  }
  return rows;
}

function rowOf(
  sensorId: string,
  { criterion, assessment }: AssessedWindow,
  timeZone: TimeZone,
): ExportRow {
  const { window, worst, budget } = assessment;
  return [
    sensorId,
    criterion.id,
    dateOf(window.day),
    window.start,
    window.end,
    formatLocalDateTime(timeZone, window.start),
    window.end - window.start,
    assessment.samples,
    assessment.coveredSeconds,
    assessment.excludedSeconds,
    fractionCell(assessment.coverage),
    levelCell(worst?.level ?? null),
    levelCell(criterion.limit),
    levelCell(worst?.over ?? null),
    assessment.verdict,
    assessment.reason,
    assessment.referenceTimes,
    assessment.exceeded,
    assessment.undecided,
    worst?.start ?? null,
    fractionCell(budget?.used ?? null),
  ];
}
