import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Instant } from "#acoustics/time/instant.ts";
import { createFolderStore } from "#audio/folder-store.ts";
import { createAudioStore } from "#audio/marked-store.ts";
import type { S3Timeouts } from "#audio/s3-response.ts";
import { applyMigrations } from "#database/client/migrate.ts";
import { openDatabase } from "#database/client/open-database.ts";
import { createStoreRecord } from "#database/queries/audio-store.ts";
import { selectSensorNos } from "#database/queries/sites.ts";
import { moveRecordings } from "#ingest/move-recordings.ts";
import { storeRecording } from "#ingest/store-recording.ts";
import { makeFlac, ramp } from "../support/flac.ts";
import { startTestGateway } from "../support/gateway.ts";
import { createTenant } from "../support/tenant.ts";
import { type Fault, send, startFaultyS3 } from "./s3-server.ts";
import { type StoreFault, storeFaults, type Target, targetOf } from "./store-faults.ts";
import {
  download,
  type Outcome,
  storeOf,
  storeOperations,
  type StoreWorld,
} from "./store-operations.ts";
import { expect, limits, test as base } from "./test.ts";

const second = 1_552_176_000;

/** A busy machine is no reason to give a store up. */
const patient: S3Timeouts = { connect: 20_000, firstByte: 20_000, stall: 20_000 };
/** While a store stalls, everything else may be late as well: the outcome is the same. */
const hasty: S3Timeouts = { ...patient, firstByte: 100, stall: 100 };

const test = base.extend<{ world: StoreWorld }>({
  world: async ({ server, admin }, use) => {
    const name = `store_${randomBytes(6).toString("hex")}`;
    await admin.unsafe(`create database ${name}`);
    const url = new URL(server.url);
    url.pathname = `/${name}`;
    const config = { kind: "postgres", url: url.href, ...limits } as const;
    const database = await openDatabase(config);
    await applyMigrations(database.target);
    const s3 = await startFaultyS3();
    const folder = await mkdtemp(join(tmpdir(), "acoustic-faults-"));

    const tenant = await createTenant(database.db);
    await tenant.addSamples([{ second, LAeq: 61 }]);
    const sensorNo = (await selectSensorNos(database.db)).get(tenant.sensorIds[0] ?? "");
    if (sensorNo === undefined) throw new Error("there is no sensor");
    const timeouts = { ...patient };
    const from = storeOf({ s3, timeouts });
    const store = createAudioStore(from, createStoreRecord(database));
    const bytes = makeFlac({ channels: [ramp(30_000)], blockSize: 1024 });
    const target = { db: database.db, store, clock: () => Date.now() as Instant };
    await storeRecording(target, { sensorNo, second }, bytes, null);
    const copy = createFolderStore(join(folder, "copy"));
    await moveRecordings(database, { from, to: copy }, () => undefined);
    const parts = { databaseConfig: config, database, store };
    const { stop, ...gateway } = await startTestGateway(parts);
    const { key } = tenant;
    const page = `${gateway.publicUrl}${tenant.measurementsPath()}?startAt=2019-03-10&endAt=2019-03-11&withAudio=true`;
    const response = await fetch(page, { headers: { "svc-api-key": `Bearer ${key}` } });
    const { data } = (await response.json()) as { data: { audioUrl: string }[] };
    const audioUrl = data[0]?.audioUrl ?? "";
    const stores = { s3, timeouts, copy, folder, bytes };
    await use({ ...stores, ...gateway, database, config, sensorNo, audioUrl, key });

    await stop();
    await s3.close();
    await database.close();
    await admin.unsafe(`drop database ${name} with (force)`);
    await rm(folder, { recursive: true });
  },
});

/** Answers the requests of one kind in the way of a fault, and counts them. */
function aimAt(
  target: Target,
  { answer }: StoreFault,
): { readonly fault: Fault; readonly hits: unknown[] } {
  const hits: unknown[] = [];
  const fault: Fault = (request, response, carryOut) => {
    if (targetOf(request) !== target) return false;
    hits.push(response);
    answer(response, carryOut);
    return true;
  };
  return { fault, hits };
}

function expectedOf(fault: StoreFault, target: Target, usual: Outcome): readonly Outcome[] {
  if (fault.harmless.includes(target)) return ["done"];
  if (fault.isLate) return [usual, "refused", "cut"];
  return fault.isStall ? [usual, "refused"] : [usual];
}

for (const { title, targets, run } of storeOperations) {
  test(`${title} with an object store of whatever fault is done, refused or cut, and the next request is answered`, async ({
    world,
  }) => {
    expect(await run(world)).toBe("done");
    for (const fault of storeFaults) {
      for (const target of Object.keys(targets) as Target[]) {
        const aimed = aimAt(target, fault);
        world.s3.fault = aimed.fault;
        Object.assign(world.timeouts, fault.isStall ? hasty : patient);
        const outcome = await run(world);
        Object.assign(world.timeouts, patient);
        world.s3.fault = null;
        const where = `${fault.title}, ${target}`;
        if (!fault.isStall) expect(aimed.hits.length, where).toBeGreaterThan(0);
        expect(expectedOf(fault, target, targets[target] ?? "done"), where).toContain(outcome);
        expect(await download(world, null), `after ${where}`).toBe("done");
      }
    }
    expect(await run(world)).toBe("done");
  });
}

for (const { title, run } of storeOperations.slice(0, 3)) {
  test(`${title} of an object that fails while its marker is awaited is refused or cut: nothing is open without a reader`, async ({
    world,
  }) => {
    for (const fault of storeFaults.filter(({ isStall }) => !isStall)) {
      const { fault: answerObject } = aimAt("object", fault);
      let end: (value: unknown) => void = () => undefined;
      const ended = new Promise((resolve) => (end = resolve));
      world.s3.fault = (request, response, carryOut) => {
        if (answerObject(request, response, carryOut)) once(response, "close").then(end, end);
        else void ended.then(() => send(response, carryOut()));
        return true;
      };
      const outcome = await run(world);
      world.s3.fault = null;
      expect(expectedOf(fault, "object", "refused"), fault.title).toContain(outcome);
      expect(await download(world, null), `after ${fault.title}`).toBe("done");
    }
  });
}
