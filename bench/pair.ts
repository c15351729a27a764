import { drive, type Round, type Target } from "./drive.ts";
import type { Observation } from "./observe.ts";
import type { ServerProcess } from "./server-process.ts";
import { type Spread, spreadOf } from "./statistics.ts";

/** One of the two that are compared. */
export interface Side {
  readonly name: string;
  readonly server: ServerProcess;
  readonly target: Target;
}

/** The figures of one side over all rounds: medians, the highest for `loopMax` and `peakMemory`. */
export interface SideFigures extends Observation, Omit<Round, "requests"> {
  readonly name: string;
}

export interface Comparison {
  /** Requests per second of the first side to those of the second, of each round. */
  readonly ratio: Spread;
  readonly sides: readonly [SideFigures, SideFigures];
}

export interface Pace {
  /** How often each side is measured. */
  readonly rounds: number;
  readonly seconds: number;
}

/**
 * Loads two sides by turns, A B B A …, so that what disturbs the machine for a while disturbs both; one
 * round of each before is not counted.
 */
export async function comparePair(
  first: Side,
  second: Side,
  { rounds, seconds }: Pace,
): Promise<Comparison> {
  const [ofFirst, ofSecond]: [Measured[], Measured[]] = [[], []];
  for (let round = 0; round <= rounds; round += 1) {
    const turns = [
      { side: first, measured: ofFirst },
      { side: second, measured: ofSecond },
    ];
    for (const { side, measured } of round % 2 === 0 ? turns : turns.toReversed()) {
      const figures = await measure(side, seconds);
      if (round > 0) measured.push(figures);
    }
  }
  const ratios = ofFirst.map(
    ({ perSecond }, index) => perSecond / (ofSecond[index]?.perSecond ?? 0),
  );
  return {
    ratio: spreadOf(ratios),
    sides: [summarise(first.name, ofFirst), summarise(second.name, ofSecond)],
  };
}

type Measured = Round & Observation;

async function measure({ server, target }: Side, seconds: number): Promise<Measured> {
  await server.observe();
  const round = await drive(target, seconds);
  return { ...round, ...(await server.observe()) };
}

function summarise(name: string, rounds: readonly Measured[]): SideFigures {
  const all = (figure: keyof Measured) => spreadOf(rounds.map((round) => round[figure]));
  return {
    name,
    perSecond: all("perSecond").median,
    p50: all("p50").median,
    p99: all("p99").median,
    loopP50: all("loopP50").median,
    loopP99: all("loopP99").median,
    loopMax: all("loopMax").highest,
    peakMemory: all("peakMemory").highest,
  };
}
