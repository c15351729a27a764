import { setTimeout } from "node:timers/promises";
import { attackers, createAttackingKey } from "../attackers.ts";
import { drive, type Round, type Target } from "../drive.ts";
import type { FloodResult } from "../flood.ts";
import { type Flooded, floodWhile, startHelper } from "../flood-while.ts";
import { createKey } from "../key.ts";
import { choosePages, measurementsPath } from "../pages.ts";
import { spreadOf } from "../statistics.ts";
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
    const requests = choosePages(288, bench.size).map((page) => ({ path: measurementsPath(page) }));
    const path = requests[0]?.path ?? "";
    const flooding = await createKey(bench.database.db);
    const other = (url: string): Target => ({
      url,
      headers: { "svc-api-key": `Bearer ${bench.key}` },
      requests,
    });
    const amount = pace.seconds === 0 ? 20 : 600;
    const figures: Figure[] = [];
    const ask = (url: string) => drive(other(url), amount, 1);

    await ask(gateway.publicUrl);
    const few = await floodWhile(bench, gateway.publicUrl + path, flooding, 16, () => pause(bench));
    for (const count of pace.seconds === 0 ? [200] : [200, 1000]) {
      const pairs = await inRounds(
        pace,
        () => ask(gateway.publicUrl),
        (asking) => floodWhile(bench, gateway.publicUrl + path, flooding, count, asking),
      );
      const admitted = medianOf(pairs.map(({ result }) => perSecond(result)));
      figures.push(
        compare(`overload-${count}`, pairs),
        measuredOnce({
          name: `overload-${count}-admitted`,
          value: admitted / perSecond(few.result),
          unit: "ratio",
          bar: atLeast(0.6),
          notes: [
            `16 connections: ${perSecond(few.result).toFixed(0)} pages a second; ${count}: ${admitted.toFixed(0)}`,
          ],
        }),
      );
    }

    const proxy = startHelper(bench, "proxy", [gateway.publicUrl, "4"]);
    try {
      const proxied = await proxy.printed((text) => /^public (\S+)$/m.exec(text)?.[1] ?? null);
      await ask(proxied);
      const pairs = await inRounds(
        pace,
        () => ask(proxied),
        (asking) =>
          floodWhile(bench, gateway.publicUrl + path, flooding, 200, async () => {
            const { value } = await floodWhile(bench, proxied + path, flooding, 4, asking);
            return value;
          }),
      );
      figures.push(compare("overload-proxy", pairs));
    } finally {
      await proxy.stop();
    }

    const memory = (await gateway.observe())?.peakMemory ?? NaN;
    figures.push(
      measuredOnce({
        name: "overload-memory",
        value: memory / 2 ** 20,
        unit: "MB",
        bar: atMost(400),
        notes: [],
      }),
    );

    const { internalUrl } = gateway;
    if (internalUrl === null) throw new Error("the gateway has no internal listener");
    const attacking = await createAttackingKey(bench);
    for (const { name, ...body } of attackers) {
      let slowestLive = 0;
      let longestPause = 0;
      const pairs = await inRounds(
        pace,
        () => ask(gateway.publicUrl),
        async (asking) => {
          await gateway.observe();
          const live = pollHealth(internalUrl);
          const flooded = await floodWhile(
            bench,
            `${internalUrl}/graphql`,
            attacking,
            pace.seconds === 0 ? 1 : 8,
            asking,
            JSON.stringify(body),
          );
          slowestLive = Math.max(slowestLive, await live.stop());
          longestPause = Math.max(longestPause, (await gateway.observe())?.loopMax ?? NaN);
          return flooded;
        },
      );
      figures.push(
        compare(`overload-${name}`, pairs, [
          `the longest pause of the event loop was ${longestPause.toFixed(0)} ms`,
        ]),
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
  },
};

/** Pages of one key alone, and beside the flood of another. */
interface Pair {
  readonly alone: Round;
  readonly beside: Round;
  readonly result: FloodResult;
}

/** Asks alone and then beside a flood, three times at most: a round takes seconds. */
async function inRounds(
  { rounds }: Bench["pace"],
  ask: () => Promise<Round>,
  besideFlood: (ask: () => Promise<Round>) => Promise<Flooded<Round>>,
): Promise<Pair[]> {
  const pairs: Pair[] = [];
  while (pairs.length < Math.min(rounds, 3)) {
    const alone = await ask();
    const { value: beside, result } = await besideFlood(ask);
    pairs.push({ alone, beside, result });
  }
  return pairs;
}

/** How much longer the slowest pages of the other key take beside the flood. */
function compare(name: string, pairs: readonly Pair[], notes: readonly string[] = []): Figure {
  const tell = (side: "alone" | "beside") => {
    const median = (figure: "p50" | "p99") => medianOf(pairs.map((pair) => pair[side][figure]));
    return `p50 ${median("p50").toFixed(1)} ms, p99 ${median("p99").toFixed(1)} ms`;
  };
  return {
    name,
    value: spreadOf(pairs.map(({ alone, beside }) => beside.p99 / alone.p99)),
    unit: "ratio",
    bar: atMost(5),
    sides: [],
    notes: [
      `alone ${tell("alone")}; beside the flood ${tell("beside")}`,
      `the flood was answered ${pairs.map(({ result }) => JSON.stringify(result.answers)).join(", ")}`,
      ...notes,
    ],
  };
}

function medianOf(values: readonly number[]): number {
  return spreadOf(values).median;
}

/** Asks for `/health/live` again and again; `stop` resolves to the slowest answer in milliseconds. */
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

/** A trial waits for a second: without any answer to the flood, there would be nothing to divide by. */
function pause({ pace }: Bench): Promise<void> {
  return setTimeout(Math.max(1000, 2000 * pace.seconds));
}

function perSecond({ answers, seconds }: FloodResult): number {
  return (answers["200"] ?? 0) / seconds;
}
