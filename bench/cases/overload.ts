import { Agent } from "node:http";
import { setTimeout } from "node:timers/promises";
import { createKey } from "../fill.ts";
import { boundFields, createSiteKey, oddDocuments } from "../documents.ts";
import { send, type Target } from "../drive.ts";
import { compareBeside } from "../flood.ts";
import { internalTarget, memoryOf, publicTarget } from "../servers.ts";
import type { Bench, Figure, Work } from "../work.ts";
import { choosePages, measuredSite } from "../site.ts";

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
      const flood = { target: publicTarget(gateway, other, requests), connections };
      const name = `overload-${connections}`;
      figures.push(await compareBeside(bench, name, pages, flood, "p99", 5));
    }
    for (const [ofDocument, target] of await documentsAtBounds(bench)) {
      // They are sent to the other listener, which has a thread of its own.
      const flood = { target, connections: isTrial ? 2 : 8 };
      const name = `overload-${ofDocument}`;
      figures.push(await compareBeside(bench, name, pages, flood, "p99", 2));
    }
    const { peak } = memoryOf(gateway);
    await setTimeout(isTrial ? 0 : 60_000);
    const after = memoryOf(gateway).now;
    return [
      ...figures,
      { name: "overload-memory", values: [peak], unit: "MB", bar: ["≤", 450] },
      { name: "overload-memory-after", values: [after], unit: "MB", bar: ["≤", 350] },
    ];
  },
};

/** The requests with which one key, granted fifty sensors, could stop the others: each search as often as accepted. */
async function documentsAtBounds(bench: Bench): Promise<[name: string, target: Target][]> {
  const { gateway, pace } = bench;
  const key = await createSiteKey(bench, measuredSite);
  const agent = new Agent();
  const documents = oddDocuments.map(([name, document]): [string, Target] => [
    name,
    internalTarget(gateway, key, document),
  ]);
  for (const { name, documentOf } of boundFields(measuredSite).filter((field) => field.isSearch)) {
    for (let times = 64; times >= 1; times /= 2) {
      const target = internalTarget(gateway, key, documentOf(times));
      if ((await send(agent, target, 0)) === 400) continue;
      documents.push([name, target]);
      break;
    }
  }
  return pace.seconds === 0 ? documents.slice(-2) : documents;
}
