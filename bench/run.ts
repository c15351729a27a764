import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type BenchDatabase, requireBenchDatabase } from "./bench-database.ts";
import { fill } from "./fill.ts";
import { createKey } from "./key.ts";
import type { BenchOptions } from "./options.ts";
import { startBaseline, startGateway, using } from "./servers.ts";
import type { Bench, Figure } from "./work.ts";

export interface RunOptions
  extends
    Pick<BenchOptions, "works" | "pace" | "size" | "keep">,
    Pick<Bench, "citusServer" | "signal" | "say"> {
  /** The address of a database server. Null means embedded databases. */
  readonly server: string | null;
  /** Called with each figure as soon as it is known. */
  found(figure: Figure): void;
}

/** Creates the data, runs the works one after the other, and removes everything afterwards. */
export async function run({ server, keep, works, found, ...options }: RunOptions): Promise<void> {
  const { size, signal, say } = options;
  const folder = await mkdtemp(join(tmpdir(), "acoustic-bench-run-"));
  const name = keep ?? randomBytes(4).toString("hex");
  const made = new Map<string, Promise<BenchDatabase>>();
  const benchDatabaseOf = (role: "main" | "large" | "spare") => {
    const known = made.get(role) ?? requireBenchDatabase(server, `${name}_${role}`);
    made.set(role, known);
    return known;
  };
  try {
    const benchDatabase = await benchDatabaseOf("main");
    const database = await benchDatabase.open();
    try {
      await fill(database.db, size, say, signal);
      const key = await createKey(database.db);
      const shared = { ...options, benchDatabase, database, key, folder, benchDatabaseOf };
      await using(
        [startGateway(shared), startBaseline(shared, shared.database)],
        async ([gateway, baseline]) => {
          for (const work of works) {
            signal.throwIfAborted();
            say(`${work.name}: ${work.summary}`);
            const figures = await work.run({ ...shared, gateway, baseline });
            for (const figure of figures) found(figure);
          }
        },
      );
    } finally {
      await database.close();
    }
  } finally {
    for (const [role, database] of made) {
      if (keep === null || role === "spare") await (await database).remove();
    }
    await rm(folder, { recursive: true });
  }
}
