import { X509Certificate } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { nearestName } from "./system/nearest-name.ts";
import { parseServerAddresses, type ServerAddresses } from "./system/server-addresses.ts";

/** The configuration from the environment. No other file reads `process.env`. */
export interface Config {
  readonly database: DatabaseConfig;
  readonly audioStore: AudioStoreConfig;
  readonly audioLeaseSeconds: number;
  readonly public: Endpoint;
  readonly internal: InternalEndpoint;
  /** Null: no limit. */
  readonly keyRequestsPerMinute: number | null;
  /** The metrics tell each of so many sensors. */
  readonly sensorMetrics: number;
  /** Null: the map of the dashboard has no tiles. */
  readonly mapTiles: MapTiles | null;
  readonly log: LogConfig;
}

export type DatabaseConfig = {
  readonly poolMax: number;
  readonly statementTimeoutMilliseconds: number;
} & (
  | {
      readonly kind: "postgres";
      /** Of one or several servers. */
      readonly url: string;
      /** Where telemetry is read as long as it is not too far behind; without it, on the primary. */
      readonly standby?: StandbyConfig;
    }
  | { readonly kind: "embedded"; readonly dataDirectory: string }
);

export interface StandbyConfig {
  /** Of one or several servers. */
  readonly url: string;
  readonly maxLagMilliseconds: number;
}

export interface Endpoint {
  readonly host: string;
  /** 0 means any free port. */
  readonly port: number;
}

export interface InternalEndpoint extends Endpoint {
  /** The names that it answers to, beside addresses and `localhost`. */
  readonly names: readonly string[];
}

/** Where the recordings are. */
export type AudioStoreConfig =
  | { readonly kind: "folder"; readonly folder: string }
  | ({ readonly kind: "s3" } & BucketConfig);

/** A bucket of an object store that speaks the protocol of S3. */
export interface BucketConfig {
  readonly bucket: string;
  /** Of the names of objects, without slashes around it; empty: none. */
  readonly prefix: string;
  /** The origin to which requests go, for example `https://s3.eu-west-1.amazonaws.com`. */
  readonly endpoint: string;
  readonly region: string;
  readonly credentials: {
    readonly accessKeyId: string;
    readonly secretAccessKey: string;
    /** Null for credentials without an end. */
    readonly sessionToken: string | null;
  };
}

/** Where the map of the dashboard has its raster tiles. */
export interface MapTiles {
  /** An http or https address, or a path, with `{z}`, `{x}` and `{y}`. */
  readonly template: string;
  /** Plain text; empty: whose tiles they are is not said. */
  readonly attribution: string;
  /**
   * The origin of the address, for example `https://tiles.example`; `'self'` for a path, as a Content-Security-Policy
   * says it.
   */
  readonly origin: string;
}

export interface LogConfig {
  readonly level: (typeof logLevels)[number];
  readonly format: "json" | "pretty";
}

export type ParsedConfig =
  | { readonly ok: true; readonly config: Config }
  | { readonly ok: false; readonly issues: readonly string[] };

/**
 * Parses an environment into a configuration, or into all of its issues, each with the name of the variable.
 * An issue never repeats a value: `DATABASE_URL` may hold a password. `isTerminal`: the log goes to a person.
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

/** Parses the name of a store, as `AUDIO_STORE` has it; for an object store, with the environment of this process. */
export function readAudioStore(store: string): ParsedAudioStore {
  const parsed = parseConfig({ ...process.env, AUDIO_STORE: store });
  return parsed.ok ? { ok: true, store: parsed.config.audioStore } : parsed;
}

export type ParsedAudioStore =
  | { readonly ok: true; readonly store: AudioStoreConfig }
  | { readonly ok: false; readonly issues: readonly string[] };

/** Parses the environment of this process. */
export function readConfig(): ParsedConfig {
  return parseConfig(process.env, { isTerminal: process.stderr.isTTY });
}

/** A warning for each variable of this process whose name is nearly that of one of ours. */
export function readMisspelledNames(): string[] {
  return misspelledNames(process.env);
}

