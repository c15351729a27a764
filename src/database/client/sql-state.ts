import { causesOf, hasErrorCode } from "../../system/error-code.ts";

/** True if the database refused a statement with this SQLSTATE. Drizzle wraps errors of the driver: causes count. */
export function hasSqlState(error: unknown, code: string): boolean {
  return causesOf(error).some((cause) => hasErrorCode(cause, code));
}

/**
 * The first cause by which values were refused (SQLSTATE classes 22, 23 and 54); null: none. Citus makes a COPY of an
 * `insert … select` without `on conflict`, and passes on what a worker refuses there as XX000, with the message.
 */
export function findRefusedValue(error: unknown): Error | null {
  const isRefusal = (cause: Error) =>
    "code" in cause &&
    (/^(?:22|23|54)[0-9A-Z]{3}$/.test(String(cause.code)) ||
      (cause.code === "XX000" && / violates .* constraint /.test(cause.message)));
  return causesOf(error).find(isRefusal) ?? null;
}

/** A write to a database that only reads, such as an embedded one whose disk is nearly full. */
export const readOnlyTransaction = "25006";

/** The disk of the server is full. */
export const serverDiskFull = "53100";

/** A lock was not free within `lock_timeout`. */
export const lockNotAvailable = "55P03";

/** A statement has exceeded its `statement_timeout`. */
export const queryCanceled = "57014";

/** Two sessions waited for one another, and the server ended this one. */
export const deadlockDetected = "40P01";

/** A transaction could not go on beside others. */
export const serializationFailure = "40001";

/** A row refers to a missing row: a sensor or a project was removed meanwhile. */
export const foreignKeyViolation = "23503";
