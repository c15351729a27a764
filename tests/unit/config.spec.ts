import { expect, test } from "../support/expect.ts";
import { parseConfig } from "../../src/config.ts";
import { packageFile } from "../../src/system/package-files.ts";

const defaults = {
  database: {
    kind: "embedded",
    dataDirectory: ".data",
    poolMax: 10,
    statementTimeoutMilliseconds: 5000,
  },
  audioStore: { kind: "folder", folder: ".data/audio" },
  audioLeaseSeconds: 600,
  public: { host: "127.0.0.1", port: 8080 },
  internal: { host: "127.0.0.1", port: 8081, names: [] },
  keyRequestsPerMinute: null,
  sensorMetrics: 500,
  mapTiles: null,
  graphqlDocuments: null,
  tracing: null,
  log: { level: "info", format: "json" },
  threads: 2,
};

const everything = {
  DATABASE_URL: "postgres://reader:secret@db:5433/acoustic",
  DATABASE_READ_URL: "postgres://reader:secret@standby:5433/acoustic",
  DATABASE_READ_MAX_LAG_MS: "2000",
  DATABASE_POOL_MAX: "25",
  DATABASE_STATEMENT_TIMEOUT_MS: "2500",
  KEY_REQUESTS_PER_MINUTE: "120",
  SENSOR_METRICS: "0",
  DATA_DIR: "/var/lib/acoustic",
  AUDIO_STORE: "s3://recordings/city/2026",
  AUDIO_STORE_ENDPOINT: "https://objects.example:9000",
  AWS_REGION: "eu-west-1",
  AWS_DEFAULT_REGION: "eu-west-2",
  AWS_ACCESS_KEY_ID: "AKIAEXAMPLE",
  AWS_SECRET_ACCESS_KEY: "se/cr+et",
  AWS_SESSION_TOKEN: "to/ken==",
  AUDIO_LEASE_SECONDS: "60",
  HOST: "0.0.0.0",
  PORT: "0",
  INTERNAL_HOST: "::1",
  INTERNAL_PORT: "65535",
  INTERNAL_NAMES: "noise.example,gateway",
  MAP_TILES: "https://tiles.example:8443/{z}/{x}/{y}.png",
  MAP_ATTRIBUTION: "© The city",
  GRAPHQL_DOCUMENTS: "/etc/acoustic/documents",
  OTEL_EXPORTER_OTLP_ENDPOINT: "http://collector:4318",
  OTEL_EXPORTER_OTLP_PROTOCOL: "http/protobuf",
  OTEL_EXPORTER_OTLP_HEADERS: "authorization=Bearer%20one",
  OTEL_SERVICE_NAME: "noise",
  OTEL_RESOURCE_ATTRIBUTES: "deployment.environment.name=test",
  OTEL_TRACES_SAMPLER: "parentbased_traceidratio",
  OTEL_TRACES_SAMPLER_ARG: "0.25",
  THREADS: "1",
  LOG_LEVEL: "debug",
  LOG_FORMAT: "pretty",
};

test("An empty environment is the defaults", () => {
  expect(parseConfig({})).toEqual({ ok: true, config: defaults });
});

test("An empty variable is unset", () => {
  const empty = Object.fromEntries(Object.keys(everything).map((name) => [name, ""]));
  expect(parseConfig(empty)).toEqual({ ok: true, config: defaults });
});

test("Variables that are none of the service's are passed over", () => {
  expect(parseConfig({ PATH: "/usr/bin", port: "x", AUDIO: "y" })).toEqual({
    ok: true,
    config: defaults,
  });
});