/** A warning for each variable of an environment whose name is nearly that of one of ours that is not set. */
export function misspelledNames(environment: NodeJS.ProcessEnv): string[] {
  // Variables of AWS have neighbours that other programs read.
  const known = Object.keys(variables.shape).filter((name) => !name.startsWith("AWS_"));
  const set = Object.keys(environment).filter((name) => environment[name] !== "");
  const unset = known.filter((name) => !set.includes(name));
  return set.flatMap((name) => {
    const meant = known.includes(name) ? null : nearestName(name, unset);
    return meant === null ? [] : [`${name} is no variable of acoustic: is ${meant} meant?`];
  });
}

const logLevels = ["trace", "debug", "info", "warn", "error", "fatal", "silent"] as const;

const wholeNumber = (lowest: number, highest: number) =>
  z
    .string()
    .refine(
      (text) => /^[0-9]{1,15}$/.test(text) && Number(text) >= lowest && Number(text) <= highest,
      `must be a whole number from ${lowest} to ${highest}`,
    )
    .transform(Number);

const port = wholeNumber(0, 65_535);

const hostNames = /^[a-z0-9.-]{1,253}(?:,[a-z0-9.-]{1,253})*$/i;

/** The parameters that an address may have. The driver would pass over others, or prefer them to our settings. */
const addressParameters = ["target_session_attrs", "sslmode", "sslrootcert", "application_name"];
const sslModes = ["disable", "require", "verify-full"];

const bucketPattern =
  /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/([\w.-]+(?:\/[\w.-]+)*))?\/?$/;

const regionPattern = /^[a-z0-9-]{1,40}$/;
const regionMessage = "must be the name of a region, such as eu-west-1";

/** Values that are sent in headers as they are. */
const oneWord = z.string().regex(/^[!-~]+$/, "must have neither spaces nor line breaks");

/**
 * `session` is the only kind of server that the option `target_session_attrs` may ask for. With `read-write`, for
 * example, the driver would take a standby.
 */
const databaseAddress = (session: string) =>
  z
    .string()
    .refine((text) => parseServerAddresses(text) !== null, {
      error:
        "must be an address of the form postgres://user:password@host:port/database, with %2F, %3F, %23 and %40 for / ? # and @ in the password",
      abort: true,
    })
    .refine(
      hasWholeEscapes,
      "has a % that begins no escape: in the user, password or database encode % as %25",
    )
    .refine(
      (text) => [null, session].includes(parseServerAddresses(text)?.sessionKind ?? null),
      `may have target_session_attrs=${session} and no other: leave it out or set it so`,
    )
    .superRefine((text, { addIssue }) => {
      const options = parseServerAddresses(text)?.options ?? [];
      for (const message of parameterIssues(options)) addIssue({ code: "custom", message });
    });

