import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Instant } from "../../src/acoustics/time/instant.ts";
import { createFolderStore } from "../../src/audio/folder-store.ts";
import { createAudioStore } from "../../src/audio/marked-store.ts";
import type { S3Timeouts } from "../../src/audio/s3-response.ts";
import { openDatabase } from "../../src/database/client/open-database.ts";
import { createStoreRecord } from "../../src/database/queries/recordings/audio-store.ts";
import { selectSensorNos } from "../../src/database/queries/sites/sites.ts";
import { moveRecordings } from "../../src/operator/move-recordings.ts";
import { storeRecording } from "../../src/ingest/recordings/store-recording.ts";
import { makeFlac, ramp } from "../support/flac.ts";
import { startTestGateway } from "../support/gateway.ts";
import { createTenant } from "../support/tenant.ts";
import { startS3Server } from "../support/s3-server.ts";
import { storeOf, type StoreWorld } from "./store-operations.ts";
import { limits, migratedTemplate, test as base } from "./test.ts";

const { poolMax } = limits;

/** With a second more it is the deadline of a request: long enough for what is answered, short enough to wait for. */
const statementTimeoutMilliseconds = 3000;

const second = 1_552_176_000;

/** Longer than a test: only the deadline of a request, or its client, gives the store up. */
export const patient: S3Timeouts = { connect: 600_000, firstByte: 600_000, stall: 600_000 };
export const test = base.extend<{ world: StoreWorld }>({
  world: async ({ server, admin }, use) => {
    const name = `store_${randomBytes(6).toString("hex")}`;
    await admin.unsafe(`create database ${name} template ${migratedTemplate}`);
    const url = new URL(server.url);
    url.pathname = `/${name}`;
    const config = {
      kind: "postgres",
      url: url.href,
      poolMax,
      statementTimeoutMilliseconds,
    } as const;
    const database = await openDatabase(config);
    const s3 = await startS3Server();
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

export { expect } from "./test.ts";
