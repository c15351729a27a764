import { comparePair, oneByOne } from "../compare.ts";
import { fill } from "../fill.ts";
import { createKey } from "../key.ts";
import { choosePages } from "../pages.ts";
import { publicTarget, startGateway, using } from "../servers.ts";
import { atMost, type Bar, type Bench, compared, type Figure, type Work } from "../work.ts";
import { allFields, fiveMinuteYear, targetOf } from "./aggregates-year.ts";
import { yearOfEvents } from "./events-year.ts";
import { measureLatest } from "./storage.ts";

export const growth: Work = {
  name: "growth",
  summary: "pages, events, aggregates and latest levels of the large database, to the main one",
  async run(bench) {
    const size = { ...bench.size, rows: bench.size.largeRows };
    const benchDatabase = await bench.benchDatabaseOf("large");
    const database = await benchDatabase.open();
    try {
      await fill(database.db, size, bench.say, bench.signal);
      const large = { ...bench, benchDatabase, database, size, key: await createKey(database.db) };
      return await using([startGateway(large)], ([gateway]) =>
        compareInstallations("growth", { ...large, gateway }, bench, atMost(1.2)),
      );
    } finally {
      await database.close();
    }
  },
};

/** Times of the same requests at two installations: a page, events and hours of a year, and the last levels. */
export async function compareInstallations(
  name: string,
  first: Bench,
  second: Bench,
  bar: Bar | null,
): Promise<Figure[]> {
  const labelOf = (each: Bench) => `${each.size.rows / 1_000_000} million`;
  const compare = (target: (each: Bench) => ReturnType<typeof publicTarget>) => {
    const sideOf = (each: Bench) => oneByOne(labelOf(each), each.gateway, target(each));
    return comparePair([sideOf(first), sideOf(second)], "p50", second.pace);
  };
  // Many pages, so that they do not come from a small part of the database.
  const pages = await compare((each) =>
    publicTarget(each.gateway, each, choosePages(288, each.size, 500)),
  );
  const events = await compare((each) =>
    publicTarget(each.gateway, each, [{ path: yearOfEvents(each.size) }]),
  );
  const hours = await compare((each) => targetOf(each, fiveMinuteYear(each.size), allFields));
  return [
    compared(name, pages, bar),
    compared(`${name}-events`, events, null),
    compared(`${name}-aggregates`, hours, null),
    { ...(await measureLatest(first)), name: `${name}-latest-first`, bar: null },
    { ...(await measureLatest(second)), name: `${name}-latest-second`, bar: null },
  ];
}
