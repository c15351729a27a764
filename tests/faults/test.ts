import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import postgres, { type Sql } from "postgres";
import { test as base } from "playwright/test";
import { expect } from "../support/expect.ts";
import { type AudioStore, objectPath } from "../../src/audio/audio-store.ts";
import { createFolderStore } from "../../src/audio/folder-store.ts";
import type { StandbyConfig } from "../../src/config.ts";
import { applyMigrations } from "../../src/database/client/migrate.ts";
import { type OpenDatabase, openDatabase } from "../../src/database/client/open-database.ts";
import { createLog } from "../../src/log.ts";
import { beginStore } from "../support/audio-store.ts";
import { startTestGateway } from "../support/gateway.ts";
import { withDataDirectory } from "../support/templates.ts";
import { addRecording, type TestRecording } from "../support/recordings.ts";
import { createTenant, type Tenant } from "../support/tenant.ts";
import { send } from "./send.ts";
import { type Serving, startServing } from "./serving.ts";
import { createPostgres, postgresBinaries, type PostgresServer } from "./postgres.ts";

const statementTimeoutMilliseconds = 1000;

export interface Answer {
  readonly status: number;
  readonly retryAfter: string | null;
  readonly body: string;
}

/** A gateway over a database server that a test can break, and a tenant with a day of samples. */
export interface Site {
  readonly publicUrl: string;
  readonly internalUrl: string;
  readonly database: OpenDatabase;
  readonly tenant: Tenant;
  readonly audioFolder: string;
  readonly store: AudioStore;
  ask(path: string): Promise<Answer>;
  /** A GET with the key of the tenant. */
  get(path: string): Promise<Response>;
  /** Stores a recording of the first sensor in a file. Default: at the first sample. */
  record(options?: RecordOptions): Promise<TestRecording & { readonly path: string }>;
  /** The page of samples that all tests request. */
  readonly page: string;
  /** The expected page, without the instant of the answer. */
  readonly expected: string;
  /**
   * Starts clients that request the page, or another path, again and again until they are stopped, and collects their
   * answers.
   */
  load(clients: number, path?: string): Load;
  /** Resolves when the page is answered again. Later answers must not fail. */
  recovered(): Promise<void>;
  log(): string;
  /** The first answer of its load that was not 200, and its whole log: to be printed where a test fails. */
  explain(): string;
}

interface RecordOptions {
  readonly second?: number;
  readonly bytes?: Buffer;
}

export interface Load {
  /** Resolves once so many answers of a status have come. */
  seen(status: number, count: number): Promise<void>;
  stop(): Promise<Answer[]>;
}

export interface SiteOptions {
  /** Another way to the server, or several servers. */
  readonly url?: string;
  /** The server on which the tenant is created. Default: the server of the worker. */
  readonly tenantUrl?: string;
  readonly standby?: StandbyConfig;
  /** Default: a second. */
  readonly timeoutMilliseconds?: number;
  /** Called when the tenant is there, before the gateway is started. */
  readonly settled?: () => Promise<unknown>;
  /** Default: a temporary one. */
  readonly audioFolder?: string;
}

interface WorkerFixtures {
  /** The folder of PostgreSQL's programs. */
  binaries: string;
  server: PostgresServer;
}

/** A database of the server with every migration, for others to begin as. */
export const migratedTemplate = "migrated";

export const test = base.extend<
  {
    siteOf: (options?: SiteOptions) => Promise<Site>;
    admin: Sql;
    /** A folder with an embedded database of the test's own. */
    dataDirectory: string;
    /** Starts `acoustic serve`; ended in any case when the test is over. */
    serve: typeof startServing;
  },
  WorkerFixtures
>({
  binaries: [
    async ({}, use) => {
      const binaries = postgresBinaries();
      if (binaries === null) {
        console.log(
          "skipped: these tests need PostgreSQL from Debian's packages, which is not installed",
        );
        test.skip();
        return;
      }
      await use(binaries);
    },
    { scope: "worker" },
  ],

  server: [
    async ({ binaries }, use) => {
      const server = await createPostgres(binaries);
      await server.start();
      await applyMigrations({ kind: "url", url: server.url });
      const sql = postgres(new URL("/template1", server.url).href, { max: 1 });
      await sql.unsafe(`create database ${migratedTemplate} template postgres`);
      await sql.end();
      await use(server);
      await server.remove();
    },
    { scope: "worker" },
  ],

  admin: async ({ server }, use) => {
    const sql = postgres(server.url, {
      max: 3,
      onnotice: () => undefined,
      // Also while the server is made to read only.
      connection: { default_transaction_read_only: false },
    });
    await use(sql);
    await sql.end({ timeout: 1 });
  },

  dataDirectory: async ({}, use) => {
    await withDataDirectory("migrated", use);
  },

  serve: async ({}, use, testInfo) => {
    const started: Serving[] = [];
    await use(async (...how) => {
      const serving = await startServing(...how);
      started.push(serving);
      return serving;
    });
    if (testInfo.status !== testInfo.expectedStatus) {
      for (const serving of started) console.log(serving.output());
    }
    for (const serving of started) await serving.end("SIGKILL");
  },

  siteOf: async ({ server }, use, testInfo) => {
    const ends: (() => Promise<unknown>)[] = [];
    const sites: Site[] = [];
    await use(async ({ url = server.url, tenantUrl = server.url, ...options } = {}) => {
      const audioFolder =
        options.audioFolder ?? (await mkdtemp(join(tmpdir(), "acoustic-faults-audio-")));
      ends.unshift(() => rm(audioFolder, { recursive: true, force: true }));
      const direct = await openDatabase({ ...limits, kind: "postgres", url: tenantUrl });
      const tenant = await createTenant(direct.db);
      await tenant.addSamples(samplesOfDay);
      ends.unshift(() => direct.close());
      await options.settled?.();
      const { standby, timeoutMilliseconds = statementTimeoutMilliseconds } = options;
      const database = await openDatabase(
        { ...limits, kind: "postgres", url, ...(standby && { standby }) },
        {
          statementTimeoutMilliseconds: timeoutMilliseconds,
          standbyChanged: () => undefined,
        },
      );
      ends.unshift(() => database.close());
      const { site, stop } = await startSite(
        { database, direct },
        tenant,
        audioFolder,
        timeoutMilliseconds,
      );
      ends.unshift(stop);
      sites.push(site);
      return site;
    });
    if (testInfo.status !== testInfo.expectedStatus) {
      for (const site of sites) console.log(site.explain());
    }
    for (const end of ends) await end();
  },
});

