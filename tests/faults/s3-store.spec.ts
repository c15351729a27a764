import { spawn } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import { once } from "node:events";
import { connect } from "node:net";
import { buffer } from "node:stream/consumers";
import { setImmediate } from "node:timers/promises";
import { isAudioStoreUnavailable, type ObjectStore } from "../../src/audio/audio-store.ts";
import { createS3Store } from "../../src/audio/s3-store.ts";
import { beginStore, environmentOf } from "../support/audio-store.ts";
import { startTestGateway } from "../support/gateway.ts";
import { canary } from "../support/leaks.ts";
import { makeFlac, ramp } from "../support/flac.ts";
import { addRecording } from "../support/recordings.ts";
import { expect, test as base } from "../cli/acoustic.ts";
import { answerError, type Fault, type S3Server, startS3Server } from "../support/s3-server.ts";
import { type StoreFault, storeFaults, type Target } from "./store-faults.ts";
import { neverAborted } from "../../src/system/never-aborted.ts";

const test = base.extend<{ s3: S3Server; store: ObjectStore }>({
  s3: async ({}, use) => {
    const s3 = await startS3Server();
    await use(s3);
    await s3.close();
  },
  store: async ({ s3 }, use) => {
    await use(createS3Store(s3.config));
  },
});

const name = "ab0123456789cdef";
const path = `/acoustic/recordings/ab/${name}`;
const content = randomBytes(200_000);

async function failureOf(work: Promise<unknown>): Promise<Error> {
  const error = await work.then(
    () => new Error("it did not fail"),
    (failure: unknown) => failure,
  );
  if (!isAudioStoreUnavailable(error)) throw error;
  expect(`${error.message}${String(error.cause)}`).not.toContain(canary);
  return error;
}

async function readAll(object: Awaited<ReturnType<ObjectStore["open"]>>): Promise<Buffer> {
  if (object === "missing") throw new Error("the object is missing");
  return buffer(object.chunks);
}

async function opened(store: ObjectStore, ...range: [number, number] | []) {
  const [first, last] = range;
  const object =
    first === undefined || last === undefined
      ? await store.open(name)
      : await store.open(name, { first, last });
  if (object === "missing") throw new Error("the object is missing");
  return object;
}

test("the trace of a request goes on with what is read for it, outside of the signature", async ({
  s3,
  store,
}) => {
  await store.put(name, content);
  await store.writeMarker("one", { replaces: true });
  s3.seen.length = 0;
  const signal = neverAborted;
  const ids = { traceId: "4bf92f3577b34da6a3ce929d0e0e4736", spanId: "00f067aa0ba902b7" };
  const caller = { signal, trace: { context: { ...ids, flags: 1, state: "rojo=1" } } };
  await readAll(await store.open(name, undefined, caller));
  await store.readMarker(caller);
  await readAll(await store.open(name, undefined, { signal, trace: null }));
  const traceparent = `00-${ids.traceId}-${ids.spanId}-01`;
  const fields = s3.seen.map(({ headers }) => [
    headers["traceparent"],
    headers["tracestate"],
    /traceparent|tracestate/.test(headers.authorization ?? ""),
  ]);
  expect(fields).toEqual([
    [traceparent, "rojo=1", false],
    [traceparent, "rojo=1", false],
    [undefined, undefined, false],
  ]);
  expect(s3.seen.map(({ isSigned }) => isSigned)).toEqual([true, true, true]);
});

test("an object is stored by one conditional request that carries its SHA-256", async ({
  s3,
  store,
}) => {
  await store.put(name, content);
  expect(s3.objects.get(path)).toEqual(content);
  const sha256 = createHash("sha256").update(content).digest();
  expect(s3.seen).toMatchObject([
    {
      method: "PUT",
      path,
      isSigned: true,
      headers: {
        "if-none-match": "*",
        "x-amz-checksum-sha256": sha256.toString("base64"),
        "x-amz-content-sha256": sha256.toString("hex"),
        "x-amz-security-token": s3.config.credentials.sessionToken,
        "content-length": "200000",
      },
    },
  ]);
  const error = await failureOf(store.put(name, Buffer.from("other")));
  expect(error.message).toContain("has an object of that name already");
  expect(s3.objects.get(path)).toEqual(content);
});

