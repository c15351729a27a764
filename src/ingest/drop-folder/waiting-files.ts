import { InvalidInput, UnknownSensor } from "../invalid-input.ts";

/** The number of waiting files by reason. */
export interface WaitingCounts {
  /** Files that wait for the end of their upload, or for an earlier file. */
  readonly upload: number;
  /** Files that wait until `apply` creates one of their sensors. */
  readonly sensor: number;
  /** Files that wait for the next attempt, after a failure that does not come from their content. */
  readonly failure: number;
  /** Entries that are never read: links, pipes, sockets, devices, files with a second name, too many names. */
  readonly kind: number;
}

interface Waiting {
  readonly reason: "sensor" | "failure";
  readonly message: string;
  readonly failures: number;
  readonly dueAt: number;
  /** True if the failure may concern every file. */
  readonly isOfAll: boolean;
}

/**
 * Called once for each failure of a file, or of all files (null). Called with the failure null when no file fails any
 * more.
 */
export type OnFailure = (failure: Error | null, file: string | null) => void;

/** Pauses in milliseconds. The first one is a second; each further one doubles. */
const longestPause = { all: 30_000, file: 300_000 };

/** Failed files until their next attempt, by inode; the key `all` means every file. */
export function createWaitingFiles(onFailure: OnFailure) {
  const waiting = new Map<string, Waiting>();
  const refused = new Map<string, string>();
  /** Messages of failures that concern every file. Each is reported once. */
  const reportedOfAll = new Set<string>();
  let hasFailed = false;
  const fail = (key: string, path: string | null, thrown: unknown, now: number) => {
    const error = thrown instanceof Error ? thrown : new Error(String(thrown));
    const before = waiting.get(key);
    const message = messageOf(error);
    const isReported = path === null ? reportedOfAll.has(message) : before?.message === message;
    if (!isReported) onFailure(boundedError(error), path);
    if (path === null) reportedOfAll.add(message);
    const failures = (before?.failures ?? 0) + 1;
    const pause = Math.min(
      1000 * 2 ** (failures - 1),
      longestPause[path === null ? "all" : "file"],
    );
    const reason = error instanceof UnknownSensor ? "sensor" : "failure";
    waiting.set(key, { reason, message, failures, dueAt: now + pause, isOfAll: path === null });
    hasFailed ||= reason === "failure";
  };
  return {
    isDue: (key: string, now: number) => (waiting.get(key)?.dueAt ?? now) <= now,
    fail,
    succeed: (key: string) => waiting.delete(key),
    /** Compares with a listing: deletes the entries of files that are gone, and reports refused files once. */
    update(found: ReadonlySet<string>, refusedNow: readonly { path: string; error: Error }[]) {
      for (const key of waiting.keys()) if (key !== all && !found.has(key)) waiting.delete(key);
      const before = new Map(refused);
      refused.clear();
      for (const { path, error } of refusedNow) {
        if (before.get(path) !== messageOf(error)) onFailure(error, path);
        refused.set(path, messageOf(error));
      }
    },
    /** Ends a round: reports that nothing fails any more. */
    end() {
      const failures = [...waiting.values()].filter(({ reason }) => reason === "failure");
      const isOverForAll = reportedOfAll.size > 0 && !failures.some(({ isOfAll }) => isOfAll);
      const isOver = hasFailed && failures.length === 0;
      if (isOverForAll) reportedOfAll.clear();
      hasFailed = failures.length > 0;
      if (isOver || isOverForAll) onFailure(null, null);
    },
    isAnyWaiting: () => waiting.size > 0,
    isBlocked: () => waiting.has(all),
    /** Counts the waiting among this number of files. */
    count(files: number): WaitingCounts {
      const of = (wanted: Waiting["reason"]) =>
        [...waiting].filter(([key, { reason }]) => key !== all && reason === wanted).length;
      const [sensor, failure] = [of("sensor"), of("failure")];
      return { upload: files - sensor - failure, sensor, failure, kind: refused.size };
    },
  };
}

/** The key of a failure that prevents the import of every file. */
export const all = "all";

/** Removes the number of a handle, which differs from listing to listing. */
function messageOf(error: Error): string {
  return error.message.replaceAll(/\/proc\/self\/fd\/\d+/g, "");
}

/** Messages quote uploads, so they are cut. */
function boundedError(error: Error): Error {
  return error instanceof InvalidInput && error.message.length > 1000
    ? new InvalidInput([`${error.message.slice(0, 1000)}…`])
    : error;
}
