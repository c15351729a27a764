/**
 * Whether an error says that the database cannot be used at all, as opposed to refusing a statement:
 * nobody answers, the address leads nowhere, the login or the database name is wrong, the server is
 * starting, stopping or full, or the connection broke. Causes are looked through, for the query
 * builder wraps what the driver throws. Example: a wrong password is 28P01, in class 28: true; a
 * duplicate key is 23505: false.
 */
export function isDatabaseUnreachable(error: unknown): boolean {
  const seen = new Set<unknown>();
  let current = error;
  while (current instanceof Error && !seen.has(current)) {
    if ("code" in current && isUnreachableCode(String(current.code))) return true;
    if ("syscall" in current && current.syscall === "connect") return true;
    if (current instanceof AggregateError && current.errors.some(isDatabaseUnreachable))
      return true;
    seen.add(current);
    current = current.cause;
  }
  return false;
}

/** The error of an embedded database that cannot be started or joined. */
export function embeddedUnreachable(cause: unknown): Error {
  const message = cause instanceof Error ? cause.message : String(cause);
  return Object.assign(new Error(`The embedded database cannot be used: ${message}`, { cause }), {
    code: embeddedCode,
  });
}

/** Whether it is such an error, whose own message says more to people than its cause's. */
export function isEmbeddedUnreachable(error: Error): boolean {
  return "code" in error && error.code === embeddedCode;
}

const embeddedCode = "EMBEDDED_UNREACHABLE";

function isUnreachableCode(code: string): boolean {
  return (
    code === embeddedCode ||
    networkCodes.has(code) ||
    driverCodes.has(code) ||
    sqlStates.has(code) ||
    sqlStateClasses.some((prefix) => sqlState.test(code) && code.startsWith(prefix))
  );
}

const sqlState = /^[0-9A-Z]{5}$/;

/** What the operating system says of a connection. Of `connect` every code counts, ENOENT too. */
const networkCodes = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "ECONNABORTED",
  "EHOSTUNREACH",
  "EHOSTDOWN",
  "ENETUNREACH",
  "ENETDOWN",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EAI_FAIL",
  "ETIMEDOUT",
  "EPIPE",
]);

/** What the driver says of a connection. */
const driverCodes = new Set([
  "CONNECT_TIMEOUT",
  "CONNECTION_CLOSED",
  "CONNECTION_DESTROYED",
  "CONNECTION_ENDED",
  "SASL_SIGNATURE_MISMATCH",
]);

/** Invalid database name, too many connections, shutdown, crash, starting up, database dropped. */
const sqlStates = new Set(["3D000", "53300", "57P01", "57P02", "57P03", "57P04"]);

/** Connection exception, invalid authorization. */
const sqlStateClasses = ["08", "28"];
