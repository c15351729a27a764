import { applyBenchSites } from "../fill.ts";
import { createKey } from "../key.ts";
import { publicTarget, startGateway, using } from "../servers.ts";
import { spreadOf } from "../statistics.ts";
import { atMost, type Work } from "../work.ts";

const name = "start";

export const start: Work = {
  name,
  summary: "acoustic serve on a migrated database, until its first answer",
  async run(bench) {
    const benchDatabase = await bench.benchDatabaseOf("spare");
    const database = await benchDatabase.open();
    await applyBenchSites(database.db, bench.size);
    const key = await createKey(database.db);
    await database.close();
    const times: number[] = [];
    for (let round = 0; round < bench.pace.rounds; round += 1) {
      const startedAt = performance.now();
      await using([startGateway({ ...bench, benchDatabase })], async ([gateway]) => {
        const { url, headers } = publicTarget(gateway, { key }, []);
        const answer = await fetch(`${url}/api/v0/projects`, { headers });
        times.push(performance.now() - startedAt);
        if (!answer.ok) throw new Error(`The first answer has the status ${answer.status}`);
      });
    }
    const bar = benchDatabase.kind === "postgres" ? atMost(1000) : null;
    return [{ name, value: spreadOf(times), unit: "ms", bar, sides: [], notes: [] }];
  },
};
