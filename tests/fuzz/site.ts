import { sql } from "drizzle-orm";
import { scopes } from "../../src/auth/scopes.ts";
import type { KeyId } from "../../src/acoustics/ids.ts";
import { revokeKey } from "../../src/auth/issue-key.ts";
import { addRecording } from "../support/recordings.ts";
import type { Tenant, TenantOptions } from "../support/tenant.ts";
import type { TestAudioStore } from "../support/audio-store.ts";
import { test as base, type TestDatabase, type TestGateway } from "../support/test.ts";

/** The data and the keys from which random requests are made. */
export interface Site {
  /** The project that the key `full` reads, all of it. */
  readonly own: Tenant;
  /** That one, one of another customer, and one without a contract. */
  readonly tenants: readonly Tenant[];
  /** Values that name something, by the name of the parameter they are for. */
  readonly values: Readonly<Record<string, readonly string[]>>;
  /** Paths of recordings, on leases of the key `full`. */
  readonly audioPaths: readonly string[];
  /** Keys by what is particular about them; only those in `keysInForce` are let in. */
  readonly keys: Readonly<Record<string, string>>;
  readonly keysInForce: ReadonlySet<string>;
}

interface Ground {
  readonly tenantOf: (options?: TenantOptions) => Promise<Tenant>;
  readonly database: TestDatabase;
  readonly audioStore: TestAudioStore;
  readonly gateway: TestGateway;
}

export const test = base.extend<{ site: Site }>({
  site: async ({ tenantOf, database, audioStore, gateway }, use) => {
    await use(await createSite({ tenantOf, database, audioStore, gateway }));
  },
});

const firstSecond = Date.parse("2019-03-10T00:00:00Z") / 1000;
const interval = 300;
const sampleCount = 240;

async function createSite(ground: Ground): Promise<Site> {
  const { tenantOf, gateway } = ground;
  const own = await tenantOf({ site: limits, sensors: [placed(-6.2), {}, placed(-6.3)] });
  const other = await tenantOf({ sensors: 2 });
  const uncontracted = await tenantOf({ site: { contract: undefined } });
  await other.addSamples([{ second: firstSecond, LAeq: 90 }]);
  await fill(own, ground);
  const inForce = {
    full: own.key,
    other: other.key,
    uncontracted: uncontracted.key,
    "one sensor": await own.createKey({ sensors: own.sensorIds.slice(0, 1) }),
    ...(await keysOfOneScope(own)),
  };
  const revoked = await own.createKey();
  await revokeKey(ground.database.db, revoked.split(".")[1] as KeyId, new Date());
  const expired = await own.createKey();
  await ground.database.db.execute(
    sql`update api_keys set expires_at = now() - interval '1 minute' where id = ${expired.split(".")[1]}`,
  );
  const tenants = [own, other, uncontracted];
  return {
    own,
    tenants,
    values: {
      projectId: tenants.map(({ projectId }) => projectId),
      sensorId: [...own.sensorIds, ...tenants.map(({ sensorIds }) => sensorIds[0] ?? "")],
      sensors: own.sensorIds,
      sampleId: own.sensorIds.map((sensorId) => `${sensorId}.${firstSecond}`),
      ...instants,
      cursor: [
        "0",
        ...[0, 1, 100, sampleCount - 1].map((step) => String(firstSecond + step * interval)),
      ],
    },
    audioPaths: await lease(own, gateway.publicUrl),
    keys: { ...inForce, revoked, expired },
    keysInForce: new Set(Object.keys(inForce)),
  };
}

const limits = {
  location: { latitude: 53.35, longitude: -6.26 },
  holidays: [{ date: "2019-03-11", name: "A holiday" }],
  limits: {
    default: { A: 60, C: 70 },
    schedule: [
      { days: ["mon", "sun"], from: "22:00", to: "07:00", limit: { A: 50 } },
      { days: ["holiday"], from: "00:00", to: "24:00", limit: { A: 55 } },
    ],
    exceptions: [
      {
        name: "Night works",
        startAt: "2019-03-10T22:00:00Z",
        endAt: "2019-03-11T05:00:00Z",
        limit: { A: 75 },
      },
    ],
  },
  classification: { model: "fuzz-model", minConfidence: 0.5 },
};

/** Bounds of ranges, all startAt before all endAt: inside the contract, across its ends, beside it. */
const instants = {
  startAt: ["2019-03-10", "2019-03-10T23:00:00+01:00", "2019-02-01", "0001-01-01", "2018-01-01"],
  endAt: ["2019-03-12", "2019-03-31T22:59:59.999Z", "2019-03-11T08:00", "9999-12-31"],
};

const placed = (longitude: number) => ({
  location: { latitude: 53.3, longitude },
  serialNumber: "17",
  limits: { default: { Z: 80 } },
});

/**
 * Adds most of a day of samples to the first sensor, some with classification and recording, and a few to the last.
 */
async function fill(tenant: Tenant, { database, audioStore }: Ground): Promise<void> {
  const seconds = Array.from({ length: sampleCount }, (_, step) => firstSecond + step * interval);
  const samples = seconds.map((second, step) => ({
    second,
    LAeq: 40 + ((step * 7) % 45) + (step % 100) / 100,
    LZeq: 70 + (step % 20),
    ...(step % 3 === 0 ? { LCeq: 60 + (step % 25), LAFmax: 90 } : {}),
  }));
  await tenant.addSamples(samples);
  await tenant.addSamples([{ second: firstSecond, LCpeak: 120 }], 2);
  await tenant.addClassifications(
    seconds.filter((_, step) => step % 5 === 0).map((second) => ["fuzz-model", second, "dog", 0.7]),
  );
  const sensor = tenant.sensorIds[0] ?? "";
  const loud = samples.filter(({ LAeq }) => LAeq > 80).slice(0, 12);
  for (const { second } of loud)
    await addRecording({ db: database.db, store: audioStore }, sensor, second);
}

async function keysOfOneScope(tenant: Tenant): Promise<Record<string, string>> {
  const made = scopes.map(async (scope) => [scope, await tenant.createKey({ scopes: [scope] })]);
  return Object.fromEntries(await Promise.all(made)) as Record<string, string>;
}

async function lease({ key, measurementsPath }: Tenant, publicUrl: string): Promise<string[]> {
  const query = "startAt=2019-03-10&endAt=2019-03-13&limit=2000&withAudio=true";
  const operations = [measurementsPath(), measurementsPath().replace("measurements", "events")];
  const pages = operations.map(async (path) => {
    const headers = { "svc-api-key": `Bearer ${key}` };
    const response = await fetch(`${publicUrl}${path}?${query}`, { headers });
    const { data } = (await response.json()) as { data: { audioUrl: string | null }[] };
    return data.flatMap(({ audioUrl }) => audioUrl ?? []);
  });
  return (await Promise.all(pages)).flat();
}
