import { connections, drive, type Round, type Target } from "./drive.ts";
import type { Observation } from "./observe.ts";
import type { Server } from "./servers.ts";
import { type Spread, spreadOf } from "./statistics.ts";

/** One side of a comparison. */
export interface Side {
  readonly name: string;
  /** The server that does the work, or null. */
  readonly server: Server | null;
  /** The smallest amount of work in a round. */
  readonly least: number;
  load(amount: number): Promise<Round>;
}

/** The figures of one side: medians over its rounds, and the highest of `loopMax` and `peakMemory`. */
export interface SideFigures extends Round {
  readonly name: string;
  /** Null if no server did the work. */
  readonly server: ServerFigures | null;
}

export interface ServerFigures extends Observation, Pick<Server, "name"> {
  /** Processor time of one request. Other processes disturb it less than they disturb elapsed time. */
  readonly cpu: number;
}

export interface Comparison {
  /** The ratio of the first side's figure to the second's, for each round. */
  readonly ratio: Spread;
  readonly sides: readonly [SideFigures, SideFigures];
}

export interface Pace {
  /** The number of measured rounds of each side. */
  readonly rounds: number;
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
 * Measures two sides alternately, A B B A …, so that other load on the machine disturbs both. The amount of work of a
 * round follows from the speed of the previous round, to take about `seconds`. The first rounds warm both sides up
 * and do not count; the very first is short.
 */
export async function comparePair(
  sides: readonly [Side, Side],
  figure: "perSecond" | "p50",
  { rounds, seconds }: Pace,
): Promise<Comparison> {
  const [first, second] = [createCourse(sides[0], seconds), createCourse(sides[1], seconds)];
  for (let round = 0; round < warmUpRounds + rounds; round += 1) {
    for (const course of round % 2 === 0 ? [first, second] : [second, first]) await course.step();
  }
  const ratios = first.rounds().map((round, index) => {
    return round[figure] / (second.rounds()[index]?.[figure] ?? NaN);
  });
  return {
    ratio: spreadOf(ratios),
    sides: [summarise(sides[0], first.rounds()), summarise(sides[1], second.rounds())],
  };
}

const warmUpRounds = 3;

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
    rounds: () => measured.slice(warmUpRounds),
  };
}

function summarise({ name, server }: Side, rounds: readonly Measured[]): SideFigures {
  const all = (figure: keyof Round) => spreadOf(rounds.map((round) => round[figure]));
  const observations = rounds.flatMap(({ observation }) => observation ?? []);
  const observed = (figure: keyof Observation) =>
    spreadOf(observations.map((observation) => observation[figure]));
  return {
    name,
    requests: all("requests").median,
    perSecond: all("perSecond").median,
    p50: all("p50").median,
    p99: all("p99").median,
    server: server && {
      name: server.name,
      cpu: spreadOf(rounds.map(({ requests, observation }) => (observation?.cpu ?? NaN) / requests))
        .median,
      loopP50: observed("loopP50").median,
      loopP99: observed("loopP99").median,
      loopMax: observed("loopMax").highest,
      peakMemory: observed("peakMemory").highest,
    },
  };
}
