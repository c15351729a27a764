import type { OpenDatabase } from "#database/client/open-database.ts";
import { deleteAbandonedImports, hasStagedRows } from "#database/queries/staged-imports.ts";
import type { Log } from "#log.ts";

type Target = Pick<OpenDatabase, "db" | "kind">;

/**
 * Stores the rest of files whose import broke off after all of their rows had been staged, if nobody has worked on
 * them for so many seconds, and forgets what was never complete. Imports stage their files in the embedded database
 * alone; one that was restored on a server may have brought some along. Returns what kept it from that; null: nothing.
 */
export async function finishImports(
  { db }: Pick<Target, "db">,
  untouchedSeconds: number,
): Promise<Error | null> {
  try {
    await deleteAbandonedImports(db);
    if (await hasStagedRows(db, untouchedSeconds)) {
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
  const finish = async (untouchedSeconds: number) => {
    const cause = await finishImports(database, untouchedSeconds);
    if (cause !== null) log.warn({ cause }, "an import that broke off could not be finished");
  };
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

/** A process that imports takes a step several times a second. */
const untouchedSeconds = 3;
