import { createOnCitus } from "../../tests/support/server-databases.ts";
import { openMigrated } from "../bench-database.ts";
import { createKey, fill } from "../fill.ts";
import type { Work } from "../work.ts";
import { compareInstallations } from "./growth.ts";
import { measureLatest } from "./storage.ts";

/** The same requests to a gateway on Citus and to one on plain PostgreSQL, over the same data. */
export const citus: Work = {
  name: "citus",
  summary:
    "Citus compared with PostgreSQL: needs CITUS_URL and DATABASE_URL, and runs only by name",
  isOnlyByName: true,
  async run(bench) {
    const coordinator = process.env["CITUS_URL"];
    if (!coordinator || bench.database.kind === "embedded") {
      throw new Error("citus needs DATABASE_URL and CITUS_URL.");
    }
    const { url, remove } = await createOnCitus(coordinator);
    try {
      const limits = { poolMax: 10, statementTimeoutMilliseconds: 0 };
      await using database = await openMigrated({ kind: "postgres", url, ...limits });
      await fill(database.db, bench.size, bench.say, bench.signal);
      const benchDatabase = { ...bench.benchDatabase, environment: { DATABASE_URL: url } };
      const onCitus = { ...bench, benchDatabase, database, key: await createKey(database.db) };
      return [
        await compareInstallations("citus", onCitus, bench, null),
        { ...(await measureLatest(onCitus)), name: "citus-latest" },
      ];
    } finally {
      await remove();
    }
  },
};
