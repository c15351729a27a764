import { on } from "node:events";
import { parentPort, workerData } from "node:worker_threads";
import { openAudioStore } from "../audio/open-audio-store.ts";
import { createKeyUse } from "../auth/key-use.ts";
import { openDatabase } from "../database/client/open-database.ts";
import { createStoreRecord } from "../database/queries/recordings/audio-store.ts";
import { createLog } from "../log.ts";
import { withDeadline } from "../system/with-deadline.ts";
import { startInternal } from "./internal.ts";
import type { InternalWorkerData } from "./internal-worker.ts";
import type { OtherMetrics } from "./metrics/metrics-page.ts";
import { startRecordingKeyUse } from "./record-key-use.ts";
import { repeat } from "./repeat.ts";
import { openThread } from "./thread.ts";
import type { InternalMessage, InternalThreadData, MainMessage } from "./threads.ts";

/*
 * The worker thread of the internal listener. It has its own event loop, connections, limiters and bound of memory. The
 * main thread starts it again when it ends, whatever ended it.
 */
if (parentPort === null) throw new Error("this is the program of a worker thread");
const port = parentPort;
// The iterator keeps what arrives before it is read.
const messages = on(port, "message");
const [first] = (await messages.next()).value as [InternalThreadData];
const { config, target, options } = first;
const { restarts } = workerData as InternalWorkerData;
const post = (message: InternalMessage) => port.postMessage(message);
setInterval(post, 1000, { kind: "alive" } satisfies InternalMessage);

const log = await createLog(config.log);
const { statementTimeoutMilliseconds } = config.database;
const database = await openDatabase(config.database, {
  target,
  statementTimeoutMilliseconds,
  // The main thread has logged it.
  standbyChanged: () => undefined,
});
const store = await openAudioStore(config.audioStore, createStoreRecord(database));
const keyUse = createKeyUse();
const thread = await openThread({ config, database, store, log, keyUse, name: "internal" });
let receiveMetrics: (metrics: OtherMetrics) => void = () => undefined;
const internal = await startInternal(thread, {
  ...options,
  restarts,
  readOthers: () => {
    const received = new Promise<OtherMetrics>((resolve) => {
      receiveMetrics = resolve;
    });
    post({ kind: "readMetrics" });
    return withDeadline(received, 1000, []);
  },
});
const keyUseRecorder = startRecordingKeyUse({ database, keyUse, log });
const sensorMetrics = repeat(internal.refreshSensors, () => 60_000);
post({ kind: "ready", url: internal.url });
for await (const [message] of messages as AsyncIterable<[MainMessage]>) {
  if (message.kind === "stop") void stop();
  else receiveMetrics(message.metrics);
}

async function stop(): Promise<void> {
  await Promise.all([internal.stop(), sensorMetrics.stop()]);
  await keyUseRecorder.stop();
  await thread.stop();
  await database.close();
  process.exit(0);
}
