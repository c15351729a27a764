import type { OpenDatabase } from "#database/client/open-database.ts";
import { deleteAbandonedImports, selectLeftImports } from "#database/queries/staged-imports.ts";
import type { Log } from "#log.ts";

type Target = Pick<OpenDatabase, "db" | "kind">;

export interface FinishOptions {
  /** How long nobody has worked on a file that is finished. */
  readonly seconds?: number;
  /** Called before the first row is stored, if there is any. */
  readonly onStoring?: () => void;
}

/**
 * Stores the rest of files whose import broke off after all of their rows had been staged, if nobody has worked on
 * them for some seconds, and forgets what was never complete. Imports stage their files in the embedded database
 * alone; one that was restored on a server may have brought some along. Where nothing is left it only reads, because
 * the disk may be full. Returns what kept it from that; null: nothing.
 */
export async function finishImports(
  { db }: Pick<Target, "db">,
  { seconds = untouchedSeconds, onStoring }: FinishOptions = {},
): Promise<Error | null> {
  try {
    const { areAbandoned, areUnfinished } = await selectLeftImports(db, seconds);
    if (areAbandoned) await deleteAbandonedImports(db);
    if (areUnfinished) {
      onStoring?.();
      const { finishStagedImports } = await import("#ingest/staged-import.ts");
      await finishStagedImports(db);
    }
    return null;
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

/**
 * Finishes imports that broke off before, while the server answers already, and then, every few seconds, those whose
 * process was killed meanwhile. Keeps no process alive.
 */
export function startFinishingImports(database: Target, log: Log): { stop(): Promise<void> } {
  const finish = createFinisher(database, log);
  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;
  const schedule = () => {
    if (isStopped || database.kind !== "embedded") return;
    timer = setTimeout(() => {
      inProgress = finish().then(schedule);
    }, untouchedSeconds * 1000).unref();
  };
  let inProgress = finish().then(schedule);
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
  log: Pick<Log, "info" | "warn">,
  options: Pick<FinishOptions, "seconds"> = {},
): () => Promise<void> {
  let told: string | null = null;
  return async () => {
    const onStoring = () => told === null && log.info(isStoring);
    const cause = await finishImports(database, { ...options, onStoring });
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

/** A process that imports takes a step several times a second. What is touched more recently is left to it. */
const untouchedSeconds = 3;

export const isStoring = "storing what an import that broke off has left";
