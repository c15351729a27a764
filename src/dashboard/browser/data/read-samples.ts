import type { Seconds } from "../time/range.ts";
import { type Answer, ask as askServer, type Issue } from "../graphql/ask.ts";
import { type ReadSamplesQuery, readSamplesDocument } from "../graphql/generated/read-samples.ts";
import type { Weighting } from "../../../acoustics/levels/weighting.ts";
import { instantText, secondOf } from "../time/local-time.ts";

type Page = NonNullable<ReadSamplesQuery["measurements"]>;
type Served = Page["data"][number];

/** A sample as it is drawn, listed and exported. Levels in dB; null is what the meter did not report. */
export type SampleRow = RowOf<Served>;

/** A served sample with its second and its label beside its levels. */
export type RowOf<Sample> = Omit<Sample, "classification"> & {
  /** Start of its interval, Unix seconds. */
  readonly second: number;
  readonly label: string | null;
  readonly confidence: number | null;
};

export interface SampleRange extends Seconds {
  readonly projectId: string;
  readonly sensorId: string;
  readonly weighting: Weighting;
  /** The interval that divides the range; 300 where it is unknown. */
  readonly intervalSeconds?: number | undefined;
  /** True if `LCpeak` is read. */
  readonly withPeak?: boolean;
}

/**
 * All samples of a range, oldest first. The range is read in parts that should be a page each, side by side; a part
 * that is longer goes on at its cursor. Parts do not overlap, so no sample comes twice. A page that cannot be answered
 * leaves no data: half a range would show gaps that are none.
 */
export async function readSamples(
  range: SampleRange,
  signal: AbortSignal,
  ask: typeof askServer = askServer,
): Promise<Answer<readonly SampleRow[]>> {
  const parts = await Promise.all(partsOf(range).map((part) => readPart(range, part, signal, ask)));
  const issues = parts.flatMap((part) => part.issues);
  if (issues.length > 0) return { data: null, issues };
  return { data: parts.flatMap(({ rows }) => rows), issues: [] };
}

/** Less than a page holds: irregular samples may be closer than their interval. */
const samplesOfPart = 1900;

function partsOf({ first, last, intervalSeconds = 300 }: SampleRange): Seconds[] {
  const length = Math.max(1, intervalSeconds) * samplesOfPart;
  const count = Math.max(1, Math.min(64, Math.ceil((last - first + 1) / length)));
  const start = (index: number) => first + Math.floor(((last - first + 1) * index) / count);
  return Array.from({ length: count }, (_, index) => ({
    first: start(index),
    last: start(index + 1) - 1,
  }));
}

async function readPart(
  { projectId, sensorId, weighting, withPeak = false }: SampleRange,
  part: Seconds,
  signal: AbortSignal,
  ask: typeof askServer,
): Promise<{ readonly rows: readonly SampleRow[]; readonly issues: readonly Issue[] }> {
  const place = { project: projectId, sensor: sensorId, weighting, withPeak };
  const time = { first: instantText(part.first), last: instantText(part.last) };
  const rows: SampleRow[] = [];
  let cursor: number | null = 0;
  while (cursor !== null) {
    const answer: Answer<ReadSamplesQuery> = await ask(
      readSamplesDocument,
      { ...place, ...time, cursor },
      signal,
    );
    const page = answer.data?.measurements ?? null;
    if (page === null) return { rows, issues: answer.issues };
    rows.push(...page.data.map(rowOf));
    cursor = page.cursor;
  }
  return { rows, issues: [] };
}

export function rowOf<Sample extends Pick<Served, "datetime" | "classification">>(
  sample: Sample,
): RowOf<Sample> {
  const { classification, ...levels } = sample;
  return {
    ...levels,
    second: secondOf(sample.datetime),
    label: classification?.label ?? null,
    confidence: classification?.confidence ?? null,
  };
}
