import { type DestinationStream, type Logger, pino } from "pino";
import type { LogConfig } from "./config.ts";

export type Log = Logger;

/**
 * The log of this process, on standard error: standard output belongs to what a command answers.
 * Causes are written as their names, codes and messages, without stacks and paths, and with nothing of
 * what a statement was sent with: logs are read by more people than the machine is.
 */
export async function createLog(config: LogConfig, destination?: DestinationStream): Promise<Log> {
  return pino(
    {
      level: config.level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { cause: describeCause },
    },
    destination ?? (await openStandardError(config.format)),
  );
}

/** The same, for what is said right before the process ends: it is written when the call returns. */
export async function createLastLog(config: LogConfig): Promise<Log> {
  return createLog(config, await openStandardError(config.format, true));
}

async function openStandardError(
  format: LogConfig["format"],
  sync = false,
): Promise<DestinationStream> {
  if (format === "json") return pino.destination({ dest: 2, sync });
  const { default: pretty } = await import("pino-pretty");
  return pretty({ destination: 2, sync: true, ignore: "pid,hostname" });
}

interface CauseLine {
  readonly name: string;
  readonly code?: string;
  readonly message?: string;
  /** The line of our own code it was made at, `samples:41` say. */
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
  // The message of a failed query is its text and parameters; its cause says what failed.
  if ("query" in error && !saysNoValues(code.code)) return line;
  const origin = originOf(error);
  return {
    ...line,
    message: error.message.replaceAll(absolutePath, "<path>"),
    ...(origin === null ? {} : { origin }),
  };
}

/**
 * Whether the server's message of a SQLSTATE speaks of connections, resources and time alone. Others may
 * quote a value or a statement. The driver ties its own errors to queries, too: their codes are no SQLSTATE.
 */
function saysNoValues(code: string | undefined): boolean {
  return (
    code !== undefined && (!/^[0-9A-Z]{5}$/.test(code) || /^(?:08|25|28|40|53|55|57)/.test(code))
  );
}

const absolutePath = /(?<![\w<>])(?:[A-Za-z]:)?(?:[\\/][^\s'":,;()]+)+/g;

function originOf({ stack = "" }: Error): string | null {
  const place = /[\\/]dist[\\/](?:[\w-]+[\\/])*(?<file>[\w-]+)\.js:(?<line>\d+)/.exec(
    stack,
  )?.groups;
  return place === undefined ? null : `${place["file"]}:${place["line"]}`;
}
