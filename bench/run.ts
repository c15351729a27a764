import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fill } from "./fill.ts";
import { createKey } from "./key.ts";
import type { BenchOptions } from "./options.ts";
import { createBenchDatabases, type BenchDatabase } from "./bench-database.ts";
import { startBaseline, startGateway, using } from "./servers.ts";
import { atMost, type Bench, type Figure, measuredOnce } from "./work.ts";

export interface RunOptions extends Pick<BenchOptions, "works" | "pace" | "size" | "keep"> {
  /** The address of a database server. Null means embedded databases. */
  readonly server: string | null;
  readonly citusServer: string | null;
  readonly signal: AbortSignal;
  say(text: string): void;
  /** Called with each figure as soon as it is known. */
  found(figure: Figure): void;
}

/** Creates the data, runs the works one after the other, and removes everything afterwards. */
export async function run({ server, keep, ...options }: RunOptions): Promise<void> {
  const { pace, size, signal, say, citusServer } = options;
  const folder = await mkdtemp(join(tmpdir(), "acoustic-bench-run-"));
  const benchDatabases = createBenchDatabases(server, keep ?? randomBytes(4).toString("hex"));
  try {
    const benchDatabase = await benchDatabases.benchDatabaseOf("main");
    const database = await benchDatabase.open();
    try {
      await fill(database.db, size, say, signal);
      const key = await createKey(database.db);
      const { benchDatabaseOf } = benchDatabases;
      const shared = {
        pace,
        size,
        benchDatabase,
        database,
        key,
        folder,
        citusServer,
        benchDatabaseOf,
        signal,
        say,
      };
      await using([startGateway(shared), startBaseline(shared)], ([gateway, baseline]) =>
        runWorks({ ...shared, gateway, baseline }, options),
      );
    } finally {
      await database.close();
    }
  } finally {
    await benchDatabases.remove(keep === null ? ["main", "large", "spare"] : ["spare"]);
    await rm(folder, { recursive: true });
  }
}

async function runWorks(
  bench: Bench,
  { works, found }: Pick<RunOptions, "works" | "found">,
): Promise<void> {
  const figures: Figure[] = [];
  for (const work of works) {
    bench.signal.throwIfAborted();
    bench.say(`${work.name}: ${work.summary}`);
    for (const figure of await work.run(bench)) {
      figures.push(figure);
      found(figure);
    }
  }
  const memory = memoryUnderLoad(bench.benchDatabase, figures);
  if (memory !== null) found(memory);
}

/** The highest memory of any gateway; null if none was under load. */
function memoryUnderLoad({ kind }: BenchDatabase, figures: readonly Figure[]): Figure | null {
  const peaks = figures
    .flatMap(({ sides }) => sides)
    .flatMap(({ server }) => (server?.name === "gateway" ? server.peakMemory / 2 ** 20 : []));
  if (peaks.length === 0) return null;
  const bar = kind === "postgres" ? atMost(300) : null;
  return measuredOnce({
    name: "memory",
    value: Math.max(...peaks),
    unit: "MB",
    bar,
    notes: ["peak of the gateway"],
  });
}
