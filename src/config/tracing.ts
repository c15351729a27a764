import type { TracingConfig } from "./parts.ts";
import { samplers } from "./forms.ts";
import type { Environment } from "./settings.ts";

/** The configured collector; null: nothing is traced. The environment has passed `findTracingIssues`. */
export function tracingOf(environment: Environment): TracingConfig | null {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_TRACES_SAMPLER: sampler } = environment;
  if (endpoint === undefined) return null;
  const root = sampler.replace(/^parentbased_/, "") as TracingConfig["sampler"]["root"];
  return {
    endpoint,
    sampler: { root, isParentBased: root !== sampler },
    share: Number(environment.OTEL_TRACES_SAMPLER_ARG),
  };
}

/**
 * The values that the packages of OpenTelemetry would silently ignore, each with a message. Without a collector they
 * may be meant for other programs, which share the names.
 */
export function findTracingIssues(environment: Environment): [keyof Environment, string][] {
  if (environment.OTEL_EXPORTER_OTLP_ENDPOINT === undefined) return [];
  const issues: [keyof Environment, string][] = [];
  if (environment.OTEL_EXPORTER_OTLP_PROTOCOL !== "http/protobuf") {
    issues.push([
      "OTEL_EXPORTER_OTLP_PROTOCOL",
      "must be http/protobuf, which is all that is sent",
    ]);
  }
  if (!samplers.some((name) => name === environment.OTEL_TRACES_SAMPLER)) {
    issues.push(["OTEL_TRACES_SAMPLER", `must be one of ${samplers.join(", ")}`]);
  }
  if (!/^(?:0(?:\.[0-9]{1,15})?|1(?:\.0+)?)$/.test(environment.OTEL_TRACES_SAMPLER_ARG)) {
    issues.push(["OTEL_TRACES_SAMPLER_ARG", "must be a number from 0 to 1, such as 0.05"]);
  }
  return issues;
}
