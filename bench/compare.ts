import { connections, drive, type Round, type Target } from "./drive.ts";
import type { Observation } from "./observe.ts";
import type { Server } from "./servers.ts";
import { medianOf, type Spread, spreadOf } from "./statistics.ts";

/** One side of a comparison. */
export interface Side {
  readonly name: string;
  /** The server that does the work, or null. */
  readonly server: Pick<Server, "name" | "observe"> | null;
  /** The smallest amount of work in a round. */
  readonly least: number;
  load(amount: number): Promise<Round>;
}

/** The medians of one side over its rounds. */
export interface SideFigures extends Round {
  readonly name: string;
  /** Null if no server did the work. */
  readonly server: ServerFigures | null;
}

export interface ServerFigures extends Pick<Server, "name"> {
  /** Processor time of one request in milliseconds. Other processes disturb it less than elapsed time. */
  readonly cpu: number;
  readonly loopP99: number;
  /** The highest of all rounds, in bytes. */
  readonly peakMemory: number;
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
  const [first, second] = [createCourse(sides[0], seconds), createCourse(sides[1], seconds)];
  for (let round = 0; round < warmUpsOf(seconds) + rounds; round += 1) {
    for (const course of round % 2 === 0 ? [first, second] : [second, first]) await course.step();
  }
  const ratios = first
    .rounds()
    .map((round, index) => round[figure] / (second.rounds()[index]?.[figure] ?? NaN));
  return {
    ratio: spreadOf(ratios),
    sides: [summarize(sides[0], first.rounds()), summarize(sides[1], second.rounds())],
  };
}

const warmUpsOf = (seconds: number) => (seconds === 0 ? 0 : 3);

type Measured = Round & { readonly observation: Observation | null };

function createCourse({ server, least, load }: Side, seconds: number) {
  const measured: Measured[] = [];
  let amount = 2 * least;
  return {
    async step() {
      await server?.observe();
      const round = await load(amount);
      amount = Math.max(least, Math.round(round.perSecond * seconds));
      measured.push({ ...round, observation: (await server?.observe()) ?? null });
    },
    rounds: () => measured.slice(warmUpsOf(seconds)),
  };
}

function summarize({ name, server }: Side, rounds: readonly Measured[]): SideFigures {
  const median = (valueOf: (round: Measured) => number) => medianOf(rounds.map(valueOf));
  return {
    name,
    requests: median(({ requests }) => requests),
    perSecond: median(({ perSecond }) => perSecond),
    p50: median(({ p50 }) => p50),
    p99: median(({ p99 }) => p99),
    server: server && {
      name: server.name,
      cpu: median(({ requests, observation }) => (observation?.cpu ?? NaN) / requests),
      loopP99: median(({ observation }) => observation?.loopP99 ?? NaN),
      peakMemory: Math.max(...rounds.map(({ observation }) => observation?.peakMemory ?? NaN)),
    },
  };
}
