import { setTimeout } from "node:timers/promises";
import { attackers, createAttackingKey } from "../attackers.ts";
import { drive, type Round } from "../drive.ts";
import { type Flooded, floodWhile, startHelper } from "../flood-while.ts";
import type { FloodResult } from "../flood.ts";
import { createKey } from "../key.ts";
import { choosePages } from "../pages.ts";
import { medianOf, spreadOf } from "../statistics.ts";
import { atLeast, atMost, type Bench, type Figure, measuredOnce, type Work } from "../work.ts";

/**
 * One key floods the gateway with pages, or with documents that do as much as one request may, while another key
 * reads pages one after the other. The other key must get 200 only: `drive` rejects anything else.
 */
export const overload: Work = {
  name: "overload",
  summary: "pages of one key while another key floods the gateway, directly and through a proxy",
  async run(bench) {
    const { gateway, pace } = bench;
    const requests = choosePages(288, bench.size);
    const flooded = `${gateway.publicUrl}${requests[0]?.path}`;
    const floodingKey = await createKey(bench.database.db);
    const headers = { "svc-api-key": `Bearer ${bench.key}` };
    const readPages = (url: string) => () =>
      drive({ url, headers, requests }, pace.seconds === 0 ? 20 : 600, 1);
    const direct = readPages(gateway.publicUrl);
    const figures: Figure[] = [];

    await direct();
    // Without any answer to the flood in a trial, there would be nothing to divide by.
    const pause = () => setTimeout(Math.max(1000, 2000 * pace.seconds));
    const few = perSecond((await floodWhile(bench, flooded, floodingKey, 16, pause)).result);
    for (const count of pace.seconds === 0 ? [200] : [200, 1000]) {
      const pairs = await inRounds(pace, direct, () =>
        floodWhile(bench, flooded, floodingKey, count, direct),
      );
      const many = medianOf(pairs.map(({ result }) => perSecond(result)));
      figures.push(
        compareP99(`overload-${count}`, pairs, 5),
        measuredOnce({
          name: `overload-${count}-admitted`,
          value: many / few,
          unit: "ratio",
          bar: atLeast(0.6),
          notes: [
            `pages a second: ${few.toFixed(0)} of 16 connections, ${many.toFixed(0)} of ${count}`,
          ],
        }),
      );
    }
    figures.push(await compareProxied(bench, readPages, flooded, floodingKey));
    figures.push(
      measuredOnce({
        name: "overload-memory",
        value: ((await gateway.observe())?.peakMemory ?? NaN) / 2 ** 20,
        unit: "MB",
        bar: atMost(450),
        notes: [],
      }),
    );
    figures.push(...(await compareDocuments(bench, direct)));
    return [...figures, await memoryAfter(bench)];
  },
};

/** The memory of the gateway a minute after the last flood. */
async function memoryAfter({ gateway, pace }: Bench): Promise<Figure> {
  await setTimeout(pace.seconds === 0 ? 0 : 60_000);
  return measuredOnce({
    name: "overload-memory-after",
    value: ((await gateway.observe())?.memory ?? NaN) / 2 ** 20,
    unit: "MB",
    bar: atMost(350),
    notes: [],
  });
}

/** The other key shares four connections to the gateway with the flood of a proxy, and there is a direct one. */
async function compareProxied(
  bench: Bench,
  readPages: (url: string) => () => Promise<Round>,
  flooded: string,
  floodingKey: string,
): Promise<Figure> {
  const proxy = startHelper(bench, "proxy", [bench.gateway.publicUrl, "4"]);
  try {
    const url = await proxy.printed((text) => /^public (\S+)$/m.exec(text)?.[1] ?? null);
    const proxied = readPages(url);
    const floodProxy = async () => {
      const address = flooded.replace(bench.gateway.publicUrl, url);
      return (await floodWhile(bench, address, floodingKey, 4, proxied)).value;
    };
    await proxied();
    const pairs = await inRounds(bench.pace, proxied, () =>
      floodWhile(bench, flooded, floodingKey, 200, floodProxy),
    );
    return compareP99("overload-proxy", pairs, 5);
  } finally {
    await proxy.stop();
  }
}

