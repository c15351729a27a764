import type { Figure, Bench } from "./work.ts";
import { allFields, fiveMinuteYear, targetOf } from "./cases/aggregates-year.ts";
import { yearOfEvents } from "./cases/events-year.ts";
import { measureLatest } from "./cases/storage.ts";
import { comparePair, oneByOne, type Pace } from "./pair.ts";
import { publicTarget } from "./servers.ts";
import { spreadOf } from "./statistics.ts";

/** A gateway on a database of the benchmark. */
export interface Installation extends Pick<
  Bench,
  "gateway" | "key" | "database" | "signal" | "size"
> {
  /** For the report. */
  readonly label: string;
}

/**
 * Compares two installations: events and hours of the quiet sensor's year, which both have, and the last levels of a
 * hundred sensors. The figures are called `prefix` and what was read.
 */
export async function compareInstallations(
  prefix: string,
  installations: readonly [Installation, Installation],
  pace: Pace,
): Promise<Figure[]> {
  const [first, second] = installations;
  const ratioOf = async (
    name: string,
    target: (installation: Installation) => ReturnType<typeof publicTarget>,
  ): Promise<Figure> => {
    const sideOf = (each: Installation) => oneByOne(each.label, each.gateway, target(each));
    const { ratio, sides } = await comparePair([sideOf(first), sideOf(second)], "p50", pace);
    return { name, value: ratio, unit: "ratio", bar: null, sides, notes: ["time"] };
  };
  return [
    await ratioOf(`${prefix}-events`, (each) =>
      publicTarget(each.gateway, each, [yearOfEvents(each.size)]),
    ),
    await ratioOf(`${prefix}-aggregates`, (each) =>
      targetOf(each, fiveMinuteYear(each.size), allFields),
    ),
    await compareLatest(`${prefix}-latest`, installations),
  ];
}

async function compareLatest(
  name: string,
  [first, second]: readonly [Installation, Installation],
): Promise<Figure> {
  const times = { first: [] as number[], second: [] as number[] };
  for (let round = 0; round < 3; round += 1) {
    times.first.push((await measureLatest(first)).value.median);
    times.second.push((await measureLatest(second)).value.median);
  }
  const ratios = times.first.map((time, round) => time / (times.second[round] ?? NaN));
  const tell = (milliseconds: readonly number[]) => spreadOf(milliseconds).median.toFixed(2);
  const notes = [
    `time: ${first.label} ${tell(times.first)} ms, ${second.label} ${tell(times.second)} ms`,
  ];
  return { name, value: spreadOf(ratios), unit: "ratio", bar: null, sides: [], notes };
}
