import { createOnCitus } from "../../tests/support/server-databases.ts";
import { openDatabase } from "../../src/database/client/open-database.ts";
import { applyMigrations } from "../../src/database/client/migrate.ts";
import type { BenchDatabase } from "../bench-database.ts";
import { fill } from "../fill.ts";
import { createKey } from "../key.ts";
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
    const { signal, say, size } = bench;
    const open = async (url: string) => {
      const limits = { poolMax: 10, statementTimeoutMilliseconds: 0 };
      const database = await openDatabase({ kind: "postgres", url, ...limits });
      await applyMigrations(database.target);
      return database;
    };
    const { url, remove } = await createOnCitus(bench.citusServer ?? "", {
      // It is filled while it is a plain one, and then distributed with its rows, as an installation that becomes
      // larger.
      prepare: async (plain) => {
        const database = await open(plain);
        await fill(database.db, size, say, signal).finally(() => database.close());
      },
    });
    try {
      const database = await open(url);
      const environment = { DATABASE_URL: url };
      const benchDatabase: BenchDatabase = { ...bench.benchDatabase, environment };
      try {
        const key = await createKey(database.db);
        const onCitus = { ...bench, benchDatabase, database, key };
        return [
          await compareInstallations("citus", onCitus, bench, null),
          { ...(await measureLatest(onCitus)), name: "citus-latest" },
        ];
      } finally {
        await database.close();
      }
    } finally {
      await remove();
    }
  },
};
