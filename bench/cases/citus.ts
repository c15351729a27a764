import { randomBytes } from "node:crypto";
import { createCitusDatabase } from "../citus-database.ts";
import { fill } from "../fill.ts";
import { createKey } from "../key.ts";
import { choosePages, measurementsPath } from "../pages.ts";
import { compareInstallations, type Installation } from "../installations.ts";
import { comparePair, underLoad } from "../pair.ts";
import { publicTarget, startGateway, using } from "../servers.ts";
import type { Bench, Figure, Work } from "../work.ts";

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
          compare(bench, { label: "Citus", gateway, key, database, signal, size }),
        );
      } finally {
        await database.close();
      }
    } finally {
      await benchDatabase.remove();
    }
  },
};

async function compare(bench: Bench, onCitus: Installation): Promise<Figure[]> {
  const plain = { ...bench, label: "plain" };
  const pages = choosePages(288, bench.size).map((page) => ({ path: measurementsPath(page) }));
  const sideOf = (each: Installation) =>
    underLoad(each.label, each.gateway, publicTarget(each.gateway, each, pages));
  const { ratio, sides } = await comparePair(
    [sideOf(onCitus), sideOf(plain)],
    "perSecond",
    bench.pace,
  );
  return [
    {
      name: "citus-page",
      value: ratio,
      unit: "ratio",
      bar: null,
      sides,
      notes: ["requests a second"],
    },
    ...(await compareInstallations("citus", [onCitus, plain], bench.pace)),
  ];
}
