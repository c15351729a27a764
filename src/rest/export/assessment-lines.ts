import { dateOf } from "../../acoustics/time/calendar-day.ts";
import { formatInstant, instantOfSecond } from "../../acoustics/time/instant.ts";
import { formatLocalDateTime } from "../../acoustics/time/local-day.ts";
import type { TimeZone } from "../../acoustics/time/time-zone.ts";
import { assessRange } from "../../operations/assessment/assess-range.ts";
import type { AssessedWindow } from "../../operations/assessment/assess-windows.ts";
import { inOrderOf } from "../../operations/assessment/present-assessment.ts";
import { csvLine, fractionCell, levelCell } from "./csv-line.ts";
import type { ExportedSensor } from "./exported-sensor.ts";

/** The lines of the windows of one sensor: by start, then in the order of the criteria (docs/contract.md, P8). */
export async function* assessmentLines(sensor: ExportedSensor): AsyncGenerator<string, void> {
  const { source, criteria } = sensor;
  const { timeZone } = sensor.calendar;
  for await (const assessed of assessRange(sensor)) {
    const ordered = inOrderOf("start", assessed, criteria);
    yield source.run(textOf(sensor.sensorId, ordered, timeZone));
  }
}

function* textOf(
  sensorId: string,
  assessed: readonly AssessedWindow[],
  timeZone: TimeZone,
): Generator<void, string> {
  let text = "";
  for (const window of assessed) {
    text += lineOf(sensorId, window, timeZone);
    yield;
  }
  return text;
}

function lineOf(
  sensorId: string,
  { criterion, assessment }: AssessedWindow,
  timeZone: TimeZone,
): string {
  const { window, worst, budget } = assessment;
  const at = (second: number) => formatInstant(instantOfSecond(second));
  return csvLine([
    sensorId,
    criterion.id,
    dateOf(window.day),
    at(window.start),
    at(window.end),
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
    worst === null ? null : at(worst.start),
    fractionCell(budget?.used ?? null),
  ]);
}
