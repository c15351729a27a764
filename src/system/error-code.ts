/**
 * True if an error has one of these codes: of the operating system (`ENOENT`), of Node (`ABORT_ERR`), of SQL, or our
 * own.
 */
export function hasErrorCode(
  error: unknown,
  ...codes: readonly string[]
): error is Error & { readonly code: unknown } {
  return error instanceof Error && "code" in error && codes.includes(String(error.code));
}

/** True of an error that decompression ends with. */
export function isGzipError(error: unknown): error is Error {
  return error instanceof Error && "code" in error && String(error.code).startsWith("Z_");
}
