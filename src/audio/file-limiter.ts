import pLimit from "p-limit";

/** Runs file operations, at most three at once; others wait. */
export type FileLimiter = <Result>(work: () => Promise<Result>) => Promise<Result>;

/**
 * A file operation occupies a thread of the runtime's pool until it ends. On a file system that does not
 * answer it never ends; without a free thread the process could not write its log or resolve the host
 * of its database.
 */
export function createFileLimiter(): FileLimiter {
  return pLimit(greatestConcurrency);
}

/** The default pool has four threads: https://nodejs.org/api/cli.html#uv_threadpool_sizesize */
const greatestConcurrency = 3;
