import { sql } from "drizzle-orm";
import type { OperatorDatabase } from "../src/database/client/pool.ts";
import { applyBenchSites } from "./fill.ts";
import { composeLargest, networks, projectId, quietSensor, sensorIdOf } from "./site.ts";

/**
 * Applies the sites of the largest rules. Adds as many exclusions to the sensors of the first project as one field may
 * list, but none to the quiet one, which is measured; and versions of the networks, each with many changes.
 */
export async function fillRules(db: OperatorDatabase): Promise<void> {
  await applyBenchSites(db, composeLargest());
  await db.execute(sql`
    insert into exclusions (sensor_no, start_at, end_at, reason, note)
    select sensor_no, start_at, start_at + interval '1 minute', 'Benchmark', repeat('note ', 20)
    from sensors, generate_series(timestamptz '2019-01-01 00:00Z',
      timestamptz '2019-01-01 00:00Z' + ${exclusions - 1} * interval '50 minutes', interval '50 minutes') start_at
    where project_no = (select project_no from projects where id = ${projectId})
      and id <> ${sensorIdOf(quietSensor)}`);
  for (const network of networks) {
    // Only the newest version has a site: the older ones are not queried.
    await db.execute(sql`
      with first as (
        select site_versions.* from site_versions join projects using (project_no)
        where id = ${network.projectId} and version = 1
      ), path as (
        select array_agg('sensors.' || id || '.location') as changes from (
          select sensors.id from sensors join first on sensors.project_no = first.project_no, generate_series(1, 50)
          limit ${changesOfVersion}
        ) changed
      )
      insert into site_versions (project_no, version, applied_at, site, digest, changes)
      select project_no, no, applied_at, case when no = ${versions} then site else '{}' end,
        case when no = ${versions} then digest else 'none' end, path.changes
      from first, path, generate_series(2, ${versions}) no`);
  }
}

const exclusions = 10_000;
const versions = 100;
const changesOfVersion = 2000;
