import { audioStoreOf, findStoreIssues } from "./config/audio-store.ts";
import { mapTilesOf } from "./config/map-tiles.ts";
import type { AudioStoreConfig, MapTiles, TracingConfig } from "./config/parts.ts";
import { type Environment, type logLevels, settings } from "./config/settings.ts";
import { findTracingIssues, tracingOf } from "./config/tracing.ts";
import { nearestName } from "./system/nearest-name.ts";

export type { AudioStoreConfig, BucketConfig, MapTiles, TracingConfig } from "./config/parts.ts";

/** The configuration from the environment. No other file reads `process.env`. */
export interface Config {
  readonly database: DatabaseConfig;
  readonly audioStore: AudioStoreConfig;
  readonly audioLeaseSeconds: number;
  readonly public: Endpoint;
  readonly internal: InternalEndpoint;
  /** Null: no limit. */
  readonly keyRequestsPerMinute: number | null;
  /** The number of sensors that have metrics of their own. */
  readonly sensorMetrics: number;
  /** Null: the maps of the dashboard have no tiles. */
  readonly mapTiles: MapTiles | null;
  /** The folder of the only documents that GraphQL answers. Null: it answers any document. */
  readonly graphqlDocuments: string | null;
  /** The collector of spans. Null: nothing is traced. */
  readonly tracing: TracingConfig | null;
  readonly log: LogConfig;
  /** 2: the internal listener has a thread of its own; 1: both listeners share one. */
  readonly threads: 1 | 2;
}

export type DatabaseConfig = {
  readonly poolMax: number;
  readonly statementTimeoutMilliseconds: number;
} & (
  | {
      readonly kind: "postgres";
      /** The address of one or several servers. */
      readonly url: string;
      /** Telemetry is read on the standby while its lag is within the bound, otherwise on the primary. */
      readonly standby?: StandbyConfig;
    }
  | { readonly kind: "embedded"; readonly dataDirectory: string }
);

export interface StandbyConfig {
  /** The address of one or several servers. */
  readonly url: string;
  readonly maxLagMilliseconds: number;
}

export interface Endpoint {
  readonly host: string;
  /** 0 means any free port. */
  readonly port: number;
}

export interface InternalEndpoint extends Endpoint {
  /** Accepted values of `Host`, beside addresses and `localhost`. */
  readonly names: readonly string[];
}

export interface LogConfig {
  readonly level: (typeof logLevels)[number];
  readonly format: "json" | "pretty";
}

export type ParsedConfig =
  | { readonly ok: true; readonly config: Config }
  | { readonly ok: false; readonly issues: readonly string[] };

/** Parses the environment of this process. */
export function readConfig(): ParsedConfig {
  return parseConfig(process.env, { isTerminal: process.stderr.isTTY });
}

/**
 * Parses an environment into a configuration, or into all of its issues, each with the name of the variable. An issue
 * never repeats a value: `DATABASE_URL` may contain a password. `isTerminal`: the log is for a person.
 */
export function parseConfig(
  environment: NodeJS.ProcessEnv,
  { isTerminal = false } = {},
): ParsedConfig {
  const set = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ""));
  const parsed = environmentSchema.safeParse(set);
  const issues = (parsed.error?.issues ?? []).map(
    (issue) => `${issue.path.join(".")}: ${issue.message}`,
  );
  if (set["DATABASE_READ_URL"] !== undefined && set["DATABASE_URL"] === undefined) {
    issues.push("DATABASE_READ_URL: needs DATABASE_URL, the primary that its standby follows");
  }
  if (!parsed.success || issues.length > 0) return { ok: false, issues };
  return { ok: true, config: configOf(parsed.data, isTerminal) };
}

/** True if the environment of this process names a database server. */
export function namesDatabaseServer(): boolean {
  return (process.env["DATABASE_URL"] ?? "") !== "";
}

/**
 * Parses the name of a store in the form of `AUDIO_STORE`; an object store also needs the environment of this process.
 */
export function readAudioStore(store: string): ParsedAudioStore {
  const parsed = parseConfig({ ...process.env, AUDIO_STORE: store });
  return parsed.ok ? { ok: true, store: parsed.config.audioStore } : parsed;
}

export type ParsedAudioStore =
  | { readonly ok: true; readonly store: AudioStoreConfig }
  | { readonly ok: false; readonly issues: readonly string[] };

/** A warning for each variable whose name is similar to that of a setting that is not set. */
export function misspelledNames(environment = process.env): string[] {
  // Other programs read variables with names similar to those of AWS.
  const known = Object.keys(settings.shape).filter((name) => !name.startsWith("AWS_"));
  const set = Object.keys(environment).filter((name) => environment[name] !== "");
  const unset = known.filter((name) => !set.includes(name));
  return set.flatMap((name) => {
    const meant = known.includes(name) ? null : nearestName(name, unset);
    return meant === null ? [] : [`${name} is no variable of acoustic: is ${meant} meant?`];
  });
}

const environmentSchema = settings.superRefine((environment, { addIssue }) => {
  const found = [...findStoreIssues(environment), ...findTracingIssues(environment)];
  for (const [name, message] of found) {
    addIssue({ code: "custom", path: [name], message });
  }
});

function configOf(environment: Environment, isTerminal: boolean): Config {
  return Object.freeze<Config>({
    database: databaseOf(environment),
    audioStore: audioStoreOf(environment),
    audioLeaseSeconds: environment.AUDIO_LEASE_SECONDS,
    public: { host: environment.HOST, port: environment.PORT },
    internal: {
      host: environment.INTERNAL_HOST,
      port: environment.INTERNAL_PORT,
      names: environment.INTERNAL_NAMES,
    },
    keyRequestsPerMinute: environment.KEY_REQUESTS_PER_MINUTE ?? null,
    sensorMetrics: environment.SENSOR_METRICS,
    mapTiles: mapTilesOf(environment),
    graphqlDocuments: environment.GRAPHQL_DOCUMENTS ?? null,
    tracing: tracingOf(environment),
    threads: environment.THREADS === "1" ? 1 : 2,
    log: {
      level: environment.LOG_LEVEL,
      format: environment.LOG_FORMAT ?? (isTerminal ? "pretty" : "json"),
    },
  });
}

function databaseOf(environment: Environment): DatabaseConfig {
  const limits = {
    poolMax: environment.DATABASE_POOL_MAX,
    statementTimeoutMilliseconds: environment.DATABASE_STATEMENT_TIMEOUT_MS,
  };
  const { DATABASE_URL: url, DATABASE_READ_URL: standbyUrl } = environment;
  if (url === undefined) {
    return { kind: "embedded", dataDirectory: environment.DATA_DIR, ...limits };
  }
  const maxLagMilliseconds = environment.DATABASE_READ_MAX_LAG_MS;
  return {
    kind: "postgres",
    url,
    ...(standbyUrl !== undefined && { standby: { url: standbyUrl, maxLagMilliseconds } }),
    ...limits,
  };
}