test("every request is signed, and refused with other credentials", async ({ s3, store }) => {
  await store.writeMarker("one", { replaces: false });
  await store.writeMarker("two", { replaces: false });
  expect(await store.readMarker()).toBe("one");
  await store.writeMarker("two", { replaces: true });
  expect(await store.readMarker()).toBe("two");
  await store.put(name, content);
  await opened(store, 0, 9).then(({ chunks }) => buffer(chunks));
  await store.remove(name);
  expect(await store.open(name)).toBe("missing");
  expect(s3.seen.filter(({ isSigned }) => !isSigned)).toEqual([]);
  const { credentials, ...config } = s3.config;
  for (const wrong of [
    { ...credentials, secretAccessKey: "another" },
    { ...credentials, accessKeyId: "another" },
  ]) {
    const error = await failureOf(createS3Store({ ...config, credentials: wrong }).open(name));
    expect(error.message).toContain("answered 403 SignatureDoesNotMatch");
  }
});

test("a range is passed on, and its bytes are those", async ({ s3, store }) => {
  await store.put(name, content);
  for (const [first, last] of [
    [0, 0],
    [1000, 150_000],
    [199_999, 199_999],
  ] as const) {
    const { byteLength, chunks } = await opened(store, first, last);
    expect(byteLength).toBe(content.length);
    expect(await buffer(chunks)).toEqual(content.subarray(first, last + 1));
    expect(s3.seen.at(-1)?.headers.range).toBe(`bytes=${first}-${last}`);
  }
});

/** Answers every request in one way. */
const always =
  (answer: (...asked: [...Parameters<StoreFault["answer"]>]) => unknown): Fault =>
  (_request, response, carryOut) => {
    answer(response, carryOut);
    return true;
  };

/** Those that the store itself sees: a length is compared by whoever knows that of the recording. */
const seenByStore = storeFaults.filter(
  ({ isStall, title }) => !isStall && title !== "a whole answer of another length",
);

for (const { title, answer, harmless } of seenByStore) {
  test(`${title} makes the store unavailable, and no object missing`, async ({ s3, store }) => {
    await store.put(name, content);
    await store.writeMarker("one", { replaces: true });
    s3.fault = always(answer);
    const works: readonly (readonly [Target, () => Promise<unknown>])[] = [
      ["marker", () => store.readMarker()],
      ["object", () => store.open(name).then(readAll)],
      ["object", () => store.open(name, { first: 0, last: 9 }).then(readAll)],
      ["upload", () => store.put("ab0123456789cdee", content)],
      ["removal", () => store.remove("ab0123456789cdee")],
    ];
    for (const [target, work] of works) {
      if (harmless.includes(target)) await work();
      else await failureOf(work());
    }
    s3.fault = null;
    expect(await readAll(await store.open(name))).toEqual(content);
  });
}

for (const [title, status, headers, ...asked] of [
  ["a whole object for a range", 200, { "content-length": 200_000 }, 100, 199],
  ["an object of unknown length", 200, {}],
  ["another range", 206, rangeHeaders(0, 99), 100, 199],
  ["a greater range", 206, rangeHeaders(0, 199_999), 100, 199],
  ["a range without its place", 206, { "content-length": 100 }, 100, 199],
  ["a shorter body", 206, { ...rangeHeaders(100, 199), "content-length": 99 }, 100, 199],
] as const satisfies readonly (readonly [string, number, object, ...([number, number] | [])])[]) {
  test(`${title} is an error`, async ({ s3, store }) => {
    const { "content-length": length }: { readonly "content-length"?: number } = headers;
    s3.fault = always((response) => {
      response.writeHead(status, { etag: "e", ...headers }).end(content.subarray(0, length));
    });
    const error = await failureOf(opened(store, ...asked));
    expect(error.message).toMatch(/answered 200$|did not send what was requested/);
  });
}

function rangeHeaders(first: number, last: number) {
  return {
    "content-length": last + 1 - first,
    "content-range": `bytes ${first}-${last}/200000`,
  };
}