const variables = z.object({
  DATABASE_URL: databaseAddress("primary").optional(),
  DATABASE_READ_URL: databaseAddress("standby").optional(),
  DATABASE_READ_MAX_LAG_MS: wholeNumber(100, 600_000).default(5000),
  DATABASE_POOL_MAX: wholeNumber(1, 1000).default(10),
  DATABASE_STATEMENT_TIMEOUT_MS: wholeNumber(1, 3_600_000).default(5000),
  KEY_REQUESTS_PER_MINUTE: wholeNumber(1, 1_000_000_000).optional(),
  SENSOR_METRICS: wholeNumber(0, 100_000).default(500),
  DATA_DIR: z.string().default(".data"),
  AUDIO_STORE: z
    .string()
    .refine(
      isStore,
      "must be a folder, or s3://bucket/prefix: a bucket has 3 to 63 of a-z, 0-9, - and ., a prefix A-Z, a-z, 0-9, _, -, . and /",
    )
    .optional(),
  AUDIO_STORE_ENDPOINT: z
    .string()
    .refine(
      isOrigin,
      "must be an address of the form https://host:port, without a user, a path or a query",
    )
    .optional(),
  AWS_REGION: z.string().regex(regionPattern, regionMessage).optional(),
  AWS_DEFAULT_REGION: z.string().regex(regionPattern, regionMessage).optional(),
  AWS_ACCESS_KEY_ID: oneWord.optional(),
  AWS_SECRET_ACCESS_KEY: oneWord.optional(),
  AWS_SESSION_TOKEN: oneWord.optional(),
  AUDIO_LEASE_SECONDS: wholeNumber(1, 86_400).default(600),
  HOST: z.string().default("127.0.0.1"),
  PORT: port.default(8080),
  INTERNAL_HOST: z.string().default("127.0.0.1"),
  INTERNAL_PORT: port.default(8081),
  INTERNAL_NAMES: z
    .string()
    .regex(hostNames, "must be names of hosts, with commas between them")
    .transform((text) => text.split(","))
    .default([]),
  MAP_TILES: z
    .string()
    .refine(hasTileAddress, {
      error:
        "must be an http or https address without a user and password, or a path that begins with one /",
      abort: true,
    })
    .refine(
      hasTilePlaces,
      "must have each of {z}, {x} and {y} once, behind its host, and no other braces",
    )
    .optional(),
  MAP_ATTRIBUTION: z.string().optional(),
  LOG_LEVEL: z.enum(logLevels, { error: `must be one of ${logLevels.join(", ")}` }).default("info"),
  LOG_FORMAT: z.enum(["json", "pretty"], { error: "must be json or pretty" }).optional(),
});

const environmentSchema = variables.superRefine((environment, { addIssue }) => {
  const { AUDIO_STORE: store = "" } = environment;
  if (!isBucket(store) || !isStore(store)) return;
  const requireVariable = (name: keyof typeof environment, message: string) => {
    if (environment[name] === undefined) addIssue({ code: "custom", path: [name], message });
  };
  requireVariable("AWS_ACCESS_KEY_ID", "must be set for the object store of AUDIO_STORE");
  requireVariable("AWS_SECRET_ACCESS_KEY", "must be set for the object store of AUDIO_STORE");
  if (environment.AUDIO_STORE_ENDPOINT === undefined && regionOf(environment) === undefined) {
    requireVariable("AWS_REGION", "must be set, or AUDIO_STORE_ENDPOINT for a store of your own");
  }
});

function isBucket(store: string): boolean {
  return /^s3:/i.test(store);
}

function isStore(store: string): boolean {
  if (!isBucket(store)) return true;
  const [, bucket = "", prefix = ""] = bucketPattern.exec(store) ?? [];
  // As parts of a path these would mean another one.
  return bucket !== "" && !prefix.split("/").some((part) => part === "." || part === "..");
}

function isOrigin(text: string): boolean {
  const address = parseUrl(text);
  return (
    address !== null &&
    /^https?:\/\/[^/]/i.test(text) &&
    `${address.username}${address.password}${address.search}${address.hash}` === "" &&
    address.pathname === "/"
  );
}

function regionOf(environment: z.infer<typeof variables>): string | undefined {
  return environment.AWS_REGION ?? environment.AWS_DEFAULT_REGION;
}

function audioStoreOf(environment: z.infer<typeof variables>): AudioStoreConfig {
  const folder = environment.AUDIO_STORE ?? join(environment.DATA_DIR, "audio");
  const [, bucket, prefix = ""] = bucketPattern.exec(folder) ?? [];
  if (bucket === undefined) return { kind: "folder", folder };
  // A store of one's own checks no more than that the region is the one that it was told.
  const region = regionOf(environment) ?? "us-east-1";
  return {
    kind: "s3",
    bucket,
    prefix,
    endpoint: new URL(environment.AUDIO_STORE_ENDPOINT ?? `https://s3.${region}.amazonaws.com`)
      .origin,
    region,
    credentials: {
      accessKeyId: environment.AWS_ACCESS_KEY_ID ?? "",
      secretAccessKey: environment.AWS_SECRET_ACCESS_KEY ?? "",
      sessionToken: environment.AWS_SESSION_TOKEN ?? null,
    },
  };
}

