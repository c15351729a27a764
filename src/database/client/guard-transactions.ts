/*
 * The bug (porsager/postgres#1216): when the connection of a transaction is lost, the driver rejects `begin`, but the
 * function that runs in the transaction goes on. Its later statements are sent over the connection that replaces the
 * lost one, each committed by itself. Example: the server restarts while an import reads its file, and the import
 * writes its next rows.
 */

import type { Sql, TransactionSql } from "postgres";

/** Works around porsager/postgres#1216: later statements of a transaction whose connection is lost throw. */
export function guardTransactions(client: Sql): void {
  const begin = client.begin.bind(client) as (work: Work) => Promise<unknown>;
  client.begin = ((work: Work) => {
    let hasEnded = false;
    const requireOpen = () => {
      const message = "the connection of the transaction was lost";
      if (hasEnded) throw Object.assign(new Error(message), { code: "CONNECTION_CLOSED" });
    };
    return begin((transaction) => work(guarded(transaction, requireOpen))).finally(() => {
      hasEnded = true;
    });
  }) as Sql["begin"];
}

type Work = (transaction: TransactionSql) => Promise<unknown>;

/** The transaction or savepoint with a check before each statement. Drizzle uses these two methods only. */
function guarded(transaction: TransactionSql, requireOpen: () => void): TransactionSql {
  return Object.assign(Object.create(transaction) as TransactionSql, {
    unsafe: ((...statement: Parameters<TransactionSql["unsafe"]>) => {
      requireOpen();
      return transaction.unsafe(...statement);
    }) as TransactionSql["unsafe"],
    savepoint: ((work: Work) => {
      requireOpen();
      return transaction.savepoint((savepoint) => work(guarded(savepoint, requireOpen)));
    }) as TransactionSql["savepoint"],
  });
}