for (const [title, headers, told] of [
  [
    "an answer with the checksum of other bytes",
    { etag: "e", "x-amz-checksum-sha256": "AAAA" },
    "has stored other bytes than were sent",
  ],
  ["a page of a network", {}, "the answer does not come from an object store"],
] as const) {
  test(`${title} for an upload is not believed, though it says 200`, async ({ s3, store }) => {
    s3.fault = always((response) => {
      response.writeHead(200, headers).end("<html>Welcome to this network</html>");
    });
    expect((await failureOf(store.put(name, content))).message).toContain(told);
  });
}

test("a body that is cut ends with an error", async ({ s3, store }) => {
  s3.fault = always((response) => {
    response.writeHead(206, {
      etag: "e",
      "content-length": 200_000,
      "content-range": "bytes 0-199999/300000",
    });
    response.write(Buffer.alloc(100_000), () => response.destroy());
  });
  const { chunks } = await opened(store, 0, 199_999);
  await failureOf(buffer(chunks));
});

type Begin = (response: Parameters<Fault>[1]) => unknown;

for (const [title, told, begin] of [
  ["nothing", "has not answered in 0.1 s", () => undefined],
  [
    "a head and no body",
    "has sent nothing for 0.1 s",
    (response) => response.writeHead(200, { etag: "e", "content-length": 9 }).flushHeaders(),
  ],
  [
    "the half of a body",
    "has sent nothing for 0.1 s",
    (response) => response.writeHead(200, { etag: "e", "content-length": 9 }).write("half"),
  ],
] as const satisfies readonly (readonly [string, string, Begin])[]) {
  test(`an object store that sends ${title} is given up`, async ({ s3 }) => {
    // A head may be read late on a busy machine: the short time begins when it is sent.
    const firstByte = title === "nothing" ? 100 : 600_000;
    const timeouts = { connect: 600_000, firstByte, stall: 100 };
    s3.fault = always((response) => {
      begin(response);
      timeouts.firstByte = 100;
    });
    const hasty = createS3Store(s3.config, timeouts);
    const error = await failureOf(hasty.open(name).then(readAll));
    expect(error.message).toContain(told);
  });
}

test("an object store that takes no connection is given up", async ({ s3 }) => {
  // A listener that accepts nothing: connections beyond its queue get no answer.
  const child = spawn(
    process.execPath,
    [
      "--eval",
      `const server = require("net").createServer().listen({ port: 0, host: "127.0.0.1", backlog: 1 }, () => {
        require("fs").writeSync(1, String(server.address().port));
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
      })`,
    ],
    { stdio: ["ignore", "pipe", "inherit"] },
  );
  const [port] = (await once(child.stdout, "data")) as [Buffer];
  const sockets = Array.from({ length: 8 }, () => connect(Number(port), "127.0.0.1"));
  for (const socket of sockets) socket.on("error", () => undefined);
  await once(sockets[0] ?? child, "connect");
  const store = createS3Store({ ...s3.config, endpoint: `http://127.0.0.1:${port.toString()}` });
  const error = await failureOf(store.open(name));
  expect(error.message).toContain("has not been reached in 2 s");
  for (const socket of sockets) socket.destroy();
  child.kill("SIGKILL");
  await once(child, "exit");
});

test("a connection that is made while the process is busy is in time", async ({ s3, store }) => {
  await store.put(name, content);
  const timeouts = { connect: 10, firstByte: 600_000, stall: 600_000 };
  let hasEnded = false;
  const reading = createS3Store(s3.config, timeouts)
    .open(name)
    .then(readAll)
    .finally(() => (hasEnded = true));
  while (!hasEnded) {
    await setImmediate();
    const from = performance.now();
    while (performance.now() - from < 2 * timeouts.connect);
  }
  expect(await reading).toEqual(content);
});

test("a connection that was closed while it was idle costs no request", async ({ s3, store }) => {
  await store.put(name, content);
  const used = new Set<unknown>();
  s3.fault = (_request, response) => {
    if (!used.has(response.socket)) {
      used.add(response.socket);
      return false;
    }
    response.destroy();
    return true;
  };
  for (let round = 0; round < 3; round += 1) {
    expect(await buffer((await opened(store)).chunks)).toEqual(content);
  }
});

