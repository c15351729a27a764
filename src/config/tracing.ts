import type { TracingConfig } from "../config.ts";
import type { Environment } from "./settings.ts";

/** The configured collector; null: nothing is traced. The environment has passed `findTracingIssues`. */
export function tracingOf(environment: Environment): TracingConfig | null {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint } = environment;
  return endpoint === undefined ? null : { endpoint };
}

/** An http or https address to which a path can be appended. */
export function isCollector(text: string): boolean {
  if (!/^https?:\/\/[^/]/i.test(text) || !URL.canParse(text)) return false;
  const { username, password, search, hash } = new URL(text);
  return `${username}${password}${search}${hash}` === "";
}

/**
 * The values that the packages of OpenTelemetry would silently ignore, each with a message. Without a collector they
 * may be meant for other programs, which share the names.
 */
export function findTracingIssues(environment: Environment): [keyof Environment, string][] {
  if (environment.OTEL_EXPORTER_OTLP_ENDPOINT === undefined) return [];
  return environment.OTEL_EXPORTER_OTLP_PROTOCOL === "http/protobuf"
    ? []
    : [["OTEL_EXPORTER_OTLP_PROTOCOL", "must be http/protobuf, which is all that is sent"]];
}
