import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fill } from "./fill.ts";
import { createKey } from "./key.ts";
import type { BenchOptions } from "./options.ts";
import { createPlaces, type Place } from "./place.ts";
import { startFloor, startGateway, using } from "./servers.ts";
import { spreadOf } from "./statistics.ts";
import { atMost, type Bench, type Figure } from "./work.ts";

export interface RunOptions extends Pick<BenchOptions, "works" | "pace" | "size" | "keep"> {
  /** The address of a database server; null: embedded databases. */
  readonly server: string | null;
  readonly signal: AbortSignal;
  say(text: string): void;
  /** Told of each figure as soon as it is known. */
  found(figure: Figure): void;
}

/** Makes the data, runs the works one after the other, and takes everything away again. */
export async function run({ server, keep, ...options }: RunOptions): Promise<void> {
  const { pace, size, signal, say } = options;
  const folder = await mkdtemp(join(tmpdir(), "acoustic-bench-run-"));
  const places = createPlaces(server, keep ?? randomBytes(4).toString("hex"));
  try {
    const place = await places.placeOf("main");
    const database = await place.open();
    try {
      await fill(database.db, size, say, signal);
      const key = await createKey(database.db);
      const { placeOf } = places;
      const shared = { pace, size, place, database, key, folder, placeOf, signal, say };
      await using([startGateway(shared), startFloor(shared)], ([gateway, floor]) =>
        runWorks({ ...shared, gateway, floor }, options),
      );
    } finally {
      await database.close();
    }
  } finally {
    await places.remove(keep === null ? ["main", "large", "spare"] : ["spare"]);
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
  const memory = memoryUnderLoad(bench.place, figures);
  if (memory !== null) found(memory);
}

/** The most memory that any gateway had; null where none was under load. */
function memoryUnderLoad({ kind }: Place, figures: readonly Figure[]): Figure | null {
  const peaks = figures
    .flatMap(({ sides }) => sides)
    .flatMap(({ server }) => (server?.name === "gateway" ? server.peakMemory / 2 ** 20 : []));
  if (peaks.length === 0) return null;
  const value = spreadOf([Math.max(...peaks)]);
  const bar = kind === "postgres" ? atMost(300) : null;
  return {
    name: "memory",
    value,
    unit: "MB",
    bar,
    sides: [],
    notes: ["the gateway's, at its peak"],
  };
}