test("Every variable is read", () => {
  expect(parseConfig(everything)).toEqual({
    ok: true,
    config: {
      database: {
        kind: "postgres",
        url: "postgres://reader:secret@db:5433/acoustic",
        standby: {
          url: "postgres://reader:secret@standby:5433/acoustic",
          maxLagMilliseconds: 2000,
        },
        poolMax: 25,
        statementTimeoutMilliseconds: 2500,
      },
      audioStore: {
        kind: "s3",
        bucket: "recordings",
        prefix: "city/2026",
        endpoint: "https://objects.example:9000",
        region: "eu-west-1",
        credentials: {
          accessKeyId: "AKIAEXAMPLE",
          secretAccessKey: "se/cr+et",
          sessionToken: "to/ken==",
        },
      },
      audioLeaseSeconds: 60,
      public: { host: "0.0.0.0", port: 0 },
      internal: { host: "::1", port: 65_535, names: ["noise.example", "gateway"] },
      keyRequestsPerMinute: 120,
      sensorMetrics: 0,
      mapTiles: {
        template: "https://tiles.example:8443/{z}/{x}/{y}.png",
        attribution: "© The city",
        origin: "https://tiles.example:8443",
      },
      graphqlDocuments: "/etc/acoustic/documents",
      tracing: {
        endpoint: "http://collector:4318",
        sampler: { root: "traceidratio", isParentBased: true },
        share: 0.25,
      },
      threads: 1,
      log: { level: "debug", format: "pretty" },
    },
  });
});

test("Recordings are stored under the data directory unless AUDIO_STORE names another folder", () => {
  const parsed = parseConfig({ DATA_DIR: "/var/lib/acoustic" });
  expect(parsed).toMatchObject({
    config: {
      audioStore: { kind: "folder", folder: "/var/lib/acoustic/audio" },
      database: { kind: "embedded", dataDirectory: "/var/lib/acoustic" },
    },
  });
});

test("The log is for a person where it goes to a terminal, unless LOG_FORMAT says otherwise", () => {
  const formatOf = (environment: NodeJS.ProcessEnv, isTerminal: boolean) => {
    const parsed = parseConfig(environment, { isTerminal });
    return parsed.ok ? parsed.config.log.format : null;
  };
  expect(formatOf({}, true)).toBe("pretty");
  expect(formatOf({}, false)).toBe("json");
  expect(formatOf({ LOG_FORMAT: "json" }, true)).toBe("json");
  expect(formatOf({ LOG_FORMAT: "pretty" }, false)).toBe("pretty");
});

const keys = { AWS_ACCESS_KEY_ID: "id", AWS_SECRET_ACCESS_KEY: "secret" };

for (const [environment, expected] of [
  [
    { AUDIO_STORE: "s3://recordings", AWS_DEFAULT_REGION: "eu-west-2" },
    { prefix: "", region: "eu-west-2", endpoint: "https://s3.eu-west-2.amazonaws.com" },
  ],
  [
    { AUDIO_STORE: "s3://my.bucket/a/b/", AUDIO_STORE_ENDPOINT: "http://[::1]:9000/" },
    { bucket: "my.bucket", prefix: "a/b", region: "us-east-1", endpoint: "http://[::1]:9000" },
  ],
] as const) {
  test(`${environment.AUDIO_STORE} is a bucket, with defaults for the rest`, () => {
    expect(parseConfig({ ...keys, ...environment })).toMatchObject({
      config: { audioStore: { kind: "s3", ...expected, credentials: { sessionToken: null } } },
    });
  });
}

test("Missing settings of a bucket are named, and a folder needs none of them", () => {
  const missing = "must be set for the object store of AUDIO_STORE";
  expect(parseConfig({ AUDIO_STORE: "s3://recordings" })).toEqual({
    ok: false,
    issues: [
      `AWS_ACCESS_KEY_ID: ${missing}`,
      `AWS_SECRET_ACCESS_KEY: ${missing}`,
      "AWS_REGION: must be set, or AUDIO_STORE_ENDPOINT for a store of your own",
    ],
  });
  expect(parseConfig({ AUDIO_STORE: "/s3:", AWS_ACCESS_KEY_ID: "id" })).toMatchObject({
    config: { audioStore: { kind: "folder", folder: "/s3:" } },
  });
});

test("An address of another kind than a bucket's is no folder", () => {
  for (const AUDIO_STORE of ["file:/var/audio", "https://objects.example/a", "gs://bucket"]) {
    expect(parseConfig({ AUDIO_STORE }), AUDIO_STORE).toMatchObject({
      issues: [expect.stringMatching(/^AUDIO_STORE: must be a folder, or s3:/)],
    });
  }
});

test("The configuration is frozen", () => {
  const parsed = parseConfig({});
  expect(parsed.ok && Object.isFrozen(parsed.config)).toBe(true);
});

