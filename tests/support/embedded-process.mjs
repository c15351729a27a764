// A process that opens or joins the embedded database of a folder and runs its parent's commands.
import { sql } from "drizzle-orm";
import { openPool } from "../../dist/database/client/pool.js";
import { openOrJoin } from "../../dist/embedded/open-or-join.js";
import { applyMigrations } from "../../dist/database/client/migrate.js";
import { isDatabaseUnreachable } from "../../dist/database/client/connection-errors.js";

const embedded = await openOrJoin(String(process.argv[2]), {
  isServer: process.argv[3] === "server",
});
/** @type {import("../../dist/database/client/pool.js").ConnectionTarget} */
const target = { kind: "socket", path: embedded.socketPath };
const connection = openPool({
  target,
  poolMax: 4,
  statementTimeoutMilliseconds: 0,
});

/** @type {Promise<unknown>} */
let transaction = Promise.resolve();
/** @type {(value?: unknown) => void} */
let finish = () => undefined;

/** @type {Record<string, (argument: string) => unknown>} */
const commands = {
  query: (text) => connection.db.execute(sql.raw(text)),
  // Stays open until `commit`.
  begin: async () => {
    await new Promise((begun, failed) => {
      transaction = connection.db.transaction(async (within) => {
        await within.execute(sql`create table kept (number integer)`);
        await new Promise((goOn) => {
          finish = goOn;
          begun(undefined);
        });
        await within.execute(sql`insert into kept values (1)`);
      });
      transaction.catch(failed);
    });
  },
  commit: async () => {
    finish();
    await transaction;
  },
  migrate: () => applyMigrations(target),
  // Reports each acknowledged number; runs until the database or the process ends.
  write: async (first) => {
    await connection.db.execute(
      sql`create table if not exists written (number integer primary key)`,
    );
    let next = Number(first);
    const writer = async () => {
      for (;;) {
        const number = next++;
        await connection.db.execute(sql`insert into written values (${number})`);
        process.send?.({ acknowledged: number });
      }
    };
    for (let index = 0; index < 4; index++) writer().catch(() => undefined);
  },
  untilLost: async () => (await embedded.lost).message,
  close: async () => {
    await connection.close();
    await embedded.close();
  },
};

process.on(
  "message",
  async (/** @type {{ id: number, command: string, argument: string }} */ message) => {
    const { id, command, argument } = message;
    try {
      process.send?.({ id, value: await commands[command]?.(argument) });
    } catch (error) {
      const cause = error instanceof Error ? (error.cause ?? error) : error;
      const failure = cause instanceof Error ? cause.message : "no error";
      process.send?.({ id, failure, unreachable: isDatabaseUnreachable(error) });
    }
    if (command === "close") process.disconnect();
  },
);
process.send?.({ role: embedded.role });
