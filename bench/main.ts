import { randomBytes } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { cpus, tmpdir } from "node:os";
import { join } from "node:path";
import { Command, InvalidArgumentError } from "commander";
import { type BenchDatabase, requireBenchDatabase } from "./bench-database.ts";
import { works } from "./cases/index.ts";
import { fill } from "./fill.ts";
import { fillRules } from "./fill-rules.ts";
import { createKey } from "./key.ts";
import { startBaseline, startGateway, using } from "./servers.ts";
import { type BenchSize, type Figure, isReached, presentFigure, type Work } from "./work.ts";

const server = process.env["DATABASE_URL"] || null;
const citusServer = process.env["CITUS_URL"] || null;
const [defaultRows, defaultLargeRows] =
  server === null ? [200_000, 1_000_000] : [1_000_000, 20_000_000];
const program = new Command("npm run bench --")
  .description(
    "Measures the gateway on data of its own, in new databases on the server of DATABASE_URL, or in embedded " +
      "databases without it. For another Node: <binary> bench/dist/bench/main.js",
  )
  .argument("[work...]", "names of the works to run, from the list below (default: all)")
  .option("--seconds <n>", "the approximate length of a round of each side", whole, 2)
  .option("--rounds <n>", "the number of rounds of each side", whole, 11)
  .option("--rows <n>", "samples in the database", whole, defaultRows)
  .option("--large-rows <n>", "samples in the large database of growth", whole, defaultLargeRows)
  .option("--keep <name>", "keep the databases under this name, and use them if they exist", name)
  .option("--json <file>", "also write the figures to a file")
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
  json?: string;
  trial?: true;
}>();
const { seconds, rounds, rows, largeRows, keep } = options;
const isTrial = options.trial === true;
const pace = isTrial ? { rounds: 1, seconds: 0 } : { rounds, seconds };
// The quiet sensor has a year of five-minute samples.
const size: BenchSize = isTrial
  ? { sensors: 3, rows: 900, largeRows: 1500, quietRows: 1000, importRows: 300 }
  : { sensors: 100, rows, largeRows, quietRows: 105_120, importRows: 250_000 };
const unknown = program.args.filter((wanted) => !works.some((work) => work.name === wanted));
if (unknown.length > 0) program.error(`There is no work ${unknown.join(", ")}.`);
const chosen = works.filter(({ name: ofWork, isOnlyByName }) =>
  program.args.length === 0 ? isOnlyByName !== true : program.args.includes(ofWork),
);
if (chosen.some(({ isOnlyByName }) => isOnlyByName) && !(server && citusServer)) {
  program.error("citus needs DATABASE_URL and CITUS_URL.");
}
const interrupted = new AbortController();
for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.once(signal, () => interrupted.abort(new Error(`Ended by ${signal}`)));
}
const about = {
  node: process.versions.node,
  database: server === null ? "embedded" : "PostgreSQL",
  processors: `${cpus().length} × ${cpus()[0]?.model}`,
};
const figures: Figure[] = [];
console.log(`Node ${about.node}, database: ${about.database}, ${about.processors}`);
try {
  await run(chosen, interrupted.signal);
} catch (error) {
  if (!interrupted.signal.aborted) throw error;
  console.error(String(interrupted.signal.reason));
  process.exitCode = 130;
}
if (options.json !== undefined) {
  const reached = figures.map((figure) => ({ ...figure, reached: isReached(figure) }));
  await writeFile(options.json, `${JSON.stringify({ ...about, figures: reached }, null, 2)}\n`);
}

/** Creates the data, runs the works one after the other, and removes everything afterwards. */
async function run(toRun: readonly Work[], signal: AbortSignal): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "acoustic-bench-run-"));
  const prefix = keep ?? randomBytes(4).toString("hex");
  const made = new Map<string, Promise<BenchDatabase>>();
  const benchDatabaseOf = (role: "main" | "large" | "spare") => {
    const known = made.get(role) ?? requireBenchDatabase(server, `${prefix}_${role}`);
    made.set(role, known);
    return known;
  };
  const say = (text: string) => console.error(text);
  try {
    const benchDatabase = await benchDatabaseOf("main");
    const database = await benchDatabase.open();
    try {
      if (await fill(database.db, size, say, signal)) await fillRules(database.db);
      const key = await createKey(database.db);
      const data = { benchDatabase, benchDatabaseOf, citusServer, database, key };
      const shared = { ...data, pace, size, folder, signal, say };
      const starting = [startGateway(shared), startBaseline(shared, database)] as const;
      await using(starting, async ([gateway, baseline]) => {
        for (const work of toRun) {
          signal.throwIfAborted();
          say(`${work.name}: ${work.summary}`);
          for (const figure of await work.run({ ...shared, gateway, baseline })) {
            figures.push(figure);
            console.log(presentFigure(figure));
          }
        }
      });
    } finally {
      await database.close();
    }
  } finally {
    for (const [role, database] of made) {
      if (keep === undefined || role === "spare") await (await database).remove();
    }
    await rm(folder, { recursive: true });
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
