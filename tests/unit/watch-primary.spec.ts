import { expect, test } from "playwright/test";
import type { Probe, ServerState } from "../../src/database/scale-out/server-state.ts";
import { watchPrimary } from "../../src/database/scale-out/watch-primary.ts";
import type { ServerHost } from "../../src/system/server-addresses.ts";

const hostOf = (host: string): ServerHost => ({ host, port: 5432, url: `postgres://${host}/x` });

/** The answer of a server. */
type Answer = Partial<ServerState> | null;
const standby = { isStandby: true, timeline: null, isReadOnly: true };
const primaryOn = (timeline: number) => ({ isStandby: false, timeline, isReadOnly: false });

/** Servers that answer on command. The primary is searched for as long as a test may last. */
function watchFake(...names: readonly string[]) {
  return watchFor(600_000, ...names);
}

/** The same, where the primary is looked for so many milliseconds. */
function watchFor(findMilliseconds: number, ...names: readonly string[]) {
  const hosts = names.map(hostOf);
  const asked = new Map(names.map((name) => [name, new Set<(answer: Answer) => void>()]));
  const changes: string[] = [];
  const renewed: string[] = [];
  const openProbe = ({ host }: ServerHost): Probe => ({
    readState: () =>
      new Promise((resolve, reject) => {
        asked.get(host)?.add((answer) => {
          const state = { queriedAt: 0, answeredAt: 0, position: 0, ...standby, ...answer };
          if (answer === null) reject(new Error("it does not answer"));
          else resolve(state);
        });
      }),
    renew: () => renewed.push(host),
    close: async () => undefined,
  });
  const watch = watchPrimary({
    hosts,
    openProbe,
    pauseMilliseconds: 0,
    findMilliseconds,
    changed: ({ host }) => changes.push(host),
  });
  /** Lets a server answer all of its queries, and waits until the next query. */
  const answer = async (host: string, state: Answer) => {
    const questions = asked.get(host) ?? new Set();
    await expect.poll(() => questions.size).toBeGreaterThan(0);
    const pending = [...questions];
    questions.clear();
    for (const resolve of pending) resolve(state);
    await expect.poll(() => questions.size).toBeGreaterThan(0);
  };
  const found = async () => (await watch.find()).host;
  return { watch, answer, found, changes, renewed };
}

test("Where no server answers as the primary in time, none is found", async () => {
  const { watch, answer, found } = watchFor(1, "silent", "standby", "primary");
  await expect(found()).rejects.toMatchObject({
    code: "NO_PRIMARY",
    message: "no primary answers at silent:5432 or standby:5432 or primary:5432",
  });
  await answer("standby", standby);
  await expect(found()).rejects.toMatchObject({ code: "NO_PRIMARY" });
  await watch.close();
});

test("The primary is found though another server never answers", async () => {
  const { watch, answer, found, changes } = watchFake("silent", "standby", "primary");
  await answer("standby", standby);
  const finding = found();
  await answer("primary", primaryOn(1));
  expect(await finding).toBe("primary");
  expect(await found()).toBe("primary");
  expect(changes).toEqual([]);
  await watch.close();
});

test("A primary that does not answer stays the primary until another is promoted", async () => {
  const { watch, answer, found, changes } = watchFake("a", "b");
  await answer("a", primaryOn(1));
  await answer("b", standby);
  await answer("a", null);
  expect(await found()).toBe("a");
  await answer("b", primaryOn(2));
  expect(await found()).toBe("b");
  expect(changes).toEqual(["b"]);
  await watch.close();
});

test("An old primary is not taken back, though the new one does not answer", async () => {
  const { watch, answer, found, changes } = watchFake("a", "b");
  await answer("a", primaryOn(1));
  await answer("b", primaryOn(2));
  await answer("a", primaryOn(1));
  await answer("b", null);
  await answer("a", primaryOn(1));
  expect(await found()).toBe("b");
  await answer("a", primaryOn(3));
  expect(await found()).toBe("a");
  expect(changes).toEqual(["b", "a"]);
  await watch.close();
});

test("A primary that has become a standby is not connected to", async () => {
  const { watch, answer, found } = watchFor(1, "a", "b");
  await answer("a", primaryOn(1));
  await answer("a", standby);
  await expect(found()).rejects.toMatchObject({ code: "NO_PRIMARY" });
  await answer("b", primaryOn(2));
  expect(await found()).toBe("b");
  await watch.close();
});

test("After a refused write, a new session shows whether connections are opened again", async () => {
  const { watch, answer, changes, renewed } = watchFake("a");
  await answer("a", primaryOn(1));
  watch.writeRefused();
  await answer("a", { ...primaryOn(1), isReadOnly: true });
  expect([changes, renewed]).toEqual([[], []]);
  await expect
    .poll(async () => {
      watch.writeRefused();
      await answer("a", primaryOn(1));
      return [changes, renewed];
    })
    .toEqual([["a"], ["a"]]);
  await watch.close();
});

test("The history of positions begins anew with each promotion", async () => {
  const { watch, answer } = watchFake("a", "b");
  await answer("a", { ...primaryOn(1), position: 100, queriedAt: 10 });
  expect(watch.history.lagOf(100, 30)).toBe(20);
  await answer("b", { ...primaryOn(2), position: 90, queriedAt: 40 });
  expect(watch.history.lagOf(100, 50)).toBe(10);
  expect(watch.history.lagOf(89, 50)).toBe(Infinity);
  await answer("a", { ...primaryOn(1), position: 300, queriedAt: 60 });
  expect(watch.history.lagOf(300, 100)).toBe(60);
  await watch.close();
});