/** Each whole number with its lowest and highest value. */
const numbers: readonly (readonly [string, number, number])[] = [
  ["DATABASE_POOL_MAX", 1, 1000],
  ["DATABASE_READ_MAX_LAG_MS", 100, 600_000],
  ["DATABASE_STATEMENT_TIMEOUT_MS", 1, 3_600_000],
  ["KEY_REQUESTS_PER_MINUTE", 1, 1_000_000_000],
  ["SENSOR_METRICS", 0, 100_000],
  ["AUDIO_LEASE_SECONDS", 1, 86_400],
  ["PORT", 0, 65_535],
  ["INTERNAL_PORT", 0, 65_535],
];

for (const [name, lowest, highest] of numbers) {
  test(`${name} is a whole number from ${lowest} to ${highest}`, () => {
    const refusal = {
      ok: false,
      issues: [`${name}: must be a whole number from ${lowest} to ${highest}`],
    };
    const refused = ["-1", "+1", "1.0", "1e2", "0x10", " 1", "1 ", "1\n", "one", "NaN", "１"];
    refused.push(String(lowest - 1), String(highest + 1), "9".repeat(16), "9".repeat(400));
    for (const value of refused)
      expect([value, parseConfig({ [name]: value })]).toEqual([value, refusal]);
    for (const value of [lowest, highest]) {
      expect(parseConfig({ [name]: String(value) }).ok).toBe(true);
    }
  });
}

const authority = packageFile("tests/fixtures/tls/localhost.pem");

const onlyParameters =
  "it may have target_session_attrs, sslmode, sslrootcert, application_name and no other";

/** Variables with what they say of the values that they refuse, and those. A value ends at a space. */
const refusals: Readonly<Record<string, string>> = {
  "AUDIO_STORE: must be a folder, or s3://bucket/prefix: a bucket has 3 to 63 of a-z, 0-9, - and ., a prefix A-Z, a-z, 0-9, _, -, . and /": `
    s3:recordings s3:// s3:///prefix s3://ab s3://Recordings S3://recordings s3://-recordings s3://recordings/a//b
    s3://recordings/../b s3://id:secret@recordings/a s3://recordings?region=x s3://recordings/a%20b`,
  "AUDIO_STORE_ENDPOINT: must be an address of the form https://host:port, without a user, a path or a query": `
    objects.example ftp://objects.example https://id:secret@objects.example https://objects.example/bucket
    https://objects.example?x=1 https:///bucket`,
  "AWS_REGION: must be the name of a region, such as eu-west-1": "eu_west",
  "AWS_DEFAULT_REGION: must be the name of a region, such as eu-west-1": "EU",
  "OTEL_EXPORTER_OTLP_ENDPOINT: must be an http or https address without a user, a query or a fragment, such as http://127.0.0.1:4318": `
    collector:4318 ftp://collector http://id:secret@collector:4318 http://collector:4318?x=1
    http://collector:4318#x http:///v1`,
  "LOG_LEVEL: must be one of trace, debug, info, warn, error, fatal, silent": "verbose INFO",
  "LOG_FORMAT: must be json or pretty": "xml",
  "DATABASE_URL: must be an address of the form postgres://user:password@host:port/database, with %2F, %3F, %23 and %40 for / ? # and @ in the password":
    "mysql://db/acoustic db:5432 postgres: postgres://db:port/x",
  "DATABASE_URL: has a % that begins no escape: in the user, password or database encode % as %25":
    "postgres://u%:p@db/x postgres://u:p%zz@db/x postgres://u:100%@db/x postgres://u:p@db/x% postgres://u:%ff@db/x",
  "DATABASE_URL: may have target_session_attrs=primary and no other: leave it out or set it so": [
    "any",
    "read-write",
    "standby",
    "prefer-standby",
    "PRIMARY",
    "",
  ]
    .map((kind) => `postgres://a,b/x?target_session_attrs=${kind}`)
    .join(" "),
  "MAP_TILES: must be an http or https address without a user and password, or a path that begins with one /": `
    tiles.example/{z}/{x}/{y} ftp://tiles.example/{z}/{x}/{y} //tiles.example/{z}/{x}/{y} https:tiles/{z}/{x}/{y}
    https://user:password@tiles.example/{z}/{x}/{y} https:///tiles/{z}/{x}/{y} /\\tiles.example/{z}/{x}/{y}
    javascript:alert({z}{x}{y})`,
  "MAP_TILES: must have each of {z}, {x} and {y} once, behind its host, and no other braces": `
    /tiles /tiles/{z}/{x} /tiles/{z}/{x}/{x}/{y} /tiles/{z}/{x}/{y}/{r} /tiles/{z}/{x}/{y}}
    https://{z}.tiles.example/{x}/{y} https://tiles.example?{z}#{x}/{y}{Z}`,
  "DATABASE_URL: has the parameter sslmode twice":
    "postgres://db/x?sslmode=require&sslmode=require",
  "DATABASE_URL: may have sslmode=disable, require, verify-full and no other": [
    "prefer",
    "verify-ca",
    "",
    "Require",
  ]
    .map((mode) => `postgres://db/x?sslmode=${mode}`)
    .join(" "),
  "DATABASE_URL: may have sslrootcert only with sslmode=verify-full": `postgres://db/x?sslmode=require&sslrootcert=${authority}`,
  "DATABASE_URL: has an sslrootcert that is no file of certificates (PEM) that this user can read":
    ["/none.pem", packageFile("package.json")]
      .map((path) => `postgres://db/x?sslmode=verify-full&sslrootcert=${path}`)
      .join(" "),
};

