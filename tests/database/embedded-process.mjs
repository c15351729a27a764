// A process that opens the embedded database of a folder and does what its parent says.
import { sql } from "drizzle-orm";
import { connect } from "#database/client/pool.ts";
import { openEmbedded } from "#embedded/open-embedded.ts";
import { applyMigrations } from "#database/client/migrate.ts";
import { isDatabaseUnreachable } from "#database/client/connection-errors.ts";

const embedded = await openEmbedded(String(process.argv[2]));
const connection = connect({
  target: embedded.target,
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
  // Held open until the next command.
  begin: async () => {
    await new Promise((begun, failed) => {
      transaction = connection.db.transaction(async (within) => {
        await within.execute(sql`create table held (number integer)`);
        await new Promise((goOn) => {
          finish = goOn;
          begun(undefined);
        });
        await within.execute(sql`insert into held values (1)`);
      });
      transaction.catch(failed);
    });
  },
  commit: async () => {
    finish();
    await transaction;
  },
  migrate: () => applyMigrations(embedded.target),
  // Each acknowledged number is reported; runs until the process ends.
  write: async () => {
    await connection.db.execute(sql`create table written (number integer primary key)`);
    let next = 0;
    const writer = async () => {
      for (;;) {
        const number = next++;
        await connection.db.execute(sql`insert into written values (${number})`);
        process.send?.({ acknowledged: number });
      }
    };
    for (let index = 0; index < 4; index++) void writer();
  },
  untilHolder: async () => {
    while (embedded.role !== "holder") await new Promise(setImmediate);
  },
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
