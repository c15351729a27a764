import { z } from "zod";
import { databaseAddress } from "./database-address.ts";
import {
  hasTileAddress,
  hasTilePlaceholders,
  isCollector,
  isOrigin,
  isRegion,
  isStore,
  samplers,
} from "./forms.ts";

export const logLevels = ["trace", "debug", "info", "warn", "error", "fatal", "silent"] as const;

/**
 * The variables of the environment, each with its values, its default and its meaning: `docs/settings.md` is generated
 * from this table. `unset` describes the default of a variable that has no default value.
 */
export const settings = z.object({
  DATABASE_URL: databaseAddress("primary").optional().meta({
    unset: "the embedded database",
    description:
      "The PostgreSQL server with the data: `postgres://user:password@host:port/database`, or several hosts.",
  }),
  DATABASE_READ_URL: databaseAddress("standby").optional().meta({
    unset: "none",
    description: "A standby, or several: telemetry is read there.",
  }),
  DATABASE_READ_MAX_LAG_MS: wholeNumber(100, 600_000).default(5000).meta({
    description: "The lag in milliseconds up to which a standby is read, 100 to 600000.",
  }),
  DATABASE_POOL_MAX: wholeNumber(1, 1000).default(10).meta({
    description:
      "Connections, 1 to 1000, six of ten for the public listener. The embedded database uses at most 4 a listener.",
  }),
  DATABASE_STATEMENT_TIMEOUT_MS: wholeNumber(1, 3_600_000).default(5000).meta({
    description:
      "The server ends a statement after this time. Every request is answered within it and two seconds.",
  }),
  DATA_DIR: z.string().default(".data").meta({
    description: "The folder of the embedded database, created with mode 0700.",
  }),
  AUDIO_STORE: z
    .string()
    .refine(
      isStore,
      "must be a folder, or s3://bucket/prefix: a bucket has 3 to 63 of a-z, 0-9, - and ., a prefix A-Z, a-z, 0-9, _, -, . and /",
    )
    .optional()
    .meta({
      unset: "the folder `audio` in `DATA_DIR`",
      description: "The folder of the recordings, or `s3://bucket/prefix`.",
    }),
  AUDIO_STORE_ENDPOINT: z
    .string()
    .refine(
      isOrigin,
      "must be an address of the form https://host:port, without a user, a path or a query",
    )
    .optional()
    .meta({
      unset: "AWS in `AWS_REGION`",
      description: "`https://host:port` of another object store.",
    }),
  AWS_REGION: region().meta({
    unset: "`AWS_DEFAULT_REGION`",
    description: "The region of the bucket. AWS needs it; with an endpoint it is `us-east-1`.",
  }),
  AWS_DEFAULT_REGION: region().meta({
    unset: "none",
    description: "The region if `AWS_REGION` is not set.",
  }),
  AWS_ACCESS_KEY_ID: oneWord().meta({
    unset: "none",
    description:
      "The id of credentials that may get, put and delete objects below the prefix, and list the bucket.",
  }),
  AWS_SECRET_ACCESS_KEY: oneWord().meta({
    unset: "none",
    description: "The secret of these credentials.",
  }),
  AWS_SESSION_TOKEN: oneWord().meta({
    unset: "none",
    description: "The token of temporary credentials, which are read only at the start.",
  }),
  AUDIO_LEASE_SECONDS: wholeNumber(1, 86_400).default(600).meta({
    description: "The time for which an `audioUrl` works, at most 86400.",
  }),
  HOST: z.string().default("127.0.0.1").meta({
    description: "The address of the public listener.",
  }),
  PORT: port(8080).meta({ description: "The port of the public listener; 0: any free port." }),
  INTERNAL_HOST: z.string().default("127.0.0.1").meta({
    description: "The address of the internal listener.",
  }),
  INTERNAL_PORT: port(8081).meta({
    description: "The port of the internal listener; 0: any free port.",
  }),
  INTERNAL_NAMES: z
    .string()
    .regex(hostNames(), "must be names of hosts, with commas between them")
    .transform((text) => text.split(","))
    .default([])
    .meta({
      unset: "none",
      description:
        "Names that the internal listener answers to, with commas between them. Any other `Host` is 421: on a loopback address, on others once this is set.",
    }),
  KEY_REQUESTS_PER_MINUTE: wholeNumber(1, 1_000_000_000).optional().meta({
    unset: "no quota",
    description:
      "Requests of one key in a minute; beyond it 429. REST and the recordings of both listeners count, GraphQL does not.",
  }),
  MAP_TILES: z
    .string()
    .refine(hasTileAddress, {
      error:
        "must be an http or https address without a user and password, or a path that begins with one /",
      abort: true,
    })
    .refine(
      hasTilePlaceholders,
      "must have each of {z}, {x} and {y} once, behind its host, and no other braces",
    )
    .optional()
    .meta({
      unset: "no tiles",
      description:
        "The address of the raster tiles of the dashboard's maps, with `{z}`, `{x}` and `{y}`.",
    }),
  MAP_ATTRIBUTION: z.string().optional().meta({
    unset: "nothing",
    description: "The owner of the tiles, as plain text on the map.",
  }),
  SENSOR_METRICS: wholeNumber(0, 100_000).default(500).meta({
    description: "The number of sensors that have metrics of their own; 0: none.",
  }),
  GRAPHQL_DOCUMENTS: z.string().optional().meta({
    unset: "any document",
    description:
      "A folder of `*.graphql` files, read at the start: GraphQL answers only these documents and those of the dashboard, by text or by `documentId`.",
  }),
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .string()
    .refine(
      isCollector,
      "must be an http or https address without a user, a query or a fragment, such as http://127.0.0.1:4318",
    )
    .optional()
    .meta({
      unset: "no traces",
      description:
        "The collector of [traces](tracing.md), which accepts protobuf over HTTP: spans go to `v1/traces` below this address.",
    }),
  OTEL_EXPORTER_OTLP_PROTOCOL: z.string().default("http/protobuf").meta({
    description: "The protocol of the collector. The gateway speaks no other.",
  }),
  OTEL_EXPORTER_OTLP_HEADERS: z.string().optional().meta({
    unset: "none",
    description:
      "Header fields for the collector, such as `authorization=Bearer%20token`, with commas between them.",
  }),
  OTEL_SERVICE_NAME: z.string().default("acoustic").meta({
    description: "The name of the service in traces.",
  }),
  OTEL_RESOURCE_ATTRIBUTES: z.string().optional().meta({
    unset: "none",
    description:
      "Attributes of all traces, such as `deployment.environment.name=test`, with commas between them.",
  }),
  OTEL_TRACES_SAMPLER: z
    .string()
    .default("parentbased_always_on")
    .meta({ description: `Chooses traces: \`${samplers.join("`, `")}\`.` }),
  OTEL_TRACES_SAMPLER_ARG: z.string().default("1").meta({
    description: "The share of the traces that a `traceidratio` sampler exports, 0 to 1.",
  }),
  THREADS: z.enum(["1", "2"], { error: "must be 1 or 2" }).default("2").meta({
    description:
      "2: each listener has a thread of its own. 1, for the smallest machines: both share one.",
  }),
  LOG_LEVEL: z
    .enum(logLevels, { error: `must be one of ${logLevels.join(", ")}` })
    .default("info")
    .meta({ description: `One of \`${logLevels.join("`, `")}\`.` }),
  LOG_FORMAT: z.enum(["json", "pretty"], { error: "must be json or pretty" }).optional().meta({
    unset: "`json`; `pretty` on a terminal",
    description: "`pretty` writes for people, with one short line for a request.",
  }),
});

export type Environment = z.infer<typeof settings>;

function wholeNumber(lowest: number, highest: number) {
  return z
    .string()
    .refine(
      (text) => /^[0-9]{1,15}$/.test(text) && Number(text) >= lowest && Number(text) <= highest,
      `must be a whole number from ${lowest} to ${highest}`,
    )
    .transform(Number);
}

function port(byDefault: number) {
  return wholeNumber(0, 65_535).default(byDefault);
}

function region() {
  const message = "must be the name of a region, such as eu-west-1";
  return z.string().refine(isRegion, message).optional();
}

/** A value that is sent unchanged in a header. */
function oneWord() {
  return z
    .string()
    .regex(/^[!-~]+$/, "must have neither spaces nor line breaks")
    .optional();
}

function hostNames(): RegExp {
  return /^[a-z0-9.-]{1,253}(?:,[a-z0-9.-]{1,253})*$/i;
}
