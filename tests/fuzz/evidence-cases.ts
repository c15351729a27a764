import fc from "fast-check";
import type { Instant } from "../../src/acoustics/time/instant.ts";
import { limitDays } from "../../src/acoustics/limits/limit-rules.ts";
import type { SiteOptions, TestClassification, TestExclusion } from "../support/tenant.ts";
import { clockChangesOf, hour, zones } from "../unit/limit-arbitraries.ts";

/*
 * Random sites, samples and ranges for evidence packs. Everything of a case lies within days of an instant, which is
 * often a clock change. Levels, limits and clocks come from short lists, so that many meet at an edge.
 */

/** A sample: whether the meter sent it, how late in its interval, and its levels in dB or null. */
interface Row {
  readonly isThere: boolean;
  readonly late: number;
  readonly LAeq: number | null;
  readonly LAFmax: number | null;
}

interface SensorData {
  readonly limits: unknown;
  readonly rows: readonly Row[];
  readonly exclusions: readonly TestExclusion[];
  /** By the index of a row. */
  readonly labels: readonly (readonly [row: number, label: string, confidence: number])[];
}

export interface EvidenceCase {
  readonly site: SiteOptions;
  /** The criteria that were in force before; null: the site has one version. */
  readonly earlier: readonly unknown[] | null;
  readonly sensors: readonly SensorData[];
  /** The Unix second of the first row, and the seconds between two. */
  readonly first: number;
  readonly interval: number;
  readonly range: readonly [startAt: Instant, endAt: Instant];
  /** The file that gets another byte in the end, and the line that gets another level. */
  readonly tampered: { readonly file: number; readonly byte: number; readonly line: number };
}

const day = 24 * hour;

const anchors = fc.constantFrom(...zones).chain((timeZone) => {
  // Later than this, samples would be of the future.
  const last = Date.parse("2026-01-01");
  const anytime = fc.integer({ min: Date.parse("2009-02-01"), max: last });
  const changes = clockChangesOf(timeZone).filter((change) => change < last);
  const anchor = changes.length === 0 ? anytime : fc.oneof(fc.constantFrom(...changes), anytime);
  return fc.record({
    timeZone: fc.constant(timeZone),
    anchor: anchor.map((at) => Math.floor(at / 60_000) * 60_000),
  });
});

const from = fc.constantFrom("00:00", "01:00", "01:30", "02:00", "07:00", "13:20", "22:00");
const to = fc.constantFrom("00:00", "01:00", "02:00", "03:00", "07:00", "18:00", "24:00");
const days = fc.oneof(fc.constant(undefined), fc.subarray([...limitDays], { minLength: 1 }));
const limit = fc.record({ A: fc.constantFrom(45, 55, 60, 65, 65.01) });

function limitsAround(anchor: number) {
  const window = fc.record({
    days: fc.subarray([...limitDays], { minLength: 1 }),
    from,
    to,
    limit,
  });
  const exception = fc
    .tuple(fc.integer({ min: -48, max: 24 }), fc.integer({ min: 1, max: 48 }), limit)
    .map(([start, length, level]) => ({
      startAt: isoOf(anchor + start * hour),
      endAt: isoOf(anchor + (start + length) * hour),
      limit: level,
    }));
  return fc.record({
    default: fc.option(limit, { nil: undefined }),
    schedule: fc.array(window, { maxLength: 3 }),
    exceptions: fc.array(exception, { maxLength: 2 }),
  });
}

const adjustment = fc
  .record({
    name: fc.constant("Adjustment"),
    days,
    clock: fc.option(fc.record({ from, to }), { nil: undefined }),
    add: fc.constantFrom(-3, 0.5, 5, 6),
  })
  .map(({ clock, ...rest }) => ({ ...rest, ...clock }));

const lengths = fc.constantFrom("PT5M", "PT15M", "PT20M", "PT1H", "PT1H30M", "PT12H");
const over = fc.oneof(
  fc.constantFrom("window", "sample"),
  lengths.map((block) => ({ block })),
  lengths.map((rolling) => ({ rolling })),
);

const criteria = fc
  .array(
    fc.record({
      name: fc.constant("Criterion"),
      level: fc.constantFrom("LAeq", "LAeq", "LAFmax"),
      days,
      from,
      to,
      over,
      limit: fc.constantFrom(60, 64.5, 65, 65.01, 66),
      allowed: fc.nat({ max: 3 }),
      minCoverage: fc.constantFrom(0, 0.5, 0.75, 1),
      round: fc.constantFrom(0.01, 0.1, 1),
      adjustments: fc.array(adjustment, { maxLength: 2 }),
    }),
    { minLength: 1, maxLength: 3 },
  )
  .map((list) => list.map((criterion, index) => ({ id: `c${index}`, ...criterion })));

