import { comparePair, oneByOne } from "../compare.ts";
import { fill } from "../fill.ts";
import { createKey } from "../key.ts";
import { choosePages } from "../pages.ts";
import { publicTarget, startGateway, using } from "../servers.ts";
import { atMost, type Bar, type Bench, compared, type Figure, type Work } from "../work.ts";

export const growth: Work = {
  name: "growth",
  summary: "pages of 288 samples of the large database, compared with those of the main one",
  async run(bench) {
    const size = { ...bench.size, rows: bench.size.largeRows };
    const benchDatabase = await bench.benchDatabaseOf("large");
    const database = await benchDatabase.open();
    try {
      await fill(database.db, size, bench.say, bench.signal);
      const large = { ...bench, benchDatabase, database, size, key: await createKey(database.db) };
      return [await compareInstallations("growth", large, bench, atMost(1.2))];
    } finally {
      await database.close();
    }
  },
};

/** Pages of a gateway of its own at the first installation, one after the other, compared with those of the second. */
export function compareInstallations(
  name: string,
  first: Bench,
  second: Bench,
  bar: Bar | null,
): Promise<Figure> {
  const sideOf = (bench: Bench) => {
    // Many pages, so that they do not come from a small part of the database.
    const pages = publicTarget(bench.gateway, bench, choosePages(288, bench.size, 500));
    return oneByOne(`${bench.size.rows / 1_000_000} million`, bench.gateway, pages);
  };
  return using([startGateway(first)], async ([gateway]) => {
    const sides = [sideOf({ ...first, gateway }), sideOf(second)] as const;
    return compared(name, await comparePair(sides, "p50", second.pace), bar);
  });
}
