import type { OpenDatabase } from "#database/client/open-database.ts";
import { jobSession } from "#database/client/statement.ts";
import { selectSamples } from "#database/queries/samples.ts";
import { selectSensorNos } from "#database/queries/sites.ts";
import { parseApiKey } from "#auth/api-key.ts";
import { scopes } from "#auth/scopes.ts";
import { createPrincipal } from "#auth/principal.ts";
import { explainBuffers } from "../buffers.ts";
import { fill } from "../fill.ts";
import { createKey } from "../key.ts";
import { choosePages, firstSecondOf, measurementsPath } from "../pages.ts";
import { comparePair, oneByOne } from "../pair.ts";
import { publicTarget, startGateway, using } from "../servers.ts";
import { sensorIdOf } from "../site.ts";
import { percentile } from "../statistics.ts";
import { lastSecond } from "../telemetry.ts";
import { atMost, type Bench, type Work } from "../work.ts";

const name = "growth";

export const growth: Work = {
  name,
  summary: "latency of a page of 288 samples in the large database, compared with the main one",
  async run(bench) {
    const benchDatabase = await bench.benchDatabaseOf("large");
    const database = await benchDatabase.open();
    try {
      const size = { ...bench.size, rows: bench.size.largeRows };
      await fill(database.db, size, bench.say, bench.signal);
      const large = { ...bench, benchDatabase, database, size, key: await createKey(database.db) };
      return await using([startGateway(large)], async ([gateway]) => {
        const { ratio, sides } = await comparePair(
          [sideOf({ ...large, gateway }), sideOf(bench)],
          "p50",
          bench.pace,
        );
        const notes = [await describeBuffers(large), await describeBuffers(bench)];
        return [{ name, value: ratio, unit: "ratio", bar: atMost(1.2), sides, notes }];
      });
    } finally {
      await database.close();
    }
  },
};

function sideOf(bench: Bench) {
  const requests = pagesOf(bench).map((page) => ({ path: measurementsPath(page) }));
  const target = publicTarget(bench.gateway, bench, requests);
  return oneByOne(`${millions(bench)} million`, bench.gateway, target);
}

/** The buffers that the statement of a page touches: the median and the maximum of the pages. */
async function describeBuffers(bench: Bench): Promise<string> {
  const { db } = bench.database;
  const buffers = await explainBuffers(db, "samples", () => readPages(bench.database, bench));
  const touched = buffers.map(({ hit, read }) => hit + read);
  const median = percentile(touched, 50);
  return `${millions(bench)} million: ${median} buffers a page, at most ${percentile(touched, 100)}`;
}

async function readPages(
  opened: OpenDatabase,
  { key, size }: Pick<Bench, "key" | "size">,
): Promise<void> {
  const apiKey = parseApiKey(key);
  if (apiKey === null) throw new Error("The benchmark's key is malformed");
  const { grants } = createPrincipal(apiKey.id, scopes, { name: "Benchmark", expiresAt: null });
  const { signal } = new AbortController();
  const session = opened.sessionFor({ ...jobSession, signal });
  const sensorNos = await selectSensorNos(opened.db);
  for (const page of pagesOf({ size })) {
    const sensorNo = sensorNos.get(sensorIdOf(page.sensor)) ?? 0;
    const seconds = { first: firstSecondOf(page), last: lastSecond };
    const selection = { order: "asc", atMost: page.limit + 1, reported: null } as const;
    await selectSamples(session, grants, { sensorNo, seconds }, selection);
  }
}

/** Many pages, so that they do not come from a small part of the database. */
function pagesOf({ size }: Pick<Bench, "size">) {
  return choosePages(288, size, 500);
}

function millions({ size }: Bench): number {
  return size.rows / 1_000_000;
}