function parameterIssues(options: ServerAddresses["options"]): string[] {
  const names = options.map(([name]) => name);
  const values = new Map(options);
  const unknown = names.filter((name) => !addressParameters.includes(name));
  const repeated = addressParameters.filter(
    (name) => names.indexOf(name) !== names.lastIndexOf(name),
  );
  const mode = values.get("sslmode") ?? "disable";
  const authority = values.get("sslrootcert");
  const issues = [
    // What stands behind a ? may be the rest of a password.
    ...unknown.map(
      (name) =>
        `may not have the parameter ${/^\w{1,40}$/.test(name) ? name : "that it has"}: it takes ${addressParameters.join(", ")} and no other`,
    ),
    ...repeated.map((name) => `has the parameter ${name} twice`),
  ];
  if (!sslModes.includes(mode)) issues.push(`may have sslmode=${sslModes.join(", ")} and no other`);
  if (authority === undefined) return issues;
  if (mode !== "verify-full") issues.push("may have sslrootcert with sslmode=verify-full alone");
  if (!isCertificate(authority)) {
    issues.push("has a sslrootcert that is no file of certificates (PEM) that this user can read");
  }
  return issues;
}

function isCertificate(path: string): boolean {
  try {
    return new X509Certificate(readFileSync(path)).ca !== undefined;
  } catch {
    return false;
  }
}

/** Whether the driver can decode an address, its query aside. */
function hasWholeEscapes(address: string): boolean {
  try {
    decodeURIComponent(address.split("?")[0] ?? "");
    return true;
  } catch {
    return false;
  }
}

/** Whether tiles have an address on a host, or a path on that of the page. */
function hasTileAddress(template: string): boolean {
  if (!/^[!-~]+$/.test(template) || /["\\<>]/.test(template)) return false;
  if (template.startsWith("/")) return !template.startsWith("//");
  const address = parseUrl(template);
  return (
    address !== null &&
    /^https?:\/\/[^/?#]/i.test(template) &&
    address.username === "" &&
    address.password === ""
  );
}

/** Whether a template names one tile, on a host that does not depend on the tile. */
function hasTilePlaces(template: string): boolean {
  const host = /^https?:\/\/[^/?#]+/i.exec(template)?.[0] ?? "";
  const places = template.slice(host.length).match(/\{[^{}]*\}|[{}]/g) ?? [];
  return !/[{}]/.test(host) && places.toSorted().join() === "{x},{y},{z}";
}

function tilesOf(template: string, attribution: string | undefined): MapTiles {
  const origin = template.startsWith("/") ? "'self'" : new URL(template).origin;
  return { template, attribution: attribution ?? "", origin };
}

function parseUrl(text: string): URL | null {
  return URL.canParse(text) ? new URL(text) : null;
}

function configOf(environment: z.infer<typeof environmentSchema>, isTerminal: boolean): Config {
  const limits = {
    poolMax: environment.DATABASE_POOL_MAX,
    statementTimeoutMilliseconds: environment.DATABASE_STATEMENT_TIMEOUT_MS,
  };
  return Object.freeze<Config>({
    database:
      environment.DATABASE_URL === undefined
        ? { kind: "embedded", dataDirectory: environment.DATA_DIR, ...limits }
        : {
            kind: "postgres",
            url: environment.DATABASE_URL,
            ...standbyOf(environment),
            ...limits,
          },
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
    mapTiles:
      environment.MAP_TILES === undefined
        ? null
        : tilesOf(environment.MAP_TILES, environment.MAP_ATTRIBUTION),
    log: {
      level: environment.LOG_LEVEL,
      format: environment.LOG_FORMAT ?? (isTerminal ? "pretty" : "json"),
    },
  });
}

function standbyOf({
  DATABASE_READ_URL: url,
  DATABASE_READ_MAX_LAG_MS: maxLagMilliseconds,
}: z.infer<typeof environmentSchema>): { readonly standby?: StandbyConfig } {
  return url === undefined ? {} : { standby: { url, maxLagMilliseconds } };
}
