import { requestOver } from "#http/request-over.ts";
import type { Database } from "./pool.ts";

/** Told of the statements that are sent; for metrics and the log. */
export interface StatementWatch {
  began(): void;
  ended(statement: EndedStatement): void;
}

export interface EndedStatement {
  readonly name: string;
  readonly milliseconds: number;
  /** Undefined for what no request asked for. */
  readonly requestId: string | undefined;
  /** What it failed with; undefined where it did not. */
  readonly error: unknown;
}

/** The same database, whose defined statements `watch` is told of. */
export function watchedBy(db: Database, watch: StatementWatch): Database {
  return Object.assign(Object.create(db) as Database, { watch });
}

/** The same database, whose statements are those of one request, and end with it. */
export function onBehalfOf(db: Database, behalf: Required<Database>["behalf"]): Database {
  return Object.assign(Object.create(db) as Database, { behalf });
}

/**
 * Waits for a statement as long as the database's lifeline says, and tells its watch. For a request
 * that is over none is sent.
 */
export function overseen<Row>(
  { lifeline, watch, behalf }: Database,
  name: string,
  send: () => PromiseLike<readonly Row[]>,
): Promise<readonly Row[]> {
  if (behalf?.over.aborted === true) return Promise.reject(requestOver);
  const requestId = behalf?.requestId;
  const startedAt = performance.now();
  watch?.began();
  return new Promise((resolve, reject) => {
    let timer: NodeJS.Timeout | undefined;
    let isOver = false;
    const end = (error: unknown) => {
      isOver = true;
      clearTimeout(timer);
      watch?.ended({ name, milliseconds: performance.now() - startedAt, requestId, error });
    };
    const fail = (error: unknown) => {
      if (isOver) return;
      end(error);
      reject(error);
    };
    if (lifeline !== undefined) {
      const giveUp = () => {
        if (!isOver) fail(lifeline.giveUp());
      };
      // Where this process was busy for so long itself, the answer may lie there unread.
      const readFirst = () => setImmediate(giveUp);
      timer = setTimeout(readFirst, lifeline.deadlineMilliseconds);
    }
    const succeed = (rows: readonly Row[]) => {
      if (isOver) return;
      end(undefined);
      resolve(rows);
    };
    send().then(succeed, fail);
  });
}
