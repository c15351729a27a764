import { Command, InvalidArgumentError } from "commander";
import type { Pace } from "./pair.ts";
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
  /** The binary of another Node to run under. Null means this one. */
  readonly node: string | null;
}

/** Parses the command line. Ends the process after `--help` or wrong usage. */
export function parseOptions(
  works: readonly Work[],
  onServer: boolean,
  hasCitus: boolean,
): BenchOptions {
  const [rows, largeRows] = onServer ? [1_000_000, 20_000_000] : [200_000, 1_000_000];
  const program = new Command("npm run bench --")
    .description(
      "Measures the gateway, mostly against a handler written by hand. It makes its own data, in new " +
        "databases on the server of DATABASE_URL, or in embedded databases without it.",
    )
    .argument(
      "[work...]",
      "names of the works to run, from the list below (default: all)",
      (name: string) => requireWork(works, name, onServer && hasCitus),
    )
    .option("--seconds <n>", "the approximate length of a round of each side", positive, 2)
    .option("--rounds <n>", "the number of rounds of each side", whole, 11)
    .option("--rows <n>", "samples in the database", whole, rows)
    .option("--large-rows <n>", "samples in the large database of growth", whole, largeRows)
    .option(
      "--keep <name>",
      "keep the databases under this name, and use them if they exist",
      databaseName,
    )
    .option("--json <file>", "also write the figures to a file")
    .option("--node <binary>", "run under another Node")
    .option("--trial", "run everything for a moment, to see that it works")
    .addHelpText("after", `\nWorks:\n${describe(works)}`);
  const options = program.parse().opts<{
    seconds: number;
    rounds: number;
    rows: number;
    largeRows: number;
    keep?: string;
    json?: string;
    node?: string;
    trial?: true;
  }>();
  const { seconds, rounds, keep = null, json = null, node = null, trial = false } = options;
  const chosen = program.args;
  return {
    works: works.filter(({ name, isOnlyByName = false }) =>
      chosen.length === 0 ? !isOnlyByName : chosen.includes(name),
    ),
    pace: trial ? { rounds: 1, seconds: 0 } : { rounds, seconds },
    size: trial ? trialSize : { ...fullSize, rows: options.rows, largeRows: options.largeRows },
    keep,
    json,
    node,
  };
}

const fullSize = {
  sensors: 100,
  crowdedSensors: 500,
  // A year of five-minute samples.
  quietRows: 105_120,
  importRows: 1_000_000,
  recordingBytes: 10_000_000,
};

const trialSize: BenchSize = {
  sensors: 3,
  crowdedSensors: 3,
  rows: 900,
  largeRows: 1500,
  quietRows: 1000,
  importRows: 300,
  recordingBytes: 30_000,
};

function describe(works: readonly Work[]): string {
  return works.map(({ name, summary }) => `  ${name.padEnd(18)}${summary}`).join("\n");
}

function requireWork(works: readonly Work[], name: string, canCompare: boolean): string {
  const chosen = works.find((work) => work.name === name);
  if (chosen?.isOnlyByName === true && !canCompare) {
    throw new InvalidArgumentError("It needs DATABASE_URL and CITUS_URL.");
  }
  if (chosen !== undefined) return name;
  throw new InvalidArgumentError(`There are ${works.map((work) => work.name).join(", ")}.`);
}

function positive(text: string): number {
  const value = Number(text);
  if (value > 0 && value < Infinity) return value;
  throw new InvalidArgumentError("It must be a number above 0.");
}

function whole(text: string): number {
  if (/^[1-9][0-9]{0,9}$/.test(text)) return Number(text);
  throw new InvalidArgumentError("It must be a whole number from 1.");
}

function databaseName(text: string): string {
  if (/^[a-z0-9]{1,20}$/.test(text)) return text;
  throw new InvalidArgumentError("It must be 1 to 20 lower-case letters and digits.");
}
