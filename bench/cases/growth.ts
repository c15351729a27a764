import { comparePair, served } from "../compare.ts";
import { createKey, fill } from "../fill.ts";
import { publicTarget, startGateway } from "../servers.ts";
import type { Bar, Bench, Figure, Work } from "../work.ts";
import { choosePages } from "../site.ts";

export const growth: Work = {
  name: "growth",
  summary: "pages of 288 samples of the large database, compared with those of the main one",
  async run(bench) {
    const size = { ...bench.size, rows: bench.size.largeRows };
    const benchDatabase = await bench.benchDatabaseOf("large");
    await using database = await benchDatabase.open();
    await fill(database.db, size, bench.say, bench.signal);
    const large = { ...bench, benchDatabase, database, size, key: await createKey(database.db) };
    return [await compareInstallations("growth", large, bench, ["≤", 1.2])];
  },
};

/** Pages of a gateway of its own at the first installation, one after the other, compared with those of the second. */
export async function compareInstallations(
  name: string,
  first: Bench,
  second: Bench,
  bar: Bar | null,
): Promise<Figure> {
  const sideOf = (bench: Bench) => {
    // Many pages, so that they do not come from a small part of the database.
    const pages = publicTarget(bench.gateway, bench, choosePages(288, bench.size, 500));
    return served(`${bench.size.rows / 1_000_000} million`, bench.gateway, pages, 1);
  };
  await using gateway = await startGateway(first);
  const sides = [sideOf({ ...first, gateway }), sideOf(second)] as const;
  // Awaited here: the gateway is stopped at the end of this block.
  return await comparePair(name, sides, "p50", bar, second.pace);
}
