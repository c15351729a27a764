import { expect, test } from "../support/expect.ts";
import { requestAborted, type RequestContext } from "../../src/http/requests/request-context.ts";
import { createStatementLimiter } from "../../src/server/limiters.ts";
import { neverAborted } from "../../src/system/never-aborted.ts";

/**
 * A limiter over so many connections, and what its statements do: each is named, and starts in the order of
 * `started`.
 */
function createStory(connections: number) {
  const limiter = createStatementLimiter(connections);
  const started: string[] = [];
  const releases = new Map<string, () => void>();
  const contexts = new Map<string, RequestContext>();
  return {
    limiter,
    started,
    /** Sends a statement of a request, which is named by its key and a number. */
    async send(name: string, request: string, options: { readonly signal?: AbortSignal } = {}) {
      const context = contexts.get(request) ?? ({ id: request } as RequestContext);
      contexts.set(request, context);
      const { signal = neverAborted } = options;
      const release = await limiter.queueFor(context, request.slice(0, 1)).acquire(signal);
      started.push(name);
      releases.set(name, release);
    },
    end: (name: string) => releases.get(name)?.(),
    /** Resolves when everything that may start has started. */
    quiet: () => new Promise((resolve) => setImmediate(resolve)),
  };
}

test("a request has two statements in flight, and the next starts when one ends", async () => {
  const { limiter, started, send, end, quiet } = createStory(10);
  for (const name of ["first", "second", "third", "fourth"]) void send(name, "a1");
  await quiet();
  expect([started, limiter.queued]).toEqual([["first", "second"], 2]);
  end("second");
  await quiet();
  expect([started, limiter.queued]).toEqual([["first", "second", "third"], 1]);
});

test("a key never has all connections, however many requests it sends", async () => {
  const { started, send, quiet } = createStory(4);
  for (const request of ["a1", "a2", "a3", "a4"]) void send(request, request);
  void send("other key", "b1");
  await quiet();
  expect(started).toEqual(["a1", "a2", "a3", "other key"]);
});

test("a free connection goes to the keys in turn", async () => {
  const { started, send, end, quiet } = createStory(2);
  void send("a", "a1");
  void send("b", "b1");
  for (const request of ["a2", "a3", "a4"]) void send(request, request);
  void send("b2", "b2");
  await quiet();
  for (const name of ["b", "b2", "a", "a2"]) {
    end(name);
    await quiet();
  }
  expect(started).toEqual(["a", "b", "b2", "a2", "a3"]);
});

test("a statement whose request is aborted leaves the queue, and holds nothing", async () => {
  const { limiter, started, send, end, quiet } = createStory(2);
  const abort = new AbortController();
  void send("a", "a1");
  const waiting = send("given up", "a2", { signal: abort.signal });
  void send("next", "a3");
  await quiet();
  abort.abort(requestAborted);
  await expect(waiting).rejects.toBe(requestAborted);
  end("a");
  await quiet();
  expect([started, limiter.queued]).toEqual([["a", "next"], 0]);
});
