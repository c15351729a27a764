import pLimit from "p-limit";

/** Does what uses files in its turn, on a thread of the runtime's pool that stands still until it is done. */
export type FileTurns = <Result>(work: () => Promise<Result>) => Promise<Result>;

/**
 * A file system that never answers keeps its threads for ever; without one left the process could neither
 * write its log nor look up the host of its database.
 */
export function createFileTurns(): FileTurns {
  return pLimit(atOnce);
}

/** One less than the pool has: https://nodejs.org/api/cli.html#uv_threadpool_sizesize */
const atOnce = 3;
