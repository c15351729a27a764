import type { AudioStore } from "#audio/audio-store.ts";
import type { Database } from "#database/client/pool.ts";
import { createMigrationCheck } from "#database/client/migrate.ts";
import { hasObjects } from "#database/queries/recordings.ts";

/** The parts without which requests cannot be answered, and how each is. */
export interface Readiness {
  readonly database: "ready" | "unreachable";
  readonly migrations: "ready" | "missing" | "unknown";
  readonly audioStore: "ready" | "unreadable";
}

/** Asks each part; resolves within the deadline, a part that has not answered by then is not ready. */
export function createReadinessCheck(
  db: Database,
  store: AudioStore,
  deadlineMilliseconds: number,
): () => Promise<Readiness> {
  const areMigrated = createMigrationCheck(db);
  return async () => {
    const migrating = within(areMigrated(), deadlineMilliseconds);
    // Where the database does not answer, it is not the store that is at fault.
    const hasAny = async () => (await migrating) !== null && hasObjects(db).catch(() => false);
    const checked = store.check(hasAny).then(() => true);
    const [migrated, readable] = await Promise.all([
      migrating,
      within(checked, deadlineMilliseconds + graceMilliseconds),
    ]);
    return {
      database: migrated === null ? "unreachable" : "ready",
      migrations: migrated === null ? "unknown" : migrated ? "ready" : "missing",
      audioStore: readable === null ? "unreadable" : "ready",
    };
  };
}

/** For the store, which may wait for the database until that is given up. */
const graceMilliseconds = 500;

/** What it resolves to; null where it rejects or has not by the deadline. */
async function within<Value>(
  work: Promise<Value>,
  deadlineMilliseconds: number,
): Promise<Value | null> {
  let timer: NodeJS.Timeout | undefined;
  const deadline = new Promise<null>((resolve) => {
    timer = setTimeout(resolve, deadlineMilliseconds, null);
  });
  try {
    return await Promise.race([work, deadline]);
  } catch {
    return null;
  } finally {
    clearTimeout(timer);
  }
}
