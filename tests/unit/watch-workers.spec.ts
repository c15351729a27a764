import { expect, test } from "playwright/test";
import { type CitusWorker, watchWorkers } from "#database/client/watch-workers.ts";

/** Of two workers, `a` has the sensors with even numbers. `isAnswering` says of each whether it answers. */
function cluster(suspectMilliseconds: number) {
  const isAnswering: Record<string, boolean> = { a: true, b: true };
  const counts = { checks: 0, places: 0 };
  let coordinatorAnswers = true;
  const watch = watchWorkers({
    async askWorkers() {
      counts.checks += 1;
      if (!coordinatorAnswers) throw new Error("the coordinator does not answer");
      return Object.entries(isAnswering).map(([name, isReachable]): CitusWorker => ({
        name,
        isReachable,
      }));
    },
    async askWorkerOf(sensorNo) {
      counts.places += 1;
      return sensorNo % 2 === 0 ? "a" : "b";
    },
    suspectMilliseconds,
    pauseMilliseconds: 1,
    close: async () => undefined,
  });
  return {
    watch,
    counts,
    isAnswering,
    loseCoordinator: () => (coordinatorAnswers = false),
  };
}

/** A statement that waits until it is answered, or its connection is closed. */
function statement() {
  let resolve: (rows: readonly string[]) => void = () => undefined;
  let reject: (error: Error) => void = () => undefined;
  const promise = new Promise<readonly string[]>((...settle) => ([resolve, reject] = settle));
  let sent = 0;
  return {
    answer: () => resolve(["row"]),
    timesSent: () => sent,
    send: () => {
      sent += 1;
      return Object.assign(promise, {
        state: { destroy: () => reject(new Error("the connection was closed")) },
      });
    },
  };
}

test("while statements are answered soon, nothing is asked", async () => {
  const { watch, counts } = cluster(60_000);
  const page = statement();
  page.answer();
  expect(await watch.send(2, page.send)).toEqual(["row"]);
  expect(counts).toEqual({ checks: 0, places: 0 });
  await watch.close();
});

test("a statement that waits for a worker that is away is given up, and one of another worker goes on", async () => {
  const { watch, isAnswering } = cluster(1);
  isAnswering["a"] = false;
  const [ofAway, ofOther] = [statement(), statement()];
  const other = watch.send(3, ofOther.send);
  await expect(watch.send(2, ofAway.send)).rejects.toMatchObject({ code: "WORKER_AWAY" });
  ofOther.answer();
  expect(await other).toEqual(["row"]);
  await watch.close();
});

test("what needs a worker that is known to be away is not sent, until it answers", async () => {
  const { watch, counts, isAnswering } = cluster(60_000);
  isAnswering["a"] = false;
  await watch.check();
  const page = statement();
  page.answer();
  for (let times = 0; times < 2; times += 1) {
    await expect(watch.send(2, page.send)).rejects.toMatchObject({ code: "WORKER_AWAY" });
  }
  expect(await watch.send(3, page.send)).toEqual(["row"]);
  expect({ sent: page.timesSent(), places: counts.places }).toEqual({ sent: 1, places: 2 });
  isAnswering["a"] = true;
  await expect.poll(() => watch.send(2, page.send).catch(() => "refused")).toEqual(["row"]);
  const { checks } = counts;
  await watch.check();
  expect(counts.checks).toBe(checks + 1);
  await watch.close();
});

test("where the coordinator does not answer, a statement goes on waiting", async () => {
  const { watch, counts, isAnswering, loseCoordinator } = cluster(1);
  isAnswering["a"] = false;
  loseCoordinator();
  const page = statement();
  const sent = watch.send(2, page.send);
  await expect.poll(() => counts.checks).toBeGreaterThan(1);
  page.answer();
  expect(await sent).toEqual(["row"]);
  await watch.close();
});
