import { Command, InvalidArgumentError } from "commander";
import type { Pace } from "./compare.ts";
import type { BenchSize, Work } from "./work.ts";

/** The options of a run. */
export interface BenchOptions {
  readonly works: readonly Work[];
  readonly pace: Pace;
  readonly size: BenchSize;
  /** The name under which the databases are kept. Null means that they are dropped. */
  readonly keep: string | null;
  /** The file for the figures, or null. */
  readonly json: string | null;
}

/** Parses the command line. Ends the process after `--help` or wrong usage. */
export function parseOptions(
  works: readonly Work[],
  onServer: boolean,
  hasCitus: boolean,
): BenchOptions {
  const [rows, largeRows] = onServer ? [1_000_000, 20_000_000] : [200_000, 1_000_000];
  const list = works.map(({ name, summary }) => `  ${name.padEnd(18)}${summary}`).join("\n");
  const program = new Command("npm run bench --")
    .description(
      "Measures the gateway on data of its own, in new databases on the server of DATABASE_URL, or in embedded " +
        "databases without it. For another Node: <binary> bench/dist/bench/main.js",
    )
    .argument("[work...]", "names of the works to run, from the list below (default: all)")
    .option("--seconds <n>", "the approximate length of a round of each side", whole, 2)
    .option("--rounds <n>", "the number of rounds of each side", whole, 11)
    .option("--rows <n>", "samples in the database", whole, rows)
    .option("--large-rows <n>", "samples in the large database of growth", whole, largeRows)
    .option("--keep <name>", "keep the databases under this name, and use them if they exist")
    .option("--json <file>", "also write the figures to a file")
    .option("--trial", "run everything for a moment, to see that it works")
    .addHelpText("after", `\nWorks:\n${list}`);
  const options = program.parse().opts<{
    seconds: number;
    rounds: number;
    rows: number;
    largeRows: number;
    keep?: string;
    json?: string;
    trial?: true;
  }>();
  const { seconds, rounds, keep = null, json = null, trial = false } = options;
  const chosen = program.args;
  const unknown = chosen.filter((name) => !works.some((work) => work.name === name));
  if (unknown.length > 0) program.error(`There is no work ${unknown.join(", ")}.`);
  if (keep !== null && !/^[a-z0-9]{1,20}$/.test(keep)) {
    program.error("--keep must be 1 to 20 lower-case letters and digits.");
  }
  const isChosen = ({ name, isOnlyByName }: Work) =>
    chosen.length === 0 ? isOnlyByName !== true : chosen.includes(name);
  if (
    works.some((work) => work.isOnlyByName === true && isChosen(work)) &&
    !(onServer && hasCitus)
  ) {
    program.error("citus needs DATABASE_URL and CITUS_URL.");
  }
  return {
    works: works.filter(isChosen),
    pace: trial ? { rounds: 1, seconds: 0 } : { rounds, seconds },
    size: trial ? trialSize : { ...fullSize, rows: options.rows, largeRows: options.largeRows },
    keep,
    json,
  };
}

const fullSize = {
  sensors: 100,
  crowdedSensors: 500,
  // A year of five-minute samples.
  quietRows: 105_120,
  importRows: 250_000,
};

const trialSize: BenchSize = {
  sensors: 3,
  crowdedSensors: 3,
  rows: 900,
  largeRows: 1500,
  quietRows: 1000,
  importRows: 300,
};

function whole(text: string): number {
  if (/^[1-9][0-9]{0,9}$/.test(text)) return Number(text);
  throw new InvalidArgumentError("It must be a whole number from 1.");
}
