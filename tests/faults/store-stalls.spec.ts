import { once } from "node:events";
import { get, type ServerResponse } from "node:http";
import { environmentOf } from "../support/audio-store.ts";
import { type Fault, send } from "../support/s3-server.ts";
import { storeFaults, type Target, targetOf } from "./store-faults.ts";
import { download, storeOperations, type StoreWorld } from "./store-operations.ts";
import { expect, test } from "./store-world.ts";

/** Answers the first request of one kind with a fault, and resolves to its response. */
function hitOnce(
  { s3 }: StoreWorld,
  target: Target,
  answer: (response: ServerResponse, carryOut: Parameters<Fault>[2]) => void,
): Promise<ServerResponse> {
  return new Promise((resolve) => {
    s3.fault = (request, response, carryOut) => {
      if (targetOf(request) !== target) return false;
      s3.fault = null;
      answer(response, carryOut);
      resolve(response);
      return true;
    };
  });
}

function faultOf(title: string) {
  const fault = storeFaults.find((each) => each.title === title);
  if (fault === undefined) throw new Error(`there is no fault ${title}`);
  return fault.answer;
}

const closed = async (response: ServerResponse) => {
  if (!response.closed) await once(response, "close");
};

const range = storeOperations.find(({ title }) => title === "a download of another range");

for (const [title, target, answer] of [
  ["does not answer on its marker", "marker", faultOf("no answer")],
  ["sends the half of its marker", "marker", faultOf("the half of a body")],
  ["does not answer on an object", "object", faultOf("no answer")],
  ["sends the head of an object alone", "object", faultOf("a head and no body")],
] as const) {
  test(`a download from a store that ${title} is 503 at the deadline, and its connection is closed`, async ({
    world,
  }) => {
    // The store itself is given up much later.
    const hit = hitOnce(world, target, answer);
    expect(await download(world, null)).toBe("refused");
    await closed(await hit);
    expect(await download(world, null)).toBe("done");
  });
}

test("a download of a range of which a store has sent only what comes before it is 503 at the deadline", async ({
  world,
}) => {
  const hit = hitOnce(world, "object", (response) => {
    response.writeHead(200, { etag: "e", "content-length": world.bytes.length });
    response.write(world.bytes.subarray(0, 1000));
  });
  expect(await range?.run(world)).toBe("refused");
  await closed(await hit);
});

for (const [title, target, answer, hasBegun] of [
  ["while the marker is awaited", "marker", faultOf("no answer"), false],
  ["while an object is awaited", "object", faultOf("no answer"), false],
  ["while the first bytes are awaited", "object", faultOf("a head and no body"), false],
  ["while the next bytes are awaited", "object", faultOf("the half of a body"), true],
] as const) {
  test(`a client that goes away ${title} leaves no connection to the store`, async ({ world }) => {
    const hit = hitOnce(world, target, answer);
    const headers = { "svc-api-key": `Bearer ${world.key}` };
    const request = get(`${world.publicUrl}${world.audioUrl}`, { agent: false, headers });
    request.on("error", () => undefined);
    const response = await hit;
    if (hasBegun) await once(request, "response");
    expect(response.closed).toBe(false);
    request.destroy();
    await closed(response);
    expect(await download(world, null)).toBe("done");
  });
}

test("a process goes on where its object store resets every object while its marker is awaited", async ({
  world,
  serve,
}) => {
  const serving = await serve({
    DATABASE_URL: world.config.kind === "postgres" ? world.config.url : "",
    ...environmentOf(world.s3.config),
  });
  const served = { ...world, ...serving };
  for (const title of [
    "a connection that is reset after the head",
    "a connection that is reset midway",
    "a body that ends early",
  ]) {
    let end: (value: unknown) => void = () => undefined;
    const ended = new Promise((resolve) => (end = resolve));
    world.s3.fault = (request, response, carryOut) => {
      if (targetOf(request) === "object") {
        once(response, "close").then(end, end);
        faultOf(title)(response, carryOut);
      } else void ended.then(() => send(response, carryOut()));
      return true;
    };
    expect(["refused", "cut"]).toContain(await download(served, null));
    world.s3.fault = null;
    expect(await download(served, null)).toBe("done");
  }
  expect(await serving.end("SIGTERM")).toBe(0);
  expect(serving.output()).not.toMatch(/unhandled/i);
});
