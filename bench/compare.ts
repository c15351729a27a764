import { connections, drive, type Round, type Target } from "./drive.ts";
import type { Observation } from "./observe.ts";
import type { Server } from "./servers.ts";
import { medianOf, type Spread, spreadOf } from "./statistics.ts";

/** One side of a comparison. */
export interface Side {
  readonly name: string;
  /** The server that does the work, or null. */
  readonly server: Server | null;
  /** The smallest amount of work in a round. */
  readonly least: number;
  load(amount: number): Promise<Round>;
}

/** The medians of one side over its rounds. What is null was done by no server. */
export interface SideFigures extends Omit<Round, "requests"> {
  readonly name: string;
  /** Processor time of one request in milliseconds. Other processes disturb it less than elapsed time. */
  readonly cpu: number | null;
  /** The highest of all rounds, in megabytes. */
  readonly peakMemory: number | null;
}

export interface Comparison {
  /** The ratio of the first side's figure to the second's, for each round. */
  readonly ratio: Spread;
  readonly sides: readonly [SideFigures, SideFigures];
}

export interface Pace {
  /** The number of measured rounds of each side. */
  readonly rounds: number;
  /** The approximate length of a round. 0 is a trial. */
  readonly seconds: number;
}

/** A server that gets as many requests as it can answer. */
export function underLoad(name: string, server: Server, target: Target): Side {
  const load = (amount: number) => drive(target, amount, connections);
  return { name, server, least: connections, load };
}

/** A server that gets one request after the other. */
export function oneByOne(name: string, server: Server, target: Target): Side {
  return { name, server, least: 1, load: (amount) => drive(target, amount, 1) };
}

/**
 * Measures two sides alternately, A B B A …, so that other load on the machine disturbs both. The speed of a round
 * decides the amount of work of the next. The first rounds warm both sides up and do not count.
 */
export async function comparePair(
  sides: readonly [Side, Side],
  figure: "perSecond" | "p50",
  { rounds, seconds }: Pace,
): Promise<Comparison> {
  const warmUps = seconds === 0 ? 0 : 3;
  const [first, second]: [Measured[], Measured[]] = [[], []];
  const measure = async ({ server, least, load }: Side, measured: Measured[]) => {
    const speed = measured.at(-1)?.perSecond;
    const amount = speed === undefined ? 2 * least : Math.max(least, Math.round(speed * seconds));
    await server?.observe();
    measured.push({ ...(await load(amount)), observed: (await server?.observe()) ?? null });
  };
  for (let round = 0; round < warmUps + rounds; round += 1) {
    if (round % 2 === 0) await measure(sides[0], first);
    await measure(sides[1], second);
    if (round % 2 === 1) await measure(sides[0], first);
  }
  for (const measured of [first, second]) measured.splice(0, warmUps);
  const ratios = first.map((round, index) => round[figure] / (second[index]?.[figure] ?? NaN));
  return {
    ratio: spreadOf(ratios),
    sides: [summarize(sides[0], first), summarize(sides[1], second)],
  };
}

type Measured = Round & { readonly observed: Observation | null };

function summarize({ name, server }: Side, rounds: readonly Measured[]): SideFigures {
  const median = (valueOf: (round: Measured) => number) => medianOf(rounds.map(valueOf));
  const peaks = rounds.map(({ observed }) => (observed?.peakMemory ?? NaN) / 2 ** 20);
  return {
    name,
    perSecond: median(({ perSecond }) => perSecond),
    p50: median(({ p50 }) => p50),
    p99: median(({ p99 }) => p99),
    cpu: server && median(({ requests, observed }) => (observed?.cpu ?? NaN) / requests),
    peakMemory: server && Math.max(...peaks),
  };
}