/** Parameters that an address may not have, and the options that have them. */
const unknownParameters = {
  max: "max=3",
  statement_timeout: "sslmode=require&statement_timeout=0",
  timezone: "timezone=CET",
  host: "host=/run/postgresql",
  sslkey: "sslmode=require&sslkey=/k",
  connect_timeout: "connect_timeout=3",
  "that it has": "pass*word=1",
};

/** Values with spaces and line ends, each with the beginning of what is said of it. */
const spaced: readonly (readonly [name: string, value: string, issue: string])[] = [
  ["AUDIO_STORE", "s3://recordings/a b", "must be a folder, or s3://"],
  ["AWS_REGION", "eu west", "must be the name of a region"],
  ["AWS_ACCESS_KEY_ID", "in two\nlines", "must have neither spaces nor line breaks"],
  ["AWS_SECRET_ACCESS_KEY", "in two\nlines", "must have neither spaces nor line breaks"],
  ["AWS_SESSION_TOKEN", "in two\nlines", "must have neither spaces nor line breaks"],
  ["DATABASE_URL", " postgres://db/x", "must be an address of the form"],
  ["MAP_TILES", "https://tiles example/{z}/{x}/{y}", "must be an http or https address"],
  ["MAP_TILES", "/tiles/{z}/{x}/{y}.png\n", "must be an http or https address"],
];

test("A refused value is reported by the variable's name and the valid form", () => {
  const requireRefused = (issue: string, value: string) => {
    const [name = ""] = issue.split(":");
    const refused = { ok: false, issues: [issue] };
    expect([value, parseConfig({ [name]: value })]).toEqual([value, refused]);
  };
  for (const [issue, values] of Object.entries(refusals)) {
    for (const value of values.trim().split(/\s+/)) requireRefused(issue, value);
  }
  for (const [name, option] of Object.entries(unknownParameters)) {
    const issue = `DATABASE_URL: may not have the parameter ${name}: ${onlyParameters}`;
    requireRefused(issue, `postgres://db/x?${option}`);
  }
  for (const [name, value, issue] of spaced) {
    const refused = { ok: false, issues: [expect.stringContaining(`${name}: ${issue}`)] };
    expect([value, parseConfig({ [name]: value })]).toEqual([value, refused]);
  }
});

const collector = { OTEL_EXPORTER_OTLP_ENDPOINT: "http://collector:4318" };

