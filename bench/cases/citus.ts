import { randomBytes } from "node:crypto";
import { createCitusDatabase } from "../citus-database.ts";
import { fill } from "../fill.ts";
import { createKey } from "../key.ts";
import { choosePages, measurementsPath } from "../pages.ts";
import { comparePair, oneByOne, type Side, underLoad } from "../pair.ts";
import { publicTarget, startGateway, using } from "../servers.ts";
import { spreadOf } from "../statistics.ts";
import type { Bench, Figure, Work } from "../work.ts";
import { allFields, fiveMinuteYear, targetOf } from "./aggregates-year.ts";
import { yearOfEvents } from "./events-year.ts";
import { measureLatest } from "./storage.ts";

type Installation = Pick<Bench, "gateway" | "key" | "database" | "signal" | "size">;

/** The same requests to a gateway on Citus and to one on plain PostgreSQL, over the same data. */
export const citus: Work = {
  name: "citus",
  summary:
    "Citus compared with PostgreSQL: needs CITUS_URL and DATABASE_URL, and runs only by name",
  isOnlyByName: true,
  async run(bench) {
    const { signal, say, size } = bench;
    const name = `acoustic_bench_${randomBytes(4).toString("hex")}_citus`;
    const benchDatabase = await createCitusDatabase(
      bench.citusServer ?? "",
      name,
      async (plain) => {
        const database = await plain.open();
        await fill(database.db, size, say, signal).finally(() => database.close());
      },
    );
    try {
      const database = await benchDatabase.open();
      try {
        const key = await createKey(database.db);
        return await using([startGateway({ ...bench, benchDatabase })], ([gateway]) =>
          compare(bench, { gateway, key, database, signal, size }),
        );
      } finally {
        await database.close();
      }
    } finally {
      await benchDatabase.remove();
    }
  },
};

async function compare(plain: Bench, onCitus: Installation): Promise<Figure[]> {
  const ratioOf = async (
    name: string,
    figure: "perSecond" | "p50",
    sideOf: (name: string, installation: Installation) => Side,
  ): Promise<Figure> => {
    const sides = [sideOf("Citus", onCitus), sideOf("plain", plain)] as const;
    const compared = await comparePair(sides, figure, plain.pace);
    const notes = [figure === "p50" ? "time" : "requests a second"];
    return {
      name,
      value: compared.ratio,
      unit: "ratio",
      bar: null,
      sides: compared.sides,
      notes,
    };
  };
  const pages = choosePages(288, plain.size).map((page) => ({ path: measurementsPath(page) }));
  return [
    await ratioOf("citus-page", "perSecond", (name, each) =>
      underLoad(name, each.gateway, publicTarget(each.gateway, each, pages)),
    ),
    await ratioOf("citus-events", "p50", (name, each) =>
      oneByOne(name, each.gateway, publicTarget(each.gateway, each, [yearOfEvents(each.size)])),
    ),
    await ratioOf("citus-aggregates", "p50", (name, each) =>
      oneByOne(name, each.gateway, targetOf(each, fiveMinuteYear(each.size), allFields)),
    ),
    await compareLatest(plain, onCitus),
  ];
}

async function compareLatest(plain: Bench, onCitus: Installation): Promise<Figure> {
  const [there, here] = [await measureLatest(onCitus), await measureLatest(plain)];
  const value = spreadOf([there.value.median / here.value.median]);
  const milliseconds = [there, here].map((figure) => figure.value.median.toFixed(2));
  const notes = [`time: Citus ${milliseconds[0]} ms, plain ${milliseconds[1]} ms`, ...here.notes];
  return { name: "citus-latest", value, unit: "ratio", bar: null, sides: [], notes };
}
