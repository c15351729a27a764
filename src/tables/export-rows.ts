import { type Aggregate, summarize } from "../acoustics/aggregates/aggregate.ts";
import type { CutBucket } from "../acoustics/aggregates/buckets.ts";
import { levelAt, type SampleColumns } from "../acoustics/aggregates/sample-columns.ts";
import { daysOfRange } from "../acoustics/aggregates/indicators.ts";
import { subtractLevels } from "../acoustics/levels/decibel.ts";
import { equivalentLevel, levelNames } from "../acoustics/levels/level-names.ts";
import { createLimitLookup } from "../acoustics/limits/limit-timeline.ts";
import { dateOf } from "../acoustics/time/calendar-day.ts";
import { instantOfSecond } from "../acoustics/time/instant.ts";
import { formatLocalDateTime } from "../acoustics/time/local-day.ts";
import { addUpBuckets, addUpPeriods } from "../operations/aggregates/add-up.ts";
import { readChunks } from "../operations/aggregates/each-sample.ts";
import { indicatorsOfDays, presentIndicators } from "../operations/aggregates/get-indicators.ts";
import { bucketsOf } from "../operations/aggregates/buckets-of-range.ts";
import { withoutExclusions } from "../operations/exclusions/open-exclusions.ts";
import type { ExportedSensor, ExportOptions } from "../operations/exports/exported-sensor.ts";
import type { ExportKindName } from "../operations/exports/open-export.ts";
import { assessmentRows } from "./assessment-rows.ts";
import { fractionCell, levelCell } from "./cells.ts";
import { episodeRows } from "./episode-rows.ts";
import type { ExportRow } from "./export-columns.ts";

/** The rows of one sensor, many in each block. */
type SensorRows = (
  sensor: ExportedSensor,
  options: ExportOptions,
) => AsyncGenerator<readonly ExportRow[], void>;

export const exportRows = {
  measurements: measurementRows,
  aggregates: aggregateRows,
  indicators: indicatorRows,
  assessments: assessmentRows,
  episodes: episodeRows,
} as const satisfies Record<ExportKindName, SensorRows>;

async function* measurementRows(
  { sensorId, reading, source, seconds }: ExportedSensor,
  { weighting }: ExportOptions,
): AsyncGenerator<readonly ExportRow[], void> {
  const limitAt = createLimitLookup(reading.schedule, weighting);
  const rowOf = (columns: SampleColumns, index: number) => {
    const second = columns.seconds[index] ?? 0;
    const levelOf = (name: (typeof levelNames)[number]) => levelAt(columns.levels[name], index);
    const level = levelOf(equivalentLevel[weighting]);
    const { limit, limitSource } = limitAt(instantOfSecond(second));
    const over = level === null || limit === null ? null : subtractLevels(level, limit);
    return [
      sensorId,
      second,
      levelCell(level),
      ...levelNames.map((name) => levelCell(levelOf(name))),
      levelCell(limit),
      limitSource,
      levelCell(over),
    ];
  };
  const range = { seconds, levels: levelNames };
  for await (const { columns, count } of readChunks(source, range)) {
    for (let first = 0; first < count; first += rowsAtOnce) {
      const length = Math.min(rowsAtOnce, count - first);
      yield Array.from({ length }, (_, index) => rowOf(columns, first + index));
    }
  }
}

async function* aggregateRows(
  sensor: ExportedSensor,
  { weighting, bucket, minCoverage }: ExportOptions,
): AsyncGenerator<readonly ExportRow[], void> {
  const { sensorId, reading, interval, source, seconds } = sensor;
  const { schedule } = reading;
  const addition = {
    schedule,
    weighting,
    levels: [equivalentLevel[weighting], "LAFmax", "LAFmin", "LCpeak"] as const,
    parts: { percentiles: true, limits: true },
    openExclusions: withoutExclusions,
  };
  const rowOf = (each: CutBucket, summary: Aggregate) => [
    sensorId,
    each.start,
    each.end,
    formatLocalDateTime(schedule.timeZone, each.start),
    summary.seconds,
    each.isPartial,
    summary.samples,
    summary.expectedSamples,
    summary.coveredSeconds,
    fractionCell(summary.coverage),
    levelCell(summary.Leq),
    levelCell(summary.LeqMax),
    levelCell(summary.LeqMin),
    levelCell(summary.Leq10),
    levelCell(summary.Leq50),
    levelCell(summary.Leq90),
    levelCell(summary.LAFmax),
    levelCell(summary.LAFmin),
    levelCell(summary.LCpeak),
    summary.limitedSeconds,
    summary.events,
    summary.overSeconds,
    fractionCell(summary.overFraction),
    levelCell(summary.maxOver),
    levelCell(summary.lowestLimit),
    levelCell(summary.highestLimit),
  ];
  for (const block of blocksOf(bucketsOf(schedule, bucket, weighting, seconds), rowsAtOnce)) {
    yield await addUpBuckets(source, block, addition, (each, sum) =>
      rowOf(each, summarize(sum, each.end - each.start, interval, minCoverage)),
    );
  }
}

async function* indicatorRows(
  { sensorId, reading, source, seconds }: ExportedSensor,
  { minCoverage }: ExportOptions,
): AsyncGenerator<readonly ExportRow[], void> {
  const { schedule, periods } = reading;
  const { timeZone } = schedule;
  const addition = { timeZone, periods, openExclusions: withoutExclusions };
  const sums = await addUpPeriods(source, seconds, addition);
  const { firstDay: start, lastDay } = daysOfRange(timeZone, periods, seconds);
  for (let firstDay = start; firstDay <= lastDay; firstDay += rowsAtOnce) {
    const block = { firstDay, lastDay: Math.min(lastDay, firstDay + rowsAtOnce - 1) };
    const days = indicatorsOfDays(timeZone, periods, block, sums, minCoverage);
    yield days.map(({ day, levels, Lden, coverage }) => [
      sensorId,
      dateOf(day),
      ...Object.values(presentIndicators(levels, Lden)),
      fractionCell(coverage.day.coverage),
      fractionCell(coverage.evening.coverage),
      fractionCell(coverage.night.coverage),
    ]);
  }
}

/** The text of so many rows has some hundred kilobytes. */
const rowsAtOnce = 1000;

function* blocksOf<Item>(items: Iterable<Item>, size: number): Generator<Item[], void> {
  let block: Item[] = [];
  for (const item of items) {
    block.push(item);
    if (block.length < size) continue;
    yield block;
    block = [];
  }
  if (block.length > 0) yield block;
}
