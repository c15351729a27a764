import type { OpenColumns, SampleColumns } from "../../acoustics/aggregates/sample-columns.ts";
import { sampleDurations } from "../../acoustics/aggregates/sample-durations.ts";
import type { LevelName } from "../../acoustics/levels/level-names.ts";
import type { SecondRange } from "../../acoustics/time/contract-period.ts";
import type { GrantedSensorNo } from "../../database/queries/keys/grants.ts";
import type { StoredColumns } from "../../database/queries/samples/column-text.ts";
import type { SampleReader } from "../../database/queries/samples/sample-columns.ts";

/** The samples of one sensor, and the functions by which they are read and counted. */
export interface SampleSource {
  readonly reader: SampleReader;
  readonly sensorNo: GrantedSensorNo;
  /** The whole seconds of the contract: the sample after the last one of a range may lie beyond the range. */
  readonly contract: SecondRange;
  readonly intervalSeconds: number;
  /** Waits for a slot of the limiter of readers. */
  readonly withSlot: <Result>(read: () => Promise<Result>) => Promise<Result>;
  /** Throws if a range may not have this number of samples; called before they are processed. */
  readonly checkCount: (samples: number) => void;
}

/** The samples of a range, with the levels that are named. */
export interface SamplesInRange {
  readonly seconds: SecondRange;
  readonly levels: readonly LevelName[];
  /** The longest chunk. Default: `rowsAtOnce`. */
  readonly atMost?: number;
}

/** Some samples of a range: the first `count` of the columns. */
export interface SampleChunk {
  readonly columns: SampleColumns;
  readonly count: number;
}

/**
 * Calls the function that `open` returns for the columns, for each sample of a range in order of time. A sample lasts
 * for the interval, or until the next sample inside the contract if that is earlier.
 */
export function forEachSample(
  source: SampleSource,
  range: SamplesInRange,
  open: OpenColumns,
): Promise<void> {
  return source.withSlot(async () => {
    for await (const { columns, count } of readChunks(source, range)) {
      const visit = open(columns);
      for (let index = 0; index < count; index += 1) visit(index);
    }
  });
}

/** The samples of a range in order of time, in chunks. The next chunk is read while the caller processes one. */
export async function* readChunks(
  { reader, sensorNo, contract, intervalSeconds, checkCount }: SampleSource,
  { seconds, levels, atMost = rowsAtOnce }: SamplesInRange,
): AsyncGenerator<SampleChunk, void> {
  // A later sample shortens no duration.
  const last = Math.min(seconds.last + intervalSeconds, contract.last);
  const read = (first: number) => {
    const pending = reader.read({ sensorNo, seconds: { first, last }, levels, atMost });
    // If the loop has ended before, the failure is ignored.
    pending.catch(() => undefined);
    return pending;
  };
  let total = 0;
  for (let pending: Promise<StoredColumns> | null = read(seconds.first); pending !== null;) {
    const stored: StoredColumns = await pending;
    const rows = stored.seconds.length;
    const lastRead = stored.seconds[rows - 1] ?? Infinity;
    const hasMore: boolean = rows === atMost && lastRead <= seconds.last;
    pending = hasMore ? read(lastRead) : null;
    const inRange = countAtMost(stored.seconds, seconds.last);
    // The last sample is read again, together with its next sample.
    const count = hasMore ? inRange - 1 : inRange;
    total += count;
    checkCount(total);
    yield {
      columns: { ...stored, durations: sampleDurations(stored.seconds, intervalSeconds) },
      count,
    };
  }
}

/**
 * Half a megabyte of text with five columns. A smaller number needs more statements, and a larger one blocks the
 * thread.
 */
export const rowsAtOnce = 20_000;

/** The number of ascending seconds that are at most `last`. */
function countAtMost(seconds: Float64Array, last: number): number {
  let count = seconds.length;
  while (count > 0 && (seconds[count - 1] ?? 0) > last) count -= 1;
  return count;
}
