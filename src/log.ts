import { type DestinationStream, type Logger, pino } from "pino";
import type { LogConfig } from "./config.ts";

export type Log = Logger;

/**
 * Creates the log of this process. It goes to standard error, because standard output is for the result of a
 * command. A cause is written as name, code and message, without stack, paths, SQL and values: more people read
 * the log than may read the data.
 */
export async function createLog(config: LogConfig, destination?: DestinationStream): Promise<Log> {
  return pino(
    {
      level: config.level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      // JSON names the route. Only the short lines have the path.
      serializers: {
        cause: describeCause,
        ...(config.format === "json" && { target: () => undefined }),
      },
    },
    destination ?? (await openStandardError(config.format)),
  );
}

/** A log for lines right before the process ends: each line is written when the call returns. */
export async function createLastLog(config: LogConfig): Promise<Log> {
  return createLog(config, await openStandardError(config.format, true));
}

async function openStandardError(
  format: LogConfig["format"],
  sync = false,
): Promise<DestinationStream> {
  if (format === "json") return pino.destination({ dest: 2, sync });
  const { prettyFactory } = await import("pino-pretty");
  const pretty = prettyFactory({});
  const destination = pino.destination({ dest: 2, sync: true });
  return { write: (line) => void destination.write(describeRequest(line) ?? pretty(line)) };
}

/** For example `GET /api/v0/projects 200 3 ms`; null: another line. The path of a recording, a lease, is left out. */
export function describeRequest(text: string): string | null {
  const line = JSON.parse(text) as { readonly msg?: unknown } & RequestLine;
  if (line.msg !== "request") return null;
  const { method = "unreadable", path = "" } = line.target;
  // Long parts of a path without a route may be a misplaced key or lease.
  const secret = line.route === "none" ? /[^/]{16,}/g : /(?<=\/audio\/)[^/]+|amk0[^/]*/gi;
  const shown = path
    .replaceAll(secret, "…")
    .replaceAll(/[^!-~…]/g, "?")
    .slice(0, 200);
  const outcome = line.overloaded ? " (overloaded)" : line.cut ? " (cut)" : "";
  const status = line.status ?? "unanswered";
  return `${method} ${shown} ${status} ${Math.round(line.milliseconds)} ms${outcome}\n`;
}

interface RequestLine {
  readonly route?: string;
  readonly target: { readonly method?: string; readonly path?: string };
  readonly status: number | null;
  readonly milliseconds: number;
  readonly overloaded?: true;
  readonly cut?: true;
}

interface CauseLine {
  readonly name: string;
  readonly code?: string;
  readonly message?: string;
  /** The line of our own code that created the error, for example `samples:41`. */
  readonly origin?: string;
}

/** An error and the causes behind it, outermost first. */
function describeCause(error: unknown): CauseLine[] {
  const lines: CauseLine[] = [];
  for (let cause = error; cause instanceof Error && lines.length < 8; cause = cause.cause) {
    lines.push(describeError(cause));
  }
  return lines;
}

function describeError(error: Error): CauseLine {
  const code = "code" in error && typeof error.code === "string" ? { code: error.code } : {};
  const line = { name: error.name, ...code };
  // The message of a failed query has its text and parameters; its cause has the reason.
  if ("query" in error && !saysNoValues(code.code)) return line;
  const origin = originOf(error);
  return {
    ...line,
    message: error.message.replaceAll(absolutePath, "<path>"),
    ...(origin === null ? {} : { origin }),
  };
}

/**
 * True if an error with this code has a message without values. Messages of the SQLSTATE classes below are about
 * connections, resources and time; others may quote a value or a statement. A code that is not a SQLSTATE comes from
 * the driver, whose messages quote no values.
 */
function saysNoValues(code: string | undefined): boolean {
  return (
    code !== undefined && (!/^[0-9A-Z]{5}$/.test(code) || /^(?:08|25|28|40|53|55|57)/.test(code))
  );
}

const absolutePath = /(?<![\w<>])(?:[A-Za-z]:)?(?:[\\/][^\s'":,;()]+)+/g;

function originOf({ stack = "" }: Error): string | null {
  const line = /[\\/]dist[\\/](?:[\w-]+[\\/])*(?<file>[\w-]+)\.js:(?<line>\d+)/.exec(stack)?.groups;
  return line === undefined ? null : `${line["file"]}:${line["line"]}`;
}
