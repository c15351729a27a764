import { type APIRequestContext, type APIResponse, test as base } from "playwright/test";
import { expect } from "./expect.ts";
import type { DatabaseConfig } from "../../src/config.ts";
import { type OpenDatabase, openDatabase } from "../../src/database/client/open-database.ts";
import type { Instant } from "../../src/acoustics/time/instant.ts";
import type { Gateway } from "../../src/server/start.ts";
import { type StorePlaces, type TestAudioStore, withBucket, withFolders } from "./audio-store.ts";
import { startTestGateway, type TestGatewayOptions, unrouted, written } from "./gateway.ts";
import { checkAnswers } from "./checked-requests.ts";
import { expectLogKeepsSecrets } from "./leaks.ts";
import { withDataDirectory, withTestDatabase } from "./templates.ts";
import { createTenant, type Tenant, type TenantOptions } from "./tenant.ts";

/** The database of the run, opened by this worker. It records the statements that the worker sends. */
export interface TestDatabase extends OpenDatabase {
  /** The texts of the statements that `work` makes the worker send. */
  statementsOf(work: () => Promise<unknown>): Promise<string[]>;
}

/** A gateway of this worker on free ports. A test can set its clock. */
export interface TestGateway extends Gateway {
  readonly clock: { now: Instant | null };
}

export interface WorkerOptions {
  /** The store of recordings. */
  storeKind: "folder" | "s3";
  /** True if the database is that of `CITUS_URL`. */
  onCitus: boolean;
}

interface WorkerFixtures extends WorkerOptions {
  databaseConfig: DatabaseConfig;
  database: TestDatabase;
  storePlaces: StorePlaces;
  audioStore: TestAudioStore;
  gateway: TestGateway;
  /** Sends requests to either listener. Answers of the public one are checked against the OpenAPI document. */
  http: APIRequestContext;
  /** A tenant with one sensor and without samples, for tests that change nothing of it. */
  tenant: Tenant;
}

export type TenantOf = (options?: TenantOptions) => Promise<Tenant>;

interface TestFixtures {
  /** A folder with an embedded database of the test's own. */
  dataDirectory: string;
  /** Checks after every test that no gateway has written a secret to its log. */
  keptSecrets: void;
  /** Checks after every test that each statement of a gateway would find its worker on a distributed database. */
  routedStatements: void;
  /** Creates a project with sensors and a key for one test. */
  tenantOf: TenantOf;
  /** Starts a gateway over the same database and store but for these options. It stops with the test. */
  serve: (options?: Partial<TestGatewayOptions>) => Promise<Gateway>;
  /** Sends a GET to the public address. `key` goes into the header, and a text as `query` is sent unchanged. */
  get: (path: string, options?: GetOptions) => Promise<APIResponse>;
  /** Sends a query to the internal GraphQL endpoint as POST. */
  graphql: (query: string, options?: GraphqlOptions) => Promise<APIResponse>;
  /** Queries fields of a sensor of a tenant over GraphQL, the first one unless its index is given. */
  askSensor: AskSensor;
  /** The sensor of such an answer, which has no errors. */
  readSensor: (...args: Parameters<AskSensor>) => Promise<Record<string, unknown>>;
}

type AskSensor = (tenant: Tenant, selection: string, sensor?: number) => Promise<APIResponse>;

