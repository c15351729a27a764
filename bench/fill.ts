import { sql } from "drizzle-orm";
import { ensureModels } from "../src/database/queries/samples/classifications.ts";
import type { OperatorDatabase } from "../src/database/client/pool.ts";
import { applySites } from "../src/ingest/site/apply-sites.ts";
import { parseSiteFile } from "../src/ingest/site/site-file.ts";
import { insertRecordings, insertSteps, noteLatest } from "./arrive.ts";
import { composeSites, model, recordedSensor, sensorIdOf, type SiteSize } from "./site.ts";
import { type FillSize, lastSecond, sharedSteps, stepSeconds } from "./telemetry.ts";

/**
 * Fills an empty database in the order in which telemetry arrives: the samples of all sensors at one
 * step, then those of the next. A tenth has classifications, another tenth recordings. Data that an earlier run kept
 * is used unchanged. Throws if it has another size.
 */
export async function fill(
  db: OperatorDatabase,
  size: FillSize,
  say: (text: string) => void,
  signal: AbortSignal,
): Promise<void> {
  const shared = sharedSteps(size);
  const all = Math.max(shared, size.quietRows);
  const wanted = size.sensors * shared + (all - shared);
  const found = await countSamples(db);
  if (found === wanted) return;
  if (found > 0) throw new Error(`The kept database has ${found} samples instead of ${wanted}`);
  await applyBenchSites(db, size);
  const modelNo = (await ensureModels(db, [model])).get(model) ?? 0;
  const first = lastSecond - (all - 1) * stepSeconds;
  for (let step = 0; step < all;) {
    signal.throwIfAborted();
    const sensors = step < all - shared ? 1 : size.sensors;
    const end = step < all - shared ? all - shared : all;
    const count = Math.min(Math.ceil(rowsAtOnce / sensors), end - step);
    await insertSteps(db, {
      first: first + step * stepSeconds,
      last: first + (step + count - 1) * stepSeconds,
      sensors,
      modelNo,
    });
    step += count;
    say(`${Math.floor((100 * step) / all)} % of ${wanted} samples`);
  }
  await noteLatest(db);
  await insertRecordings(db, sensorIdOf(recordedSensor), recordedSamples);
  // Autovacuum would come later, and an index-only scan needs the visibility map.
  await db.execute(sql`vacuum (analyze)`);
}

const rowsAtOnce = 200_000;
const recordedSamples = 2100;

export async function applyBenchSites(db: OperatorDatabase, size: SiteSize): Promise<void> {
  const sites = composeSites(size).map((text) => {
    const parsed = parseSiteFile(text, "site.json");
    if (!parsed.ok) throw new Error(JSON.stringify(parsed.issues));
    return parsed.site;
  });
  await applySites(db, sites);
}

async function countSamples(db: OperatorDatabase): Promise<number> {
  const [row] = await db.execute<{ count: number }>(
    sql`select count(*)::float8 as count from samples`,
  );
  return row?.count ?? 0;
}
