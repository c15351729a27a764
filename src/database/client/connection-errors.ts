/*
 * A database cannot be used at all where the server does not answer, its address is unknown, the login or the database
 * name is wrong, the server is starting, stopping or full, or the connection broke. Examples: a wrong password is
 * 28P01, of class 28; a duplicate key is 23505 and refuses only one statement.
 */

import { causesOf, hasErrorCode } from "../../system/error-code.ts";

/**
 * True if an error means that the database cannot be used at all; false if it refuses one statement. The causes of the
 * error are inspected too, because Drizzle wraps the errors of the driver.
 */
export function isDatabaseUnreachable(error: unknown): boolean {
  return causesOf(error).some(
    (cause) =>
      ("code" in cause && isUnreachableCode(String(cause.code))) ||
      ("syscall" in cause && cause.syscall === "connect") ||
      (cause instanceof AggregateError && cause.errors.some(isDatabaseUnreachable)),
  );
}

/** The error for an embedded database that can be neither started nor joined. */
export function embeddedUnreachable(cause: unknown): Error {
  const message = cause instanceof Error ? cause.message : String(cause);
  return Object.assign(new Error(`The embedded database cannot be used: ${message}`, { cause }), {
    code: embeddedCode,
  });
}

/** True if it is an error of `embeddedUnreachable`. Its message is for people, unlike that of its cause. */
export function isEmbeddedUnreachable(error: Error): boolean {
  return hasErrorCode(error, embeddedCode);
}

/** The error for a database that exists, but not in the state that a command needs. Its message is for people. */
export function databaseUnusable(message: string): Error {
  return Object.assign(new Error(message), { code: unusableCode });
}

/** True if it is an error of `databaseUnusable`, or of the folder of the embedded database. */
export function isDatabaseUnusable(error: unknown): error is Error {
  return hasErrorCode(error, unusableCode);
}

/** `embedded/` repeats it, because it imports nothing from here. */
const unusableCode = "DATABASE_UNUSABLE";

/** True if a server was refused because its certificate is not trusted, or not its own. */
export function isCertificateRefused(error: Error): boolean {
  return "code" in error && certificateCodes.test(String(error.code));
}

/** Codes of OpenSSL's checks of a certificate, and of Node's check of its name. */
const certificateCodes =
  /^(?:CERT_|CRL_|UNABLE_TO_|ERROR_IN_C|DEPTH_ZERO_|SELF_SIGNED_|HOSTNAME_MISMATCH|INVALID_(?:CA|PURPOSE)|PATH_LENGTH_|ERR_TLS_CERT_)/;

/** Codes of a connection whose TLS fails otherwise. */
const tlsCodes = /^(?:TLS_REFUSED$|EPROTO$|ERR_SSL_|ERR_TLS_)/;

const embeddedCode = "EMBEDDED_UNREACHABLE";

function isUnreachableCode(code: string): boolean {
  return (
    code === embeddedCode ||
    certificateCodes.test(code) ||
    tlsCodes.test(code) ||
    networkCodes.has(code) ||
    driverCodes.has(code) ||
    sqlStates.has(code) ||
    sqlStateClasses.some((prefix) => sqlState.test(code) && code.startsWith(prefix))
  );
}

const sqlState = /^[0-9A-Z]{5}$/;

/** Connection errors of the operating system. Every error of `connect` counts, also others such as ENOENT. */
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

/** Connection errors of the driver. */
const driverCodes = new Set([
  "CONNECT_TIMEOUT",
  "CONNECTION_CLOSED",
  "CONNECTION_DESTROYED",
  "CONNECTION_ENDED",
  "SASL_SIGNATURE_MISMATCH",
]);

/** SQLSTATE: invalid database name, too many connections, shutdown, crash, starting up, database dropped. */
const sqlStates = new Set(["3D000", "53300", "57P01", "57P02", "57P03", "57P04"]);

/** Classes of SQLSTATE: connection exception, invalid authorization. */
const sqlStateClasses = ["08", "28"];
