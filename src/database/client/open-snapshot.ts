/*
 * PostgreSQL has a transaction for a snapshot. In the embedded database, all other sessions would wait for a
 * transaction: there, the reader gets a copy of the files, which are nearly as large as the database.
 */

import { sql } from "drizzle-orm";
import type { Sql } from "postgres";
import type { DatabaseConfig } from "../../config.ts";
import { type OpenDatabase, openDatabase } from "./open-database.ts";
import type { Queryable } from "./pool.ts";

/** The state of all tables at one moment, for statements of the operator and of requests. */
export interface Snapshot extends Pick<OpenDatabase, "sessionFor"> {
  readonly db: Queryable;
}

/**
 * Calls `read` with the state of all tables at one moment. Resolves to null while another process has an embedded copy.
 */
export async function readSnapshot<Result>(
  database: OpenDatabase,
  config: DatabaseConfig,
  read: (snapshot: Snapshot) => Promise<Result>,
): Promise<Result | null> {
  if (config.kind === "postgres") return readAtOnce(database, read);
  const { copyDatabase } = await import("../../embedded/copy-database.ts");
  const copy = await copyDatabase(config.dataDirectory, (work) =>
    // While this transaction is open, all other statements wait: the database has one session.
    database.db.transaction(async (transaction) => {
      await transaction.execute(sql`checkpoint`);
      await work();
    }),
  );
  if (copy === null) return null;
  try {
    const copied = await openDatabase({ ...config, dataDirectory: copy.dataDirectory });
    try {
      return await readAtOnce(copied, read);
    } finally {
      await copied.close();
    }
  } finally {
    await copy.remove();
  }
}

function readAtOnce<Result>(
  { db, sessionFor, hasCitus }: OpenDatabase,
  read: (snapshot: Snapshot) => Promise<Result>,
): Promise<Result> {
  return db.transaction(
    async (transaction) => {
      // Recordings may be read between two statements, for hours.
      await transaction.execute(sql`set local idle_in_transaction_session_timeout = 0`);
      // The first statement that reads begins the snapshot.
      await (hasCitus ? beginOnWorkers(transaction) : transaction.execute(sql`select 1`));
      // Drizzle does not export the type of the connection of its transaction.
      const { client } = (transaction as unknown as { readonly session: { readonly client: Sql } })
        .session;
      return read({
        db: transaction,
        sessionFor: (work) => ({ ...sessionFor(work), client }),
      });
    },
    { isolationLevel: "repeatable read", accessMode: "read only" },
  );
}

/**
 * On Citus, each connection to a worker has a snapshot of its own, from its first statement on. With one connection a
 * worker, and a first statement for all of them at once, the snapshots are milliseconds apart.
 */
async function beginOnWorkers(transaction: Queryable): Promise<void> {
  await transaction.execute(sql`set local citus.max_adaptive_executor_pool_size = 1`);
  await transaction.execute(sql`select 1 from samples limit 1`);
}
