/** True if an error has one of these codes: of the system (`ENOENT`), Node (`ABORT_ERR`), SQL, or our own. */
export function hasErrorCode(
  error: unknown,
  ...codes: readonly string[]
): error is Error & { readonly code: unknown } {
  return error instanceof Error && "code" in error && codes.includes(String(error.code));
}

/** True for an error of decompression. */
export function isGzipError(error: unknown): error is Error {
  return error instanceof Error && "code" in error && String(error.code).startsWith("Z_");
}

/** An error and its causes, the outermost first. */
export function causesOf(error: unknown): Error[] {
  const causes: Error[] = [];
  let current = error;
  while (current instanceof Error && !causes.includes(current)) {
    causes.push(current);
    current = current.cause;
  }
  return causes;
}

/** The message of the innermost cause: those of the query builder repeat the whole statement. */
export function messageOf(error: unknown): string {
  const cause = causesOf(error).at(-1);
  return cause === undefined ? String(error) : cause.message || cause.name;
}
