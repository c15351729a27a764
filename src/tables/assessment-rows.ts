import { dateOf } from "../acoustics/time/calendar-day.ts";
import { formatLocalDateTime } from "../acoustics/time/local-day.ts";
import type { TimeZone } from "../acoustics/time/time-zone.ts";
import { type AssessedWindow, assessRange } from "../operations/assessment/assess-windows.ts";
import { inOrderOf } from "../operations/assessment/present-assessment.ts";
import { fractionCell, levelCell } from "./cells.ts";
import type { ExportRow } from "./export-columns.ts";
import type { ExportedSensor } from "../operations/exports/exported-sensor.ts";

/** The rows of the windows of one sensor: by start, then in the order of the criteria (docs/contract.md, P8). */
export async function* assessmentRows(
  sensor: ExportedSensor,
): AsyncGenerator<readonly ExportRow[], void> {
  const { sensorId, criteria } = sensor;
  const { timeZone } = sensor.calendar;
  for await (const assessed of assessRange(sensor)) {
    const ordered = inOrderOf("start", assessed, criteria);
    yield ordered.map((window) => rowOf(sensorId, window, timeZone));
  }
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
