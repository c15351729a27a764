import { type Aggregate, summarize } from "../../acoustics/aggregates/aggregate.ts";
import type { CutBucket } from "../../acoustics/aggregates/buckets.ts";
import { levelAt, type SampleColumns } from "../../acoustics/aggregates/sample-columns.ts";
import { daysOfRange } from "../../acoustics/aggregates/indicators.ts";
import { subtractLevels } from "../../acoustics/levels/decibel.ts";
import { equivalentLevel, levelNames } from "../../acoustics/levels/level-names.ts";
import { createLimitLookup } from "../../acoustics/limits/limit-timeline.ts";
import { dateOf } from "../../acoustics/time/calendar-day.ts";
import { formatInstant, instantOfSecond } from "../../acoustics/time/instant.ts";
import { formatLocalDateTime } from "../../acoustics/time/local-day.ts";
import { addUpBuckets, addUpPeriods } from "../../operations/aggregates/add-up.ts";
import { readChunks } from "../../operations/aggregates/each-sample.ts";
import { indicatorsOfDays, presentIndicators } from "../../operations/aggregates/get-indicators.ts";
import { bucketsOf } from "../../operations/aggregates/buckets-of-range.ts";
import { withoutExclusions } from "../../operations/exclusions/open-exclusions.ts";
import { assessmentLines } from "./assessment-lines.ts";
import { episodeLines } from "./episode-lines.ts";
import type { ExportedSensor, ExportOptions } from "./exported-sensor.ts";
import { csvLine, fractionCell, levelCell } from "./csv-line.ts";

/** The lines of one sensor, many in each text. */
type SensorLines = (sensor: ExportedSensor, options: ExportOptions) => AsyncGenerator<string, void>;

/** The kinds of export of samples inside the contract. */
export const exportLines = {
  measurements: measurementLines,
  aggregates: aggregateLines,
  indicators: indicatorLines,
  assessments: assessmentLines,
  episodes: episodeLines,
} as const satisfies Record<string, SensorLines>;

export type ExportKindName = keyof typeof exportLines;

export const exportKindNames = Object.keys(exportLines) as readonly ExportKindName[];

async function* measurementLines(
  { sensorId, reading, source, seconds }: ExportedSensor,
  { weighting }: ExportOptions,
): AsyncGenerator<string, void> {
  const limitAt = createLimitLookup(reading.schedule, weighting);
  const lineOf = (columns: SampleColumns, index: number) => {
    const instant = instantOfSecond(columns.seconds[index] ?? 0);
    const levelOf = (name: (typeof levelNames)[number]) => levelAt(columns.levels[name], index);
    const level = levelOf(equivalentLevel[weighting]);
    const { limit, limitSource } = limitAt(instant);
    const over = level === null || limit === null ? null : subtractLevels(level, limit);
    return csvLine([
      sensorId,
      formatInstant(instant),
      levelCell(level),
      ...levelNames.map((name) => levelCell(levelOf(name))),
      levelCell(limit),
      limitSource,
      levelCell(over),
    ]);
  };
  const range = { seconds, levels: levelNames };
  for await (const { columns, count } of readChunks(source, range)) {
    for (let first = 0; first < count; first += linesAtOnce) {
      const indexes = indexesBetween(first, Math.min(count, first + linesAtOnce));
      yield source.run(textOf(indexes, (index) => lineOf(columns, index)));
    }
  }
}

async function* aggregateLines(
  sensor: ExportedSensor,
  { weighting, bucket, minCoverage }: ExportOptions,
): AsyncGenerator<string, void> {
  const { sensorId, reading, interval, source, seconds } = sensor;
  const { schedule } = reading;
  const addition = {
    schedule,
    weighting,
    levels: [equivalentLevel[weighting], "LAFmax", "LAFmin", "LCpeak"] as const,
    parts: { percentiles: true, limits: true },
    openExclusions: withoutExclusions,
  };
  const lineOf = (each: CutBucket, summary: Aggregate) =>
    csvLine([
      sensorId,
      formatInstant(instantOfSecond(each.start)),
      formatInstant(instantOfSecond(each.end)),
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
    ]);
  for (const block of blocksOf(bucketsOf(schedule, bucket, weighting, seconds), linesAtOnce)) {
    const lines = await addUpBuckets(source, block, addition, (each, sum) =>
      lineOf(each, summarize(sum, each.end - each.start, interval, minCoverage)),
    );
    yield lines.join("");
  }
}

async function* indicatorLines(
  { sensorId, reading, source, seconds }: ExportedSensor,
  { minCoverage }: ExportOptions,
): AsyncGenerator<string, void> {
  const { schedule, periods } = reading;
  const { timeZone } = schedule;
  const addition = { timeZone, periods, openExclusions: withoutExclusions };
  const sums = await addUpPeriods(source, seconds, addition);
  const dates = await source.run(daysOfRange(timeZone, periods, seconds));
  const days = await source.run(indicatorsOfDays(timeZone, periods, dates, sums, minCoverage));
  for (const block of blocksOf(days, linesAtOnce)) {
    yield block
      .map(({ day, levels, Lden, coverage }) =>
        csvLine([
          sensorId,
          dateOf(day),
          ...Object.values(presentIndicators(levels, Lden)),
          fractionCell(coverage.day.coverage),
          fractionCell(coverage.evening.coverage),
          fractionCell(coverage.night.coverage),
        ]),
      )
      .join("");
  }
}

/** Some hundred kilobytes of text. */
const linesAtOnce = 1000;

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

function* indexesBetween(first: number, end: number): Generator<number, void> {
  for (let index = first; index < end; index += 1) yield index;
}

/** The lines of items as one text. Pauses after some lines. */
function* textOf<Item>(
  items: Iterable<Item>,
  lineOf: (item: Item) => string,
): Generator<void, string> {
  const lines: string[] = [];
  for (const item of items) {
    lines.push(lineOf(item));
    if (lines.length % 50 === 0) yield;
  }
  return lines.join("");
}
