import { connections, drive, medianOf, type Pace, type Round, type Target } from "./drive.ts";
import { memoryOf, processorTimeOf, type Server } from "./servers.ts";
import type { Bar, Figure } from "./work.ts";

/** One side of a comparison. */
export interface Side {
  readonly name: string;
  /** The servers that do the work; none for a statement by hand. */
  readonly servers: readonly Server[];
  /** The smallest amount of work in a round. */
  readonly least: number;
  load(amount: number): Promise<Round>;
}

/** A round of a side. For work that no server does, processor time is 0, and memory -Infinity. */
interface Measured extends Round {
  /** Processor time of one request in milliseconds. Other processes disturb it less than elapsed time. */
  readonly cpu: number;
  /** The highest memory so far, in megabytes. */
  readonly peakMemory: number;
}

/** A server that gets requests over some connections. Default: as many as it can answer. */
export function served(name: string, server: Server, target: Target, atOnce = connections): Side {
  const load = (amount: number) => drive(target, amount, atOnce);
  return { name, servers: [server], least: atOnce, load };
}

/**
 * Measures two sides alternately, A B B A …, so that other load on the machine disturbs both. The speed of a round
 * decides the amount of work of the next. The first rounds warm both sides up and do not count.
 */
export async function comparePair(
  name: string,
  sides: readonly [Side, Side],
  figure: "perSecond" | "p50" | "cpu",
  bar: Bar | null,
  { rounds, seconds }: Pace,
): Promise<Figure> {
  const warmUps = seconds === 0 ? 0 : 3;
  const [first, second]: [Measured[], Measured[]] = [[], []];
  const measure = async ({ servers, least, load }: Side, measured: Measured[]) => {
    const speed = measured.at(-1)?.perSecond;
    const amount = speed === undefined ? 2 * least : Math.max(least, Math.round(speed * seconds));
    const processorTime = () => servers.reduce((sum, server) => sum + processorTimeOf(server), 0);
    const before = processorTime();
    const round = await load(amount);
    const cpu = (processorTime() - before) / amount;
    const peakMemory = Math.max(...servers.map((server) => memoryOf(server).peak));
    measured.push({ ...round, cpu, peakMemory });
  };
  for (let round = 0; round < warmUps + rounds; round += 1) {
    if (round % 2 === 0) await measure(sides[0], first);
    await measure(sides[1], second);
    if (round % 2 === 1) await measure(sides[0], first);
  }
  for (const measured of [first, second]) measured.splice(0, warmUps);
  // The ratio of the first side's figure to the second's.
  const values = first.map((round, index) => round[figure] / (second[index]?.[figure] ?? NaN));
  const notes = [describeSide(sides[0], first), describeSide(sides[1], second)];
  return { name, values, unit: "ratio", bar, notes };
}

function describeSide({ name, servers }: Side, rounds: readonly Measured[]): string {
  const median = (figure: keyof Measured) =>
    Number(medianOf(rounds.map((round) => round[figure])).toPrecision(3));
  const latency = `${name} ${median("perSecond")}/s p50 ${median("p50")} p99 ${median("p99")} ms`;
  return servers.length === 0
    ? latency
    : `${latency} cpu ${median("cpu")} ms ${median("peakMemory")} MB`;
}