for (const [name, value, issue] of [
  ["OTEL_EXPORTER_OTLP_PROTOCOL", "grpc", "must be http/protobuf, which is all that is sent"],
  ["OTEL_EXPORTER_OTLP_PROTOCOL", "http/json", "must be http/protobuf, which is all that is sent"],
  [
    "OTEL_TRACES_SAMPLER",
    "jaeger_remote",
    "must be one of always_on, always_off, traceidratio, parentbased_always_on, parentbased_always_off, parentbased_traceidratio",
  ],
  ...["-1", "1.5", "half", "0.", "1e-1"].map(
    (share) =>
      ["OTEL_TRACES_SAMPLER_ARG", share, "must be a number from 0 to 1, such as 0.05"] as const,
  ),
] as const) {
  test(`${name} ${value} is refused where a collector is configured, and else is another program's`, () => {
    expect(parseConfig({ [name]: value })).toMatchObject({ ok: true, config: { tracing: null } });
    expect(parseConfig({ ...collector, [name]: value })).toEqual({
      ok: false,
      issues: [`${name}: ${issue}`],
    });
  });
}

test("A collector may have a path, and gets the traces that a client samples and all others", () => {
  const endpoint = "https://traces.example/of/a-tenant/";
  expect(parseConfig({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint })).toMatchObject({
    config: {
      tracing: { endpoint, sampler: { root: "always_on", isParentBased: true }, share: 1 },
    },
  });
});

test("DATABASE_READ_URL is that of a standby, and of no other kind of server", () => {
  const withKind = (kind: string) =>
    parseConfig({
      DATABASE_URL: "postgres://db/x",
      DATABASE_READ_URL: `postgres://a,b/x?target_session_attrs=${kind}`,
    });
  expect(withKind("standby")).toMatchObject({ ok: true });
  expect(withKind("primary")).toEqual({
    ok: false,
    issues: [
      "DATABASE_READ_URL: may have target_session_attrs=standby and no other: leave it out or set it so",
    ],
  });
});

test("DATABASE_READ_URL needs DATABASE_URL", () => {
  expect(parseConfig({ DATABASE_READ_URL: "postgres://db/x" })).toEqual({
    ok: false,
    issues: ["DATABASE_READ_URL: needs DATABASE_URL, the primary that its standby follows"],
  });
});

for (const url of [
  "postgres://db/x",
  "postgres://a:5432,b:5433,[::1]:5434/x?target_session_attrs=primary",
  "postgresql://u:p%40ss@db:5432/x?sslmode=require&target_session_attrs=primary",
  `postgres://db/x?sslmode=verify-full&sslrootcert=${authority}&application_name=a`,
]) {
  test(`${url} is an address of a database`, () => {
    expect(parseConfig({ DATABASE_URL: url })).toMatchObject({
      config: { database: { kind: "postgres", url } },
    });
  });
}

for (const [template, origin] of [
  ["/tiles/{z}/{x}/{y}.png", "'self'"],
  ["http://10.0.0.7:8000/{z}/{x}/{y}.png", "http://10.0.0.7:8000"],
  ["HTTPS://Tiles.Example/wmts?layer=grey&z={z}&y={y}&x={x}", "https://tiles.example"],
] as const) {
  test(`${template} is an address of tiles on ${origin}`, () => {
    expect(parseConfig({ MAP_TILES: template })).toMatchObject({
      config: { mapTiles: { template, attribution: "", origin } },
    });
  });
}

test("All issues are reported together, each with its variable, and no value is repeated", () => {
  const wrong = Object.fromEntries(Object.keys(everything).map((name) => [name, "hunter2 "]));
  const parsed = parseConfig(wrong);
  const reported = parsed.ok ? [] : parsed.issues;
  const refused = `
    DATABASE_URL DATABASE_READ_URL DATABASE_READ_MAX_LAG_MS DATABASE_POOL_MAX DATABASE_STATEMENT_TIMEOUT_MS
    KEY_REQUESTS_PER_MINUTE SENSOR_METRICS THREADS AUDIO_LEASE_SECONDS AUDIO_STORE_ENDPOINT AWS_REGION
    AWS_DEFAULT_REGION AWS_ACCESS_KEY_ID AWS_SECRET_ACCESS_KEY AWS_SESSION_TOKEN PORT INTERNAL_PORT INTERNAL_NAMES
    MAP_TILES OTEL_EXPORTER_OTLP_ENDPOINT LOG_LEVEL LOG_FORMAT`;
  expect(new Set(reported.map((issue) => issue.split(":")[0]))).toEqual(
    new Set(refused.trim().split(/\s+/)),
  );
  expect(reported.join("\n")).not.toContain("hunter2");
});