const levels = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(55, 60, 64.5, 65, 65.01, 65.5, 75.5) },
  fc.integer({ min: -2000, max: 20_000 }).map((hundredths) => hundredths / 100),
  fc.constant(null),
);

const rows: fc.Arbitrary<readonly Row[]> = fc.array(
  fc.record({
    isThere: fc.oneof({ weight: 6, arbitrary: fc.constant(true) }, fc.constant(false)),
    late: fc.oneof({ weight: 6, arbitrary: fc.constant(0) }, fc.nat({ max: 299 })),
    LAeq: levels,
    LAFmax: levels,
  }),
  { minLength: 40, maxLength: 240, size: "max" },
);

function sensorAround(anchor: number) {
  const exclusion = fc
    .tuple(fc.integer({ min: -1200, max: 1200 }), fc.integer({ min: 1, max: 240 }))
    .map(([start, length]): TestExclusion => [
      isoOf(anchor + start * 60_000),
      isoOf(anchor + (start + length) * 60_000),
      "rain",
    ]);
  return fc.record({
    limits: fc.option(limitsAround(anchor), { nil: undefined }),
    rows,
    exclusions: fc.uniqueArray(exclusion, { maxLength: 3, selector: String }),
    labels: fc.uniqueArray(
      fc.tuple(
        fc.nat({ max: 239 }),
        fc.constantFrom("train", "ship", "=1+1"),
        fc.constantFrom(0.4, 0.5, 0.9),
      ),
      { maxLength: 40, selector: ([row, label]) => `${row} ${label}` },
    ),
  });
}

export const evidenceCases: fc.Arbitrary<EvidenceCase> = anchors.chain(({ timeZone, anchor }) =>
  fc
    .record({
      holidays: fc.subarray([-1, 0, 1]),
      limits: limitsAround(anchor),
      criteria,
      earlier: fc.option(criteria),
      declaresInterval: fc.boolean(),
      contract: fc.oneof(
        { weight: 3, arbitrary: fc.constant([-30, 30] as const) },
        fc.constantFrom([0, 30] as const, [-30, 0] as const),
      ),
      sensors: fc.array(sensorAround(anchor), { minLength: 1, maxLength: 2 }),
      interval: fc.constantFrom(300, 600, 900, 1200),
      range: fc.tuple(fc.integer({ min: -1500, max: 600 }), fc.nat({ max: 2000 })),
      tampered: fc.record({ file: fc.nat(), byte: fc.nat(), line: fc.nat() }),
    })
    .map(({ holidays, limits, declaresInterval, contract, range, ...one }) => ({
      ...one,
      site: {
        timezone: timeZone,
        contract: {
          startAt: isoOf(anchor + contract[0] * day),
          endAt: isoOf(anchor + contract[1] * day),
        },
        holidays: holidays.map((offset) => ({ date: isoOf(anchor + offset * day).slice(0, 10) })),
        limits,
        criteria: one.criteria,
        classification: { model: "ears", minConfidence: 0.5 },
        ...(declaresInterval && { intervalSeconds: one.interval }),
      },
      first: anchor / 1000 - 120 * one.interval,
      range: [
        (anchor + range[0] * 60_000) as Instant,
        (anchor + (range[0] + range[1]) * 60_000) as Instant,
      ] as const,
    })),
);

/** The samples of a sensor of a case that its meter sent. */
export function samplesOf({ first, interval }: EvidenceCase, { rows: given }: SensorData) {
  return given.flatMap(({ isThere, late, LAeq, LAFmax }, index) =>
    isThere
      ? [
          {
            second: first + index * interval + late,
            ...(LAeq !== null && { LAeq }),
            ...(LAFmax !== null && { LAFmax }),
          },
        ]
      : [],
  );
}

/** The classifications of a sensor of a case. */
export function classificationsOf(
  { first, interval }: EvidenceCase,
  { rows: given, labels }: SensorData,
): TestClassification[] {
  return labels.flatMap(([row, label, confidence]) => {
    const at = given[row];
    return at?.isThere === true
      ? [["ears", first + row * interval + at.late, label, confidence] as const]
      : [];
  });
}

function isoOf(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}
