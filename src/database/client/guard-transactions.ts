import type { Sql, TransactionSql } from "postgres";

/**
 * Keeps a transaction to its connection. Where that is lost, the driver ends the transaction at once,
 * but not the work that was writing in it; what the work sends later would go over the same place of
 * the pool, whose next connection knows of no transaction and keeps each statement by itself.
 * Example: an import reads on in its file while the server is restarted, and writes its next rows.
 */
export function guardTransactions(client: Sql): void {
  const begin = client.begin.bind(client) as Begin;
  client.begin = ((work: Work) => {
    let isOver = false;
    const requireOpen = () => {
      if (isOver) throw transactionOver();
    };
    return begin((transaction) => work(guarded(transaction, requireOpen))).finally(() => {
      isOver = true;
    });
  }) as Sql["begin"];
}

type Work = (transaction: TransactionSql) => Promise<unknown>;
type Begin = (work: Work) => Promise<unknown>;

/** The same transaction, or the same part of it, that asks before each statement. */
function guarded(transaction: TransactionSql, requireOpen: () => void): TransactionSql {
  return Object.assign(Object.create(transaction) as TransactionSql, {
    unsafe: ((...statement: Parameters<TransactionSql["unsafe"]>) => {
      requireOpen();
      return transaction.unsafe(...statement);
    }) as TransactionSql["unsafe"],
    savepoint: ((work: Work) => {
      requireOpen();
      return transaction.savepoint((part) => work(guarded(part, requireOpen)));
    }) as TransactionSql["savepoint"],
  });
}

function transactionOver(): Error {
  const message = "the connection of the transaction was lost";
  return Object.assign(new Error(message), { code: "CONNECTION_CLOSED" });
}