export interface GetOptions {
  readonly key?: string | null;
  readonly query?: Readonly<Record<string, string | number | boolean>> | string;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface GraphqlOptions {
  readonly key?: string | null;
  readonly variables?: Readonly<Record<string, unknown>>;
  /** Default: the gateway of the worker. */
  readonly server?: Pick<Gateway, "internalUrl">;
  readonly headers?: Readonly<Record<string, string>>;
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  storeKind: ["folder", { option: true, scope: "worker" }],
  onCitus: [false, { option: true, scope: "worker" }],

  databaseConfig: [
    async ({ onCitus }, use) => {
      await withTestDatabase(onCitus, use);
    },
    { scope: "worker" },
  ],

  database: [
    async ({ databaseConfig }, use) => {
      const sent: string[] = [];
      const database = await openDatabase(databaseConfig, {
        statementTimeoutMilliseconds: databaseConfig.statementTimeoutMilliseconds,
        onStatement: (text) => sent.push(text),
      });
      await use({
        ...database,
        statementsOf: async (work) => {
          const before = sent.length;
          await work();
          return sent.slice(before);
        },
      });
      await database.close();
    },
    { scope: "worker" },
  ],

  storePlaces: [
    async ({ storeKind }, use) => {
      await (storeKind === "s3" ? withBucket(use) : withFolders(use));
    },
    { scope: "worker" },
  ],

  audioStore: [
    async ({ storePlaces, database }, use) => {
      await use(await storePlaces.create(database));
    },
    { scope: "worker" },
  ],

  gateway: [
    async ({ database, databaseConfig, audioStore }, use) => {
      const clock: TestGateway["clock"] = { now: null };
      const gateway = await startTestGateway({
        databaseConfig,
        database,
        store: audioStore,
        clock: () => clock.now ?? (Date.now() as Instant),
      });
      await use({ ...gateway, clock });
      await gateway.stop();
    },
    { scope: "worker" },
  ],

  http: [
    async ({ playwright, gateway }, use) => {
      const context = await playwright.request.newContext();
      await use(checkAnswers(context, gateway));
      await context.dispose();
    },
    { scope: "worker" },
  ],

  tenant: [
    async ({ database }, use) => {
      await use(await createTenant(database.db));
    },
    { scope: "worker" },
  ],

  dataDirectory: async ({}, use) => {
    await withDataDirectory("migrated", use);
  },

  keptSecrets: [
    async ({}, use, testInfo) => {
      await use();
      const log = written.take();
      if (testInfo.status !== testInfo.expectedStatus) await testInfo.attach("log", { body: log });
      expectLogKeepsSecrets(log);
    },
    { auto: true },
  ],

  routedStatements: [
    async ({}, use) => {
      await use();
      expect(unrouted.take(), "see the rules of statements in docs/developing.md").toEqual([]);
    },
    { auto: true },
  ],

  tenantOf: async ({ database }, use) => {
    await use((options) => createTenant(database.db, options));
  },

  serve: async ({ database, databaseConfig, audioStore }, use) => {
    const stops: (() => Promise<void>)[] = [];
    await use(async (options) => {
      const parts = { database, databaseConfig, store: audioStore };
      const gateway = await startTestGateway({ ...parts, ...options });
      stops.push(gateway.stop);
      return gateway;
    });
    await Promise.all(stops.map((stop) => stop()));
  },

  get: async ({ gateway, http }, use) => {
    await use((path, { key = null, query = {}, headers = {} } = {}) => {
      const text =
        typeof query === "string"
          ? query
          : new URLSearchParams(
              Object.entries(query).map(([name, value]) => [name, String(value)]),
            ).toString();
      return http.get(`${gateway.publicUrl}${path}${text === "" ? "" : `?${text}`}`, {
        headers: { ...headers, ...(key === null ? {} : { "svc-api-key": `Bearer ${key}` }) },
      });
    });
  },

  graphql: async ({ gateway, http }, use) => {
    await use((query, { key = null, variables = {}, headers = {}, server = gateway } = {}) =>
      http.post(`${server.internalUrl}/graphql`, {
        data: { query, variables },
        headers: {
          accept: "application/graphql-response+json",
          ...headers,
          ...(key === null ? {} : { "svc-api-key": `Bearer ${key}` }),
        },
      }),
    );
  },

  askSensor: async ({ graphql }, use) => {
    await use(({ projectId, sensorIds, key }, selection, sensor = 0) => {
      const of = `projectId: "${projectId}", id: "${sensorIds[sensor]}"`;
      return graphql(`{ sensor(${of}) { ${selection} } }`, { key });
    });
  },

  readSensor: async ({ askSensor }, use) => {
    await use(async (...args) => {
      const { data, errors } = (await (await askSensor(...args)).json()) as {
        data: { sensor: Record<string, unknown> };
        errors?: unknown;
      };
      expect(errors).toBeUndefined();
      return data.sensor;
    });
  },
});

export { expect } from "./expect.ts";