for (const [title, found, isStored] of [
  ["has stored it", content, true],
  ["has another of the same size", Buffer.alloc(content.length), false],
  ["has another", Buffer.from("other"), false],
] as const) {
  test(`an upload whose answer is lost is looked for: the store ${title}`, async ({
    s3,
    store,
  }) => {
    await store.put("0123456789abcdef0123456789abcdef", content);
    const before = s3.seen.length;
    s3.fault = always((response) => {
      s3.objects.set(path, found);
      s3.fault = null;
      response.socket?.destroy();
    });
    const uploaded = store.put(name, content);
    if (isStored) await uploaded;
    else await expect(uploaded).rejects.toThrow("has an object of that name already");
    expect(s3.seen.slice(before).map(({ method }) => method)).toEqual(["PUT", "PUT", "GET"]);
  });
}

test("a download from an object store that fails is 503 or cut, repeats no credentials, and loses nothing", async ({
  s3,
  store,
  database,
  databaseConfig,
  tenantOf,
}) => {
  const second = 1_552_176_000;
  const tenant = await tenantOf();
  await tenant.addSamples([{ second, LAeq: 61 }]);
  const begun = await beginStore(store, database);
  const parts = { db: database.db, store: begun };
  const { bytes } = await addRecording(parts, tenant.sensorIds[0] ?? "", second, {
    bytes: randomBytes(300_000),
  });
  const gateway = await startTestGateway({ databaseConfig, database, store: begun });
  const ask = (asked: string) =>
    fetch(asked, { headers: { "svc-api-key": `Bearer ${tenant.key}` } });
  const page = `${gateway.publicUrl}${tenant.measurementsPath()}?startAt=2019-03-10&endAt=2019-03-11&withAudio=true`;
  const { data } = (await (await ask(page)).json()) as { data: { audioUrl: string | null }[] };
  const audioUrl = `${gateway.publicUrl}${data[0]?.audioUrl}`;
  const readiness = async () => {
    const response = await fetch(`${gateway.internalUrl}/health/ready`);
    return ((await response.json()) as { parts: { audioStore: string } }).parts.audioStore;
  };
  const isServed = async () => {
    const response = await ask(audioUrl);
    expect(response.status).toBe(200);
    expect(Buffer.from(await response.arrayBuffer())).toEqual(bytes);
    expect(await readiness()).toBe("ready");
  };
  await isServed();
  // The object is gone, and so is the marker: another bucket.
  s3.fault = ({ method }, response) => {
    if (method === "GET") answerError(response, 404, "NoSuchKey");
    return method === "GET";
  };
  expect((await ask(audioUrl)).status).toBe(503);
  expect(await readiness()).toBe("unreadable");
  s3.fault = null;
  await isServed();
  s3.fault = ({ path: asked }, response) => {
    if (asked.endsWith("acoustic-audio-store")) return false;
    response.writeHead(200, { etag: "e", "content-length": 300_000 });
    response.write(bytes.subarray(0, 100_000), () => response.destroy());
    return true;
  };
  const cut = await ask(audioUrl);
  expect(cut.status).toBe(200);
  await expect(cut.arrayBuffer()).rejects.toThrow("terminated");
  s3.fault = null;
  await isServed();
  const metrics = await (await fetch(`${gateway.internalUrl}/metrics`)).text();
  expect(metrics).not.toContain(canary);
  await gateway.stop();
});

test("an import into an object store that refuses it ends with 3, and prints no credentials", async ({
  s3,
  acoustic,
  folder,
  tenantOf,
}) => {
  const [sensorId = ""] = (await tenantOf()).sensorIds;
  const file = await folder.write(
    `${sensorId}_20190310T000000Z.flac`,
    makeFlac({ channels: [ramp(40)] }),
  );
  s3.fault = always((response) => {
    answerError(response, 403, "InvalidAccessKeyId");
  });
  const env = { ...environmentOf(s3.config), LOG_LEVEL: "trace" };
  const run = await acoustic(["import", "recordings", file], { env });
  expect(run).toMatchObject({
    code: 3,
    stderr: "The audio store cannot be used: the object store answered 403 InvalidAccessKeyId\n",
  });
  const wrong = { ...env, AUDIO_STORE: `s3://${canary}@x`, AWS_SECRET_ACCESS_KEY: `${canary} ` };
  for (const args of [
    ["import", "recordings", file],
    ["serve"],
    ["recordings", "move", "--help"],
  ]) {
    const { stdout, stderr } = await acoustic(args, { env: wrong });
    expect(`${stdout}${stderr}`).not.toContain(canary);
  }
});
