import { setTimeout } from "node:timers/promises";
import { attackers, createAttackingKey } from "../attackers.ts";
import { compareBeside } from "../flood.ts";
import { createKey } from "../key.ts";
import { choosePages } from "../pages.ts";
import { internalTarget, publicTarget } from "../servers.ts";
import { type Figure, memoryOf, type Work } from "../work.ts";

/**
 * One key floods the gateway with pages, or with documents that do as much as one request may, while another key
 * reads pages one after the other. The other key must get 200 only: `drive` rejects anything else.
 */
export const overload: Work = {
  name: "overload",
  summary: "pages of one key while another key floods the gateway, and its memory",
  async run(bench) {
    const { gateway, pace, size } = bench;
    const isTrial = pace.seconds === 0;
    const requests = choosePages(288, size);
    const pages = publicTarget(gateway, bench, requests);
    const other = { key: await createKey(bench.database.db) };
    const figures: Figure[] = [];
    for (const connections of isTrial ? [200] : [200, 1000]) {
      const name = `overload-${connections}`;
      const flood = publicTarget(gateway, other, requests);
      const beside = { name, pages, flood, connections, figure: "p99", bar: 5 } as const;
      figures.push((await compareBeside(bench, beside)).figure);
    }
    const key = await createAttackingKey(bench);
    for (const { name: ofAttacker, ...document } of isTrial ? attackers.slice(0, 2) : attackers) {
      const name = `overload-${ofAttacker}`;
      const flood = internalTarget(gateway, key, document);
      const connections = isTrial ? 1 : 8;
      // They are sent to the other listener, which has a thread of its own.
      const beside = { name, pages, flood, connections, figure: "p99", bar: 2 } as const;
      figures.push((await compareBeside(bench, beside)).figure);
    }
    figures.push(await memoryOf(bench, "overload-memory", "peakMemory", 450));
    await setTimeout(isTrial ? 0 : 60_000);
    return [...figures, await memoryOf(bench, "overload-memory-after", "memory", 350)];
  },
};