/** Documents that do as much as one request may, of a key that may read fifty sensors. */
async function compareDocuments(bench: Bench, direct: () => Promise<Round>): Promise<Figure[]> {
  const { gateway, pace } = bench;
  const { internalUrl } = gateway;
  if (internalUrl === null) throw new Error("the gateway has no internal listener");
  const key = await createAttackingKey(bench);
  const count = pace.seconds === 0 ? 1 : 8;
  const figures: Figure[] = [];
  for (const { name, ...document } of attackers) {
    let [slowestLive, longestPause] = [0, 0];
    const body = JSON.stringify(document);
    const pairs = await inRounds(pace, direct, async () => {
      await gateway.observe();
      const live = pollHealth(internalUrl);
      const beside = await floodWhile(bench, `${internalUrl}/graphql`, key, count, direct, body);
      slowestLive = Math.max(slowestLive, await live.stop());
      longestPause = Math.max(longestPause, (await gateway.observe())?.loopMax ?? NaN);
      return beside;
    });
    const pause = `the longest pause of the main thread was ${longestPause.toFixed(0)} ms`;
    figures.push(
      // They are sent to the other listener, which has a thread of its own.
      compareP99(`overload-${name}`, pairs, 2, pause),
      measuredOnce({
        name: `overload-${name}-live`,
        value: slowestLive,
        unit: "ms",
        bar: atMost(250),
        notes: [],
      }),
    );
  }
  return figures;
}

/** Pages of one key without and with the flood of another. */
interface Pair {
  readonly alone: Round;
  readonly beside: Round;
  readonly result: FloodResult;
}

/** Reads without and then with a flood, at most three times: a round lasts seconds. */
async function inRounds(
  { rounds }: Bench["pace"],
  readAlone: () => Promise<Round>,
  readBeside: () => Promise<Flooded<Round>>,
): Promise<Pair[]> {
  const pairs: Pair[] = [];
  while (pairs.length < Math.min(rounds, 3)) {
    const alone = await readAlone();
    const { value: beside, result } = await readBeside();
    pairs.push({ alone, beside, result });
  }
  return pairs;
}

/** The slowest pages of the other key with the flood, compared with its slowest without it. */
function compareP99(name: string, pairs: readonly Pair[], bar: number, ...notes: string[]): Figure {
  const describe = (side: "alone" | "beside") => {
    const median = (figure: "p50" | "p99") => medianOf(pairs.map((pair) => pair[side][figure]));
    return `p50 ${median("p50").toFixed(1)} ms, p99 ${median("p99").toFixed(1)} ms`;
  };
  return {
    name,
    value: spreadOf(pairs.map(({ alone, beside }) => beside.p99 / alone.p99)),
    unit: "ratio",
    bar: atMost(bar),
    sides: [],
    notes: [
      `alone ${describe("alone")}; beside the flood ${describe("beside")}`,
      `the flood was answered ${pairs.map(({ result }) => JSON.stringify(result.answers)).join(", ")}`,
      ...notes,
    ],
  };
}

/** Requests `/health/live` again and again; `stop` resolves to the slowest answer in milliseconds. */
function pollHealth(internalUrl: string): { stop(): Promise<number> } {
  let isEnding = false;
  let slowest = 0;
  const polling = (async () => {
    while (!isEnding) {
      const startedAt = performance.now();
      const response = await fetch(`${internalUrl}/health/live`);
      await response.text();
      if (response.status !== 200) throw new Error(`/health/live answered ${response.status}`);
      slowest = Math.max(slowest, performance.now() - startedAt);
      await setTimeout(20);
    }
  })();
  polling.catch(() => undefined);
  return {
    async stop() {
      isEnding = true;
      await polling;
      return slowest;
    },
  };
}

function perSecond({ answers, seconds }: FloodResult): number {
  return (answers["200"] ?? 0) / seconds;
}
