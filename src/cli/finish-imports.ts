import type { OpenDatabase } from "#database/client/open-database.ts";
import { deleteAbandonedImports, selectLeftImports } from "#database/queries/staged-imports.ts";
import type { Log } from "#log.ts";

type Target = Pick<OpenDatabase, "db" | "kind">;

/**
 * Stores the rest of files whose import broke off after all of their rows had been staged, if nobody has worked on
 * them for so many seconds, and forgets what was never complete. Imports stage their files in the embedded database
 * alone; one that was restored on a server may have brought some along. Where nothing is left it only reads, because the
 * disk may be full. Returns what kept it from that; null: nothing.
 */
export async function finishImports(
  { db }: Pick<Target, "db">,
  untouchedSeconds: number,
): Promise<Error | null> {
  try {
    const { areAbandoned, areUnfinished } = await selectLeftImports(db, untouchedSeconds);
    if (areAbandoned) await deleteAbandonedImports(db);
    if (areUnfinished) {
      const { finishStagedImports } = await import("#ingest/staged-import.ts");
      await finishStagedImports(db);
    }
    return null;
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

/**
 * Finishes imports that broke off before, and then, every few seconds, those whose process was killed meanwhile. Keeps no
 * process alive.
 */
export async function startFinishingImports(
  database: Target,
  log: Log,
): Promise<{ stop(): Promise<void> }> {
  const finish = createFinisher(database, log);
  await finish(0);
  let isStopped = database.kind !== "embedded";
  let inProgress = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;
  const schedule = () => {
    if (isStopped) return;
    timer = setTimeout(() => {
      inProgress = finish(untouchedSeconds).then(schedule);
    }, untouchedSeconds * 1000).unref();
  };
  schedule();
  return {
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      // What is not finished when the database closes is finished later.
      await Promise.race([inProgress, new Promise((resolve) => setTimeout(resolve, 5000).unref())]);
    },
  };
}

/** Finishes imports, and logs what keeps it from that: once, until it is something else or is over. */
export function createFinisher(
  database: Pick<Target, "db">,
  log: Pick<Log, "warn">,
): (untouchedSeconds: number) => Promise<void> {
  let told: string | null = null;
  return async (seconds) => {
    const cause = await finishImports(database, seconds);
    const reason = cause === null ? null : reasonOf(cause);
    if (reason !== null && reason !== told)
      log.warn({ cause }, "what broken-off imports have left could not be stored or removed");
    told = reason;
  };
}

/** The innermost message: the outer ones have the values of the statement that happened to fail. */
function reasonOf(error: Error): string {
  return error.cause instanceof Error ? reasonOf(error.cause) : error.message;
}

/** A process that imports takes a step several times a second. */
const untouchedSeconds = 3;