export { expect };

export const limits = { poolMax: 4, statementTimeoutMilliseconds };

/** A sample every five minutes of 2019-03-10. */
export const samplesOfDay = Array.from({ length: 288 }, (_, index) => ({
  second: 1_552_176_000 + index * 300,
  LAeq: 61,
}));

async function startSite(
  { database, direct }: { readonly database: OpenDatabase; readonly direct: OpenDatabase },
  tenant: Tenant,
  audioFolder: string,
  timeoutMilliseconds: number,
): Promise<{ site: Site; stop(): Promise<void> }> {
  let log = "";
  const loaded: Answer[] = [];
  const store = await beginStore(createFolderStore(audioFolder), direct);
  const gateway = await startTestGateway({
    databaseConfig: {
      poolMax: limits.poolMax,
      statementTimeoutMilliseconds: timeoutMilliseconds,
      kind: "postgres",
      url: "",
    },
    database,
    store,
    log: await createLog(
      { level: "info", format: "json" },
      { write: (line) => void (log += line) },
    ),
  });
  const ask = (path: string) => askOnce(`${gateway.publicUrl}${path}`, tenant.key);
  const page = `${tenant.measurementsPath()}?startAt=2019-03-10T00:00:00Z&endAt=2019-03-11T00:00:00Z`;
  const first = await ask(page);
  expect(first.status).toBe(200);
  const site: Site = {
    ...gateway,
    database,
    tenant,
    audioFolder,
    store,
    ask,
    get: (path) =>
      fetch(`${gateway.publicUrl}${path}`, { headers: { "svc-api-key": `Bearer ${tenant.key}` } }),
    record: async ({ second = samplesOfDay[0]?.second ?? 0, ...options } = {}) => {
      const target = { db: direct.db, store };
      const recording = await addRecording(target, tenant.sensorIds[0] ?? "", second, options);
      return { ...recording, path: join(audioFolder, objectPath(recording.objectName)) };
    },
    page,
    expected: withoutNow(first.body),
    load: (clients, path = page) =>
      startLoad(async () => {
        const answer = await ask(path);
        loaded.push(answer);
        return answer;
      }, clients),
    recovered: async () => {
      // As many at once as there are connections to the server. Over those of the load they might not be read yet.
      const askAll = async () => {
        const url = `${gateway.publicUrl}${page}`;
        const sent = await Promise.all(
          Array.from({ length: limits.poolMax }, () => send(url, tenant.key, randomUUID())),
        );
        return sent.map(({ status }) => status);
      };
      const all = [200, 200, 200, 200];
      await expect.poll(askAll).toEqual(all);
      for (let round = 0; round < 5; round += 1) expect(await askAll()).toEqual(all);
    },
    log: () => log,
    explain: () => {
      const other = loaded.find(({ status }) => status !== 200);
      return `first answer but 200: ${JSON.stringify(other ?? null)}\n${log}`;
    },
  };
  return { site, stop: gateway.stop };
}

/** An answer without the member with its time. */
export function withoutNow(body: string): string {
  return body.replaceAll(/"limitRecalculatedAt":"[^"]*"/g, "");
}

async function askOnce(url: string, key: string): Promise<Answer> {
  const response = await fetch(url, {
    headers: { "svc-api-key": `Bearer ${key}` },
    signal: AbortSignal.timeout(20_000),
  });
  return {
    status: response.status,
    retryAfter: response.headers.get("retry-after"),
    body: await response.text(),
  };
}

function startLoad(ask: () => Promise<Answer>, clients: number): Load {
  const answers: Answer[] = [];
  let isStopped = false;
  let notice: () => void = () => undefined;
  const client = async () => {
    while (!isStopped) {
      answers.push(await ask());
      notice();
    }
  };
  const running = Promise.all(Array.from({ length: clients }, client));
  return {
    seen: (status, count) =>
      new Promise((resolve, reject) => {
        const from = answers.length;
        notice = () => {
          const found = answers.slice(from).filter((answer) => answer.status === status);
          if (found.length >= count) resolve();
        };
        running.catch(reject);
      }),
    stop: async () => {
      isStopped = true;
      await running;
      return answers;
    },
  };
}

/** Expects each answer to be the page or a 503 with `Retry-After`. */
export function expectWholeOrRefused(answers: readonly Answer[], expected: string): void {
  for (const { status, body, retryAfter } of answers) {
    if (status === 200) expect(withoutNow(body)).toBe(expected);
    else {
      expect({ status, retryAfter }).toEqual({
        status: 503,
        retryAfter: expect.stringMatching(/^[1-9]/),
      });
      expect(JSON.parse(body)).toMatchObject({ code: "unavailable" });
    }
  }
}
