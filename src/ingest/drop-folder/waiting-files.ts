import { InvalidInput, UnknownSensor } from "../invalid-input.ts";

/** Files that wait, by what they wait for. */
export interface WaitingCounts {
  /** For the end of their upload, or for their turn. */
  readonly upload: number;
  /** For a sensor of theirs to be made by `apply`. */
  readonly sensor: number;
  /** For the next try, after one that failed for another reason than their content. */
  readonly failure: number;
  /**
   * For ever: links, pipes, sockets, devices, files with a second name. A folder with more names than a look reads.
   */
  readonly kind: number;
}

interface Waiting {
  readonly reason: "sensor" | "failure";
  readonly message: string;
  readonly failures: number;
  readonly dueAt: number;
  /** The reason is one that other files have as well. */
  readonly isOfAll: boolean;
}

/**
 * Called once for each trouble of a file, of all files (null), and without a trouble once nothing failed any more.
 */
export type OnTrouble = (trouble: Error | null, file: string | null) => void;

/** Pauses before the next try begin with a second and double. */
const longestPause = { all: 30_000, file: 300_000 };

/** Holds the files that failed, until they are tried again. A file is known by its inode, `all` stands for each. */
export function createWaitingFiles(onTrouble: OnTrouble) {
  const waiting = new Map<string, Waiting>();
  const refused = new Map<string, string>();
  /** Troubles that keep many files from being imported: each is told once. */
  const toldOfAll = new Set<string>();
  let hasFailed = false;
  const fail = (key: string, path: string | null, thrown: unknown, now: number) => {
    const error = thrown instanceof Error ? thrown : new Error(String(thrown));
    const before = waiting.get(key);
    const message = messageOf(error);
    const isTold = path === null ? toldOfAll.has(message) : before?.message === message;
    if (!isTold) onTrouble(boundedError(error), path);
    if (path === null) toldOfAll.add(message);
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
    /** Takes what a look has found: what is no longer there is forgotten, and what is not read is told once. */
    look(found: ReadonlySet<string>, refusedNow: readonly { path: string; error: Error }[]) {
      for (const key of waiting.keys()) if (key !== all && !found.has(key)) waiting.delete(key);
      const told = new Map(refused);
      refused.clear();
      for (const { path, error } of refusedNow) {
        if (told.get(path) !== messageOf(error)) onTrouble(error, path);
        refused.set(path, messageOf(error));
      }
    },
    /** Ends a look. */
    end() {
      const failures = [...waiting.values()].filter(({ reason }) => reason === "failure");
      const isOverForAll = toldOfAll.size > 0 && !failures.some(({ isOfAll }) => isOfAll);
      const isOver = hasFailed && failures.length === 0;
      if (isOverForAll) toldOfAll.clear();
      hasFailed = failures.length > 0;
      if (isOver || isOverForAll) onTrouble(null, null);
    },
    isAnyWaiting: () => waiting.size > 0,
    isBlocked: () => waiting.has(all),
    /** The counts for so many files that are in the folder. */
    count(files: number): WaitingCounts {
      const of = (wanted: Waiting["reason"]) =>
        [...waiting].filter(([key, { reason }]) => key !== all && reason === wanted).length;
      const [sensor, failure] = [of("sensor"), of("failure")];
      return { upload: files - sensor - failure, sensor, failure, kind: refused.size };
    },
  };
}

/** The key of what keeps every file from being imported. */
export const all = "all";

/** The number of a handle is another one at each look. */
function messageOf(error: Error): string {
  return error.message.replaceAll(/\/proc\/self\/fd\/\d+/g, "");
}

/** Messages quote what was uploaded. */
function boundedError(error: Error): Error {
  return error instanceof InvalidInput && error.message.length > 1000
    ? new InvalidInput([`${error.message.slice(0, 1000)}…`])
    : error;
}
