import { type DestinationStream, type Logger, pino } from "pino";
import type { LogConfig } from "#config.ts";

export type Log = Logger;

/**
 * The log of this process, on standard error: standard output belongs to what a command answers.
 * Causes are written as their names, codes and messages; what a statement was sent with is not.
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

async function openStandardError(format: LogConfig["format"]): Promise<DestinationStream> {
  if (format === "json") return pino.destination({ dest: 2, sync: false });
  const { default: pretty } = await import("pino-pretty");
  return pretty({ destination: 2, sync: true, ignore: "pid,hostname" });
}

interface CauseLine {
  readonly name: string;
  readonly code?: string;
  readonly message?: string;
  readonly stack?: string;
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
  // The message of a failed query is its text and parameters; its cause says what failed.
  if ("query" in error) return { name: error.name, ...code };
  return {
    name: error.name,
    ...code,
    message: error.message,
    ...(error.stack === undefined ? {} : { stack: error.stack }),
  };
}
