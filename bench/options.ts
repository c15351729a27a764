import { Command, InvalidArgumentError } from "commander";
import type { Pace } from "./pair.ts";
import type { BenchSize, Work } from "./work.ts";

/** What a run is asked to do. */
export interface BenchOptions {
  readonly works: readonly Work[];
  readonly pace: Pace;
  readonly size: BenchSize;
  /** Databases are kept under this name; null: they are dropped. */
  readonly keep: string | null;
  /** The file that the figures are written to. */
  readonly json: string | null;
  /** The Node to run under; null: this one. */
  readonly node: string | null;
}

/** The options on the command line; ends the process where they are wrong or help is asked for. */
export function parseOptions(works: readonly Work[], onServer: boolean): BenchOptions {
  const [rows, largeRows] = onServer ? [1_000_000, 20_000_000] : [200_000, 1_000_000];
  const program = new Command("npm run bench --")
    .description(
      "Measures the gateway, most of it against a handler written by hand, on data of its own: in " +
        "new databases on the server of DATABASE_URL, or in embedded ones without it.",
    )
    .argument("[work...]", "what to measure, by names below (default: all)", (name: string) =>
      requireWork(works, name),
    )
    .option("--seconds <n>", "about how long each side works in a round", positive, 2)
    .option("--rounds <n>", "how often each side is measured", whole, 11)
    .option("--rows <n>", "samples in the database", whole, rows)
    .option("--large-rows <n>", "samples in the large database of growth", whole, largeRows)
    .option(
      "--keep <name>",
      "keep the databases under this name, and use them if they are there",
      databaseName,
    )
    .option("--json <file>", "write the figures to a file as well")
    .option("--node <binary>", "run under another Node")
    .option("--trial", "a moment of everything: shows that it works, and no more")
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
    works: works.filter(({ name }) => chosen.length === 0 || chosen.includes(name)),
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

function requireWork(works: readonly Work[], name: string): string {
  if (works.some((work) => work.name === name)) return name;
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
