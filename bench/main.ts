import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { cpus, tmpdir } from "node:os";
import { join } from "node:path";
import { Argument, Command, InvalidArgumentError } from "commander";
import { requireBenchDatabase } from "./bench-database.ts";
import { works } from "./cases/index.ts";
import { createKey, fill, fillRules } from "./fill.ts";
import { startBaseline, startGateway } from "./servers.ts";
import { type BenchRole, presentFigure, type Work } from "./work.ts";
import type { BenchSize } from "./site.ts";

const server = process.env["DATABASE_URL"] || null;
const [defaultRows, defaultLargeRows] =
  server === null ? [200_000, 1_000_000] : [1_000_000, 20_000_000];
const program = new Command("npm run bench --")
  .description(
    "Measures the gateway on data of its own, in new databases on the server of DATABASE_URL, or in embedded " +
      "databases without it. For another Node: <binary> bench/dist/bench/main.js",
  )
  .addArgument(
    new Argument("[work...]", "the works to run (default: all)").choices(
      works.map((work) => work.name),
    ),
  )
  .option("--seconds <n>", "the approximate length of a round of each side", whole, 2)
  .option("--rounds <n>", "the number of rounds of each side", whole, 11)
  .option("--rows <n>", "samples in the database", whole, defaultRows)
  .option("--large-rows <n>", "samples in the large database of growth", whole, defaultLargeRows)
  .option("--keep <name>", "keep the databases under this name, and use them if they exist", name)
  .option("--trial", "run everything for a moment, to see that it works")
  .addHelpText(
    "after",
    `\nWorks:\n${works.map((work) => `  ${work.name.padEnd(18)}${work.summary}`).join("\n")}`,
  );
const options = program.parse().opts<{
  seconds: number;
  rounds: number;
  rows: number;
  largeRows: number;
  keep?: string;
  trial?: true;
}>();
const { seconds, rounds, rows, largeRows, keep } = options;
const isTrial = options.trial === true;
const pace = isTrial ? { rounds: 1, seconds: 0 } : { rounds, seconds };
// The quiet sensor has a year of five-minute samples.
const size: BenchSize = isTrial
  ? { sensors: 3, rows: 900, largeRows: 1500, quietRows: 1000, importRows: 300 }
  : { sensors: 100, rows, largeRows, quietRows: 105_120, importRows: 250_000 };
const chosen = works.filter(({ name: ofWork, isOnlyByName }) =>
  program.args.length === 0 ? isOnlyByName !== true : program.args.includes(ofWork),
);
const interrupted = new AbortController();
for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.once(signal, () => interrupted.abort(new Error(`Ended by ${signal}`)));
}
const kind = server === null ? "embedded" : "PostgreSQL";
const processors = `${cpus().length} × ${cpus()[0]?.model}`;
console.log(`Node ${process.versions.node}, database: ${kind}, ${processors}`);
try {
  await run(chosen, interrupted.signal);
} catch (error) {
  if (!interrupted.signal.aborted) throw error;
  console.error(String(interrupted.signal.reason));
  process.exitCode = 130;
}

/** Creates the data, runs the works one after the other, and removes everything afterwards. */
async function run(toRun: readonly Work[], signal: AbortSignal): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "acoustic-bench-run-"));
  const prefix = keep ?? randomBytes(4).toString("hex");
  const removals: (() => Promise<void>)[] = [() => rm(folder, { recursive: true })];
  const benchDatabaseOf = async (role: BenchRole) => {
    const made = await requireBenchDatabase(
      server,
      `${prefix}_${role}_${role === "large" ? largeRows : rows}`,
    );
    const isKept = keep !== undefined && (role === "main" || role === "large");
    if (!isKept) removals.unshift(made.remove);
    return made;
  };
  const say = (text: string) => console.error(text);
  try {
    const benchDatabase = await benchDatabaseOf("main");
    await using database = await benchDatabase.open();
    if (await fill(database.db, size, say, signal)) await fillRules(database.db);
    const key = await createKey(database.db);
    const data = { benchDatabase, benchDatabaseOf, database, key };
    const shared = { ...data, pace, size, folder, signal, say };
    await using gateway = await startGateway(shared);
    await using baseline = await startBaseline(shared, database);
    for (const work of toRun) {
      signal.throwIfAborted();
      say(`${work.name}: ${work.summary}`);
      const figures = await work.run({ ...shared, gateway, baseline });
      for (const figure of figures) console.log(presentFigure(figure));
    }
  } finally {
    for (const remove of removals) await remove();
  }
}

function whole(text: string): number {
  if (/^[1-9][0-9]{0,9}$/.test(text)) return Number(text);
  throw new InvalidArgumentError("It must be a whole number from 1.");
}

function name(text: string): string {
  if (/^[a-z0-9]{1,20}$/.test(text)) return text;
  throw new InvalidArgumentError("It must be 1 to 20 lower-case letters and digits.");
}
