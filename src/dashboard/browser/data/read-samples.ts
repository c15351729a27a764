import type { LimitSource } from "../../../acoustics/limits/limit-rules.ts";
import { type Answer, ask as askServer } from "../graphql/ask.ts";
import { type ReadSamplesQuery, readSamplesDocument } from "../graphql/generated/read-samples.ts";
import type { Weighting } from "../../../acoustics/levels/weighting.ts";
import { instantText, secondOf } from "../time/local-time.ts";

/** A sample as it is drawn, listed and exported. Levels in dB; null is what the meter did not report. */
export interface SampleRow {
  readonly id: string;
  /** Start of its interval, Unix seconds. */
  readonly second: number;
  /** Equivalent level of the weighting. */
  readonly Leq: number | null;
  readonly LAFmax: number | null;
  readonly LA10: number | null;
  readonly LA50: number | null;
  readonly LA90: number | null;
  readonly limit: number | null;
  readonly limitSource: LimitSource;
  /** `Leq − limit` as the server worked it out: above zero is an exceedance. */
  readonly over: number | null;
  readonly label: string | null;
  readonly confidence: number | null;
}

export interface SampleRange {
  readonly projectId: string;
  readonly sensorId: string;
  /** Unix seconds, both inside. */
  readonly first: number;
  readonly last: number;
  readonly weighting: Weighting;
  /** The interval that divides the range; 300 where it is unknown. */
  readonly intervalSeconds?: number | undefined;
}

/**
 * All samples of a range, oldest first. The range is read in parts that should be a page each, up to four side by
 * side in one request; a part that is longer goes on at its cursor. Parts do not overlap, so no sample comes twice. A
 * page that cannot be answered leaves no data: half a range would show gaps that are none.
 */
export async function readSamples(
  range: SampleRange,
  signal: AbortSignal,
  ask: typeof askServer = askServer,
): Promise<Answer<readonly SampleRow[]>> {
  const parts = partsOf(range);
  for (let open = parts; open.length > 0; open = open.filter(({ cursor }) => cursor !== null)) {
    const answers = await Promise.all(
      inFours(open).map((group) => readPages(range, group, signal, ask)),
    );
    const issues = answers.flat();
    if (issues.length > 0) return { data: null, issues };
  }
  return { data: parts.flatMap(({ rows }) => rows), issues: [] };
}

type Page = NonNullable<ReadSamplesQuery["a"]>;

/** A part of the range, and what has been read of it. */
interface Part {
  readonly first: number;
  readonly last: number;
  readonly rows: SampleRow[];
  /** The cursor of the next page; null when the part is read. */
  cursor: number | null;
}

/** Less than a page holds: irregular samples may be closer than their interval. */
const samplesOfPart = 1900;

function partsOf({ first, last, intervalSeconds = 300 }: SampleRange): Part[] {
  const length = Math.max(1, intervalSeconds) * samplesOfPart;
  const count = Math.max(1, Math.min(64, Math.ceil((last - first + 1) / length)));
  const start = (index: number) => first + Math.floor(((last - first + 1) * index) / count);
  return Array.from({ length: count }, (_, index) => ({
    first: start(index),
    last: start(index + 1) - 1,
    rows: [],
    cursor: 0,
  }));
}

async function readPages(
  { projectId, sensorId, weighting }: SampleRange,
  group: readonly Part[],
  signal: AbortSignal,
  ask: typeof askServer,
): Promise<Answer<unknown>["issues"]> {
  const [a, b, c, d] = group.map(({ first, last, cursor }) => ({
    first: instantText(first),
    last: instantText(last),
    cursor: cursor ?? 0,
  }));
  const none = { first: instantText(0), last: instantText(0), cursor: 0 };
  const { data, issues } = await ask(
    readSamplesDocument,
    {
      project: projectId,
      sensor: sensorId,
      weighting,
      a: a !== undefined,
      aFirst: (a ?? none).first,
      aLast: (a ?? none).last,
      aCursor: (a ?? none).cursor,
      b: b !== undefined,
      bFirst: (b ?? none).first,
      bLast: (b ?? none).last,
      bCursor: (b ?? none).cursor,
      c: c !== undefined,
      cFirst: (c ?? none).first,
      cLast: (c ?? none).last,
      cCursor: (c ?? none).cursor,
      d: d !== undefined,
      dFirst: (d ?? none).first,
      dLast: (d ?? none).last,
      dCursor: (d ?? none).cursor,
    },
    signal,
  );
  const pages = [data?.a, data?.b, data?.c, data?.d];
  for (const [index, part] of group.entries()) {
    const page = pages[index];
    if (page == null) return issues;
    part.rows.push(...page.data.map(rowOf));
    part.cursor = page.cursor;
  }
  return [];
}

function rowOf({ datetime, classification, ...levels }: Page["data"][number]): SampleRow {
  return {
    ...levels,
    second: secondOf(datetime),
    label: classification?.label ?? null,
    confidence: classification?.confidence ?? null,
  };
}

function inFours(parts: readonly Part[]): Part[][] {
  return Array.from({ length: Math.ceil(parts.length / 4) }, (_, index) =>
    parts.slice(index * 4, index * 4 + 4),
  );
}
